"""Parquet, with a row group for each page. Needs the extra ``parquet``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

# Any: pyarrow has no types, and a row holds whatever its columns take.
from typing import IO, Any, Final

from tui_app.contract.timestamps import parse_timestamp

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
    """The companies of a screen in a binary file; raises ``ImportError`` without the extra."""

    def __init__(self, file: IO[bytes], columns: Sequence[str]) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        kinds = {
            **dict.fromkeys(_WHOLE, pa.int64()),
            **dict.fromkeys(_FLAGS, pa.bool_()),
            **dict.fromkeys(_SHARES, pa.float64()),
            _DAY: pa.date32(),
        }
        self._schema = pa.schema([(name, kinds.get(name, pa.string())) for name in columns])
        self._columns = tuple(columns)
        self._pa, self._file, self._writer = pa, file, parquet.ParquetWriter
        self._open: Any = None

    def write(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Add a row group; the first one begins the file."""
        columns = {name: [_value(name, row.get(name)) for row in rows] for name in self._columns}
        self._begun().write_table(self._pa.table(columns, schema=self._schema))

    def close(self) -> None:
        """Write the end of the file; without rows it holds only the columns."""
        self._begun().close()

    def _begun(self) -> Any:
        if self._open is None:
            self._open = self._writer(self._file, self._schema)
        return self._open


def _value(name: str, value: Any) -> Any:
    if name != _DAY or value is None:
        return value
    moment = parse_timestamp(value)
    return moment and moment.date()
