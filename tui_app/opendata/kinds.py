"""What the import knows of each kind of file: one adapter for each, in the order of reading."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tui_app.opendata.files.table_reader import Header, TableReader
from tui_app.opendata.history import rows as past
from tui_app.opendata.onrc import activities, firms, people, statuses
from tui_app.opendata.treasury import taxpayers
from tui_app.opendata.treasury.legend import is_legend, is_statement
from tui_app.registry.sqlite.staging import Row
from tui_app.system.language import N_


class FileKind(StrEnum):
    """A kind of imported file; the values are names of sources."""

    STATE_NAMES = "state names"
    CLASS_NAMES = "class names"
    FIRMS = "firms"
    STATES = "states"
    AUTHORISED = "authorised activities"
    REPRESENTATIVES = "representatives"
    STATEMENTS = "statements"
    TAXPAYERS = "taxpayers"
    RECORDS = "records"
    BRANCHES = "branches abroad"
    VERSIONS = "versions"
    LEGEND = "legend"
    PROCUREMENT = "public procurement"
    PAST_FIRMS = "companies of a snapshot"
    PAST_ROLES = "firms in roles"
    PAST_ROLES_AND_PEOPLE = "firms and people in roles"
    """The last three are of the history; of roles, the user says which."""


class FileAdapter(Struct, frozen=True):
    """What the import knows of one kind of file.

    A file is of the kind if it has one of these sets of ``columns``, no others if it ``is_exact``,
    or by ``recognises`` if that is set. Its rows are read by ``reader``, if a row depends on its
    line alone, into the staging ``table``, of which the column ``key`` names companies.
    """

    description: str = ""
    columns: tuple[tuple[str, ...], ...] = ()
    is_exact: bool = False
    recognises: Callable[[Header, str], bool] | None = None
    table: str = ""
    reader: Callable[[TableReader], Iterator[Row]] | None = None
    key: str = ""
    is_disjoint: bool = False
    """No two parts of such a file name the same company."""
    is_monthly: bool = False
    """The next dump has nearly the same lines."""
    is_one_part: bool = False
    """It is never split: a record has no lines, and columns decide as a whole."""
    download: str = "names"
    """What ``data download --only`` calls it."""
    licence: str | None = None
    """The licence that the portal states."""

    def is_kind_of(self, header: Header, text: str) -> bool:
        """Whether a file with this header and beginning is of this kind."""
        if self.recognises is not None:
            return self.recognises(header, text)
        return any(
            set(header.columns) == set(columns) if self.is_exact else header.holds(columns)
            for columns in self.columns
        )


def _read_taxpayers(table: TableReader) -> Iterator[Row]:
    for tax_id, vat, category, phones, line in taxpayers.read_taxpayers(table):
        yield tax_id, vat, category, json.dumps(phones) if phones else None, line


def _is_versions(header: Header, text: str) -> bool:
    lines = text.splitlines()
    return (
        len(header.columns) in {2, 3}
        and len(lines) < 20
        and any("VERS" in column for column in header.columns)
        and any(re.search(r"(?:1998|2003|2008|2025)", line) for line in lines[1:])
    )


_CC_BY: Final = "CC BY 4.0"
_REPRESENTATIVES: Final = (
    ("COD_INMATRICULARE", "PERSOANA_IMPUTERNICITA", "CALITATE"),
    ("COD_INMATRICULARE", "NUME", "CALITATE"),
)

ADAPTERS: Final[dict[FileKind, FileAdapter]] = {
    FileKind.STATE_NAMES: FileAdapter(
        N_("names of the states (N_STARE_FIRMA)"),
        columns=(("COD", "DENUMIRE"),),
        is_exact=True,
        table="state_name",
        reader=statuses.read_state_names,
        licence=_CC_BY,
    ),
    FileKind.CLASS_NAMES: FileAdapter(
        N_("names of activities (N_CAEN)"),
        columns=(("CLASA", "DENUMIRE", "VERSIUNE_CAEN"),),
        table="class_name",
        reader=activities.read_class_names,
        licence=_CC_BY,
    ),
    FileKind.FIRMS: FileAdapter(
        N_("companies of the trade register (OD_FIRME)"),
        columns=(firms.REQUIRED,),
        table="firm",
        reader=firms.read_firms,
        key="key",
        is_disjoint=True,
        is_monthly=True,
        download="firms",
        licence=_CC_BY,
    ),
    FileKind.STATES: FileAdapter(
        N_("their states (OD_STARE_FIRMA)"),
        columns=(("COD_INMATRICULARE", "COD"),),
        is_exact=True,
        table="state",
        reader=statuses.read_states,
        key="key",
        is_monthly=True,
        download="firms",
        licence=_CC_BY,
    ),
    FileKind.AUTHORISED: FileAdapter(
        N_("authorised activities (OD_CAEN_AUTORIZAT)"),
        columns=(("COD_INMATRICULARE", "COD_CAEN_AUTORIZAT", "VER_CAEN_AUTORIZAT"),),
        table="authorised",
        reader=activities.read_authorised,
        key="key",
        download="activities",
        licence=_CC_BY,
    ),
    FileKind.REPRESENTATIVES: FileAdapter(
        N_("representatives (OD_REPREZENTANTI)"),
        columns=_REPRESENTATIVES,
        table="representative",
        reader=people.read_representatives,
        key="key",
        is_monthly=True,
        download="firms",
        licence=_CC_BY,
    ),
    FileKind.STATEMENTS: FileAdapter(
        N_("yearly statements (Ministry of Finance)"),
        columns=(("CUI", "CAEN", "I1", "I13", "I18", "I19"),),
        recognises=lambda header, _text: is_statement(header),
        table="statement",
        key="tax_id",
        is_disjoint=True,
        download="statements",
        licence=_CC_BY,
    ),
    FileKind.TAXPAYERS: FileAdapter(
        N_("list of taxpayers (Ministry of Finance)"),
        columns=(taxpayers.REQUIRED,),
        table="taxpayer",
        reader=_read_taxpayers,
        key="tax_id",
        is_disjoint=True,
        download="taxpayers",
        licence=_CC_BY,
    ),
    FileKind.RECORDS: FileAdapter(
        N_("companies as JSON Lines"),
        recognises=lambda _header, text: text.startswith("{"),
        table="own_record",
        key="tax_id",
        is_one_part=True,
    ),
    FileKind.BRANCHES: FileAdapter(
        N_("branches in other member states: not shown by this program, left out"),
        columns=(("COD_INMATRICULARE", "DENUMIRE_SUCURSALA"),),
    ),
    FileKind.VERSIONS: FileAdapter(
        N_("versions of the classification (N_VERSIUNE_CAEN): not needed, left out"),
        recognises=_is_versions,
    ),
    FileKind.LEGEND: FileAdapter(
        N_("legend of yearly statements"), recognises=lambda _header, text: is_legend(text)
    ),
    FileKind.PROCUREMENT: FileAdapter(is_one_part=True),
    FileKind.PAST_FIRMS: FileAdapter(
        N_("companies of a snapshot of the trade register"),
        columns=(past.REQUIRED,),
        table="past_firm",
        reader=past.read_companies,
    ),
    FileKind.PAST_ROLES: FileAdapter(
        N_("people and firms in roles at companies (OD_REPREZENTANTI)"),
        columns=_REPRESENTATIVES,
        table="past_role",
        reader=past.read_roles_of_firms,
    ),
    FileKind.PAST_ROLES_AND_PEOPLE: FileAdapter(table="past_role", reader=past.read_roles),
}
"""The adapters, in the order in which an import reads the files."""

READ: Final = tuple(kind for kind, adapter in ADAPTERS.items() if adapter.table)
_PAST: Final = (FileKind.PAST_FIRMS, FileKind.PAST_ROLES, FileKind.PAST_ROLES_AND_PEOPLE)
OF_REGISTRY: Final = tuple(kind for kind in ADAPTERS if kind not in _PAST)
OF_HISTORY: Final = (*_PAST, FileKind.STATES, FileKind.STATE_NAMES)
"""The kinds for which an import and the history look."""
