"""Authorised activities: about five per company; the main one is not marked."""

from __future__ import annotations

from collections.abc import Iterator

from tui_app.contract.registry_numbers import Key, number_key
from tui_app.opendata.classification.caen import read_class
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.places import tidy
from tui_app.system.language import N_


def read_authorised(table: TableReader) -> Iterator[tuple[Key, str]]:
    """OD_CAEN_AUTORIZAT: registry number and class, of any version of the classification."""
    number_at = table.position("COD_INMATRICULARE")
    class_at = table.position("COD_CAEN_AUTORIZAT")
    tally = table.tally
    for row in table.rows():
        code, key = read_class(row[class_at]), number_key(row[number_at])
        if code is None or not key:
            tally.mark_unreadable(table.line, N_("no registry number or class"))
        else:
            yield key, code


def read_class_names(table: TableReader) -> Iterator[tuple[str, str, str]]:
    """N_CAEN: class, version and title, for classes without a title in this program."""
    class_at, title_at = table.position("CLASA"), table.position("DENUMIRE")
    version_at = table.position("VERSIUNE_CAEN")
    for row in table.rows():
        code, title = read_class(row[class_at]), tidy(row[title_at])
        version = row[version_at].strip()
        if code is None or title is None or not version:
            table.tally.leave_out(N_("a heading, not a class"))
        else:
            yield code, version, title
