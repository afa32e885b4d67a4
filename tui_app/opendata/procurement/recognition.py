"""Recognises procurement files by their columns, whatever their names are."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.table_reader import UNQUOTED, Beginning
from tui_app.opendata.procurement.columns import (
    Datum,
    ProcurementTable,
    is_header,
    lacking,
    other_kind,
    positions,
    table_of,
)
from tui_app.system.language import _

_ABOVE: Final = 10
"""The most rows above the header: a title, or a spreadsheet's line with its separator."""

_SAMPLE: Final = 50


class ProcurementColumns(Struct, frozen=True):
    """The known table of a procurement file, and the positions of its columns."""

    table: ProcurementTable
    positions: dict[Datum, int]
    lacking: tuple[Datum, ...]
    other_kind: int | None


def procurement_columns(source: InputFile, beginning: Beginning) -> ProcurementColumns | None:
    """The columns of a procurement file, whose header the beginning then has; else ``None``.

    Raises ``ImportRefusedError`` for a procurement file that cannot be used.
    """
    for at, header in enumerate(beginning.headers(_ABOVE)):
        if is_header(header.names):
            beginning.begin_at(at, has_quotes=header.delimiter != UNQUOTED)
            return _columns(source, beginning)
    return None


def _columns(source: InputFile, beginning: Beginning) -> ProcurementColumns:
    header, sample = beginning.header.names, beginning.sample_rows(_SAMPLE)
    table = table_of(header, sample, source.name)
    if table is None:
        raise ImportRefusedError(
            _(
                "{source} is a public procurement file, but matches no table that is used"
                " here: it names no winner, or neither contracts nor direct purchases. Leave it"
                " out."
            ).format(source=source.label)
        )
    found = positions(header, table, sample)
    needed, others = lacking(found, table)
    if needed:
        names = _(" and no ").join(_(each.value) for each in needed)
        raise ImportRefusedError(
            _(
                "{source} is a public procurement file ({table}), but has no column for the"
                " {names}: it may have been renamed. Its columns: {names_2}."
            ).format(
                source=source.label, table=_(table.value), names=names, names_2=", ".join(header)
            )
        )
    return ProcurementColumns(table, found, tuple(others), other_kind(header))
