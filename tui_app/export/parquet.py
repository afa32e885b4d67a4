"""Parquet, with a row group for each page. Needs the extra ``parquet``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec

# Any: pyarrow has no types, and a row holds whatever its columns take.
from typing import IO, Any, Final

from tui_app.contract.timestamps import parse_timestamp
from tui_app.export.cells import text_of

_WHOLE: Final = (
    "foundingYear", "statementYear", "turnover", "netProfit", "employee", "equity", "lossYears",
)  # fmt: skip
_FLAGS: Final = ("VAT", "hasPhone", "hasEmail", "hasWebsite", "hasCourtCases")
_SHARES: Final = ("margin", "growth")
_DAY: Final = "registrationDate"


def is_available() -> bool:
    """Whether the extra is installed; pyarrow is not imported for this check."""
    return find_spec("pyarrow") is not None


class ParquetRows:
    """Rows in a binary file; raises ``ImportError`` without the extra.

    The columns of a screen have fixed types, since its first page may lack a value that a later
    page has. The type of another column is that of all its values in the first group, else text.
    """

    def __init__(self, file: IO[bytes], columns: Sequence[str]) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        self._kinds = {
            **dict.fromkeys(_WHOLE, pa.int64()),
            **dict.fromkeys(_FLAGS, pa.bool_()),
            **dict.fromkeys(_SHARES, pa.float64()),
            _DAY: pa.date32(),
        }
        self._columns = tuple(columns)
        self._pa, self._file, self._writer = pa, file, parquet.ParquetWriter
        self._schema: Any = None
        self._open: Any = None

    def write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add a row group; the first one begins the file."""
        values = {name: [row.get(name) for row in rows] for name in self._columns}
        writer = self._begun(values)
        fitted = [self._fitted(field, values[field.name]) for field in self._schema]
        writer.write_table(self._pa.table(fitted, schema=self._schema))

    def close(self) -> None:
        """Write the end of the file; without rows it holds only the columns."""
        self._begun(dict.fromkeys(self._columns, ())).close()

    def _begun(self, values: Mapping[str, Sequence[Any]]) -> Any:
        if self._open is None:
            fields = [(name, self._kind(name, values[name])) for name in self._columns]
            self._schema = self._pa.schema(fields)
            self._open = self._writer(self._file, self._schema)
        return self._open

    def _kind(self, name: str, values: Iterable[Any]) -> Any:
        known = [value for value in values if value is not None]
        fixed = self._kinds.get(name)
        if fixed is not None and all(_fits(fixed, value) for value in known):
            return fixed
        for kind in (self._pa.bool_(), self._pa.int64(), self._pa.float64()):
            if known and all(_fits(kind, value) for value in known):
                return kind
        return self._pa.string()

    def _fitted(self, field: Any, values: Iterable[Any]) -> list[Any]:
        """The values in the type of their column."""
        if field.type == self._pa.string():
            return [None if value is None else text_of(value) for value in values]
        if field.type == self._pa.date32():
            return [_day(value) for value in values]
        return list(values)


def _fits(kind: Any, value: Any) -> bool:
    match str(kind):
        case "bool":
            return isinstance(value, bool)
        case "int64":
            return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63
        case "double":  # which keeps 53 bits of a whole number
            is_exact = isinstance(value, int) and abs(value) <= 2**53
            return isinstance(value, float) or (is_exact and not isinstance(value, bool))
        case _:
            return isinstance(value, str) and _day(value) is not None


def _day(value: Any) -> Any:
    moment = parse_timestamp(value) if isinstance(value, str) else None
    return moment and moment.date()
