"""Recognises a file by its header, never by its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NoReturn

from msgspec import Struct

from tui_app.contract.dates import read_day
from tui_app.contract.registry_numbers import number_key
from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.inputs import InputFile
from tui_app.opendata.files.table_reader import Beginning, Header
from tui_app.opendata.files.workbooks import WorkbookUnreadableError, sheet_kind
from tui_app.opendata.history.rows import REQUIRED
from tui_app.opendata.kinds import ADAPTERS, OF_REGISTRY, FileKind
from tui_app.opendata.procurement.recognition import ProcurementColumns, procurement_columns
from tui_app.system.language import _

_FREE: Final = {FileKind.RECORDS, FileKind.LEGEND, FileKind.PAST_FIRMS, FileKind.PAST_ROLES}
"""Kinds without rows of columns, or with the habits of a decade."""


class Recognised(Struct, frozen=True):
    """A file and its kind; ``beginning`` is not read again."""

    source: InputFile
    kind: FileKind
    beginning: Beginning
    procurement: ProcurementColumns | None = None


def recognise(source: InputFile, sought: Sequence[FileKind] = OF_REGISTRY) -> Recognised:
    """Recognise a file; raises ``ImportRefusedError``, which says what to do.

    Of several kinds that fit, it is of the first of those that are ``sought``.
    """
    try:
        beginning = _beginning(source)
    except OSError as error:
        raise ImportRefusedError(
            _("{source} cannot be read: {why}.").format(source=source.label, why=error.strerror)
        ) from None
    if columns := procurement_columns(source, beginning):
        return Recognised(source, FileKind.PROCUREMENT, beginning, columns)
    if beginning.sheet:
        # Read as text, it is refused by what it is.
        beginning = Beginning(source)
    kind = _kind(source, beginning, sought)
    if kind not in _FREE:
        _refuse_changed_values(source, beginning, kind)
    return Recognised(source, kind, beginning)


def _beginning(source: InputFile) -> Beginning:
    try:
        return Beginning(source, sheet_kind(source))
    except WorkbookUnreadableError:
        return Beginning(source)


def _refuse_changed_values(source: InputFile, beginning: Beginning, kind: FileKind) -> None:
    """Refuse a file that a spreadsheet saved, if it changed values for good."""
    first = beginning.before_header + 1
    for number, line in enumerate(beginning.sample[1:], first + 1):
        if column := beginning.saving.changed_column(line):
            raise ImportRefusedError(
                _(
                    "{source} was saved by a spreadsheet, which changed its values for good:"
                    " column {column}, line {number}. Get the original: firmeterm data download"
                    " --only {get}."
                ).format(
                    source=source.label,
                    column=column,
                    number=number,
                    get=ADAPTERS[kind].download,
                )
            )


def _kind(source: InputFile, beginning: Beginning, sought: Sequence[FileKind]) -> FileKind:
    text = beginning.text.lstrip()
    if not text:
        raise ImportRefusedError(
            _("{source} is empty. Get it again, or leave it out.").format(source=source.label)
        )
    if text[0] == "<":
        _refuse_xml(source, text)
    header = beginning.header
    for kind in (*sought, *OF_REGISTRY):
        if ADAPTERS[kind].is_kind_of(header, text):
            return kind
    raise ImportRefusedError(_not_understood(source, header, sought))


def _refuse_xml(source: InputFile, text: str) -> NoReturn:
    if re.match(r"<(?:!doctype\s+)?html", text, re.IGNORECASE):
        raise ImportRefusedError(
            _(
                "{source} is a web page, not data: the portal may have refused the download."
                " Get it again, or leave it out."
            ).format(source=source.label)
        )
    raise ImportRefusedError(
        _(
            "{source} is XML, which is not imported. Leave it out; court cases come live,"
            " with --source public."
        ).format(source=source.label)
    )


def _not_understood(source: InputFile, header: Header, sought: Sequence[FileKind]) -> str:
    if header.holds(REQUIRED) and "STARE_FIRMA" in header:
        return _(
            "{source} is an older snapshot of the trade register. It belongs to the"
            " history: firmeterm data history add. For the registry take the newest one:"
            " firmeterm data download --only firms."
        ).format(source=source.label)
    if nearly := _nearly(header, sought):
        kind, missing = nearly
        return _(
            "{source} is nearly {description}, but has no column {names}. Name it so in"
            " the first line, or get the file again."
        ).format(
            source=source.label,
            description=_(ADAPTERS[kind].description),
            names=_(" and no ").join(missing),
        )
    if _is_row(header):
        return _(
            "{source} has no header: its first line is a row, and does not name the"
            " columns. Get the file again, or put the header of another one of its kind"
            " before it."
        ).format(source=source.label)
    return _(
        "{source} is not understood. Supported are the trade register's dumps, yearly"
        " statements and the list of taxpayers of the Ministry of Finance, and JSON"
        " Lines. Leave this file out."
    ).format(source=source.label)


def _nearly(header: Header, sought: Sequence[FileKind]) -> tuple[FileKind, list[str]] | None:
    """The kind for which a header lacks the fewest columns, and those columns; at most half."""
    lacking = [
        (len(missing) / len(columns), kind, missing)
        for kind in sought
        for columns in ADAPTERS[kind].columns
        if (missing := [column for column in columns if column not in header])
    ]
    share, kind, missing = min(lacking, key=lambda each: each[0])
    return (kind, missing) if share <= 0.5 and len(header.columns) > 1 else None


def _is_row(header: Header) -> bool:
    """Whether the first line contains values: a number, a day, or a registry number."""
    return len(header.columns) > 1 and any(
        cell.isdigit() or read_day(cell) or isinstance(number_key(cell), int)
        for cell in header.columns
    )
