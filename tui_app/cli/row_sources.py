"""Columns with the source of each row: ``--sources``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from tui_app.cli.output import CommandResult
from tui_app.contract import operations as ops
from tui_app.export.row_writers import Row
from tui_app.system.untyped import FieldValue

SOURCE_COLUMNS: Final = ("sourceFile", "sourceLine", "sourceDay")
"""The day is empty if only the day on which the file was saved is known."""

CONTACTS: Final = (ops.PHONES, ops.EMAILS, ops.WEBSITES, ops.ADMINISTRATORS)
_YEAR: Final = re.compile(r"(financialData\[\d+\])\.year")


def with_sources(result: CommandResult) -> CommandResult:
    """The result with ``SOURCE_COLUMNS`` in each row."""
    years = {
        found[1]: row["value"]
        for row in result.rows
        if (found := _YEAR.fullmatch(str(row.get("field", ""))))
    }
    rows = tuple(
        {**row, **_columns(_of_value(row, years, result.sources))}
        if "section" in row
        else {**row, **_columns(_of_row(row, result.sources))}
        for row in result.rows
    )
    columns = (*result.columns, *SOURCE_COLUMNS)
    return msgspec.structs.replace(result, columns=columns, rows=rows)


def _columns(sources: Sequence[Row]) -> Row:
    """A row comes from one file, or from several, separated by semicolons."""
    each = [
        (source["file"], source.get("line"), source["day"] if source.get("dayKnown", True) else "")
        for source in sources
    ]
    if len(each) < 2:
        file, line, day = each[0] if each else (None, None, None)
        return dict(zip(SOURCE_COLUMNS, (file, line, day or None), strict=True))
    joined = (
        "; ".join("" if v is None else str(v) for v in values) for values in zip(*each, strict=True)
    )
    return dict(zip(SOURCE_COLUMNS, joined, strict=True))


def _of_row(row: Row, sources: Sequence[Row]) -> list[Row]:
    """The sources of a record: those of its year, if it has one."""
    if row.get("year") is None:
        return list(sources)
    return [source for source in sources if source.get("year") == row["year"]]


def _of_value(row: Row, years: dict[str, FieldValue], sources: Sequence[Row]) -> list[Row]:
    """The sources of one value, by its section and its path."""
    path = str(row["field"])
    root, list_name = re.split(r"[.\[]", path)[0], path.partition(".")[0]
    sections = set(_sections_of(str(row["section"]), root))
    found = [source for source in sources if source["section"] in sections]
    if row["section"] == "financial":
        # The figures beside the years are those of the newest year, and of the year before it.
        newest = max(years.values(), default=0) - root.endswith("PrevYear")
        return [source for source in found if source.get("year") == years.get(list_name, newest)]
    return [source for source in found if root in (source.get("fields") or (root,))]


def _sections_of(section: str, field: str) -> Iterator[str]:
    if section != "contacts":
        yield section
        return
    for operation in CONTACTS:
        if field in operation.result.__struct_encode_fields__:
            yield operation.name
