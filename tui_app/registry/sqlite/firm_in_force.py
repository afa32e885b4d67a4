"""Which of several firms with one tax id is the company: an import and the history agree.

It is the one that is not struck off; of several the one registered last. A year alone counts as its
end: dumps have had no days of registration since September 2024.
"""

from __future__ import annotations

from typing import Final


def end_of_year(year: int) -> int:
    """The last day of a year, as a number."""
    return year * 10_000 + 1231


REGISTERED: Final = f"""
coalesce(CAST(replace(substr(registration_date, 1, 10), '-', '') AS INTEGER),
  founding_year * 10000 + {end_of_year(0)}, 0)
"""
"""SQL: the day of registration of a row of ``firm``, as a number; 0 if it is unknown."""


def best_first(is_struck_off: str, registered: str) -> str:
    """SQL: what firms with one tax id are ordered by."""
    return f"{is_struck_off}, -{registered}"
