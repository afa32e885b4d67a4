"""Identifies the source of a procurement file: a table and a quarter (``contracts 2024-T1``).

Importing a file again replaces it, and its rows are never summed twice. The quarter is that of the
name, if the rows agree, else that of most rows. Two files that share most of their rows are
versions of one, whatever their names are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tui_app.contract.folding import fold

_MIN_SHARE: Final = 0.1
"""The smallest share of a file's rows in a quarter that counts as one of its quarters."""

_SAME: Final = 0.5
"""From this share of common rows on, two files are versions of one."""

_ROMAN: Final = {"i": 1, "ii": 2, "iii": 3, "iv": 4}
_YEAR: Final = re.compile(r"(?<!\d)(20\d{2})(?!\d)")
_QUARTER: Final = re.compile(
    r"(?<![a-z0-9])(?:t|q|trim|trimestru|trimestrul|quarter) ?(iv|iii|ii|i|[1-4])(?![a-z0-9])"
)


def period_of(names: Sequence[str], quarters: Mapping[str, int]) -> str:
    """The quarter of a file, or its year if it covers most of one.

    ``names`` are those of the file and its folders, ``quarters`` its rows by quarter.
    """
    rows = Counter(quarters)
    total = rows.total()
    if not total:
        return "without dates"
    many = [quarter for quarter, count in rows.items() if count >= _MIN_SHARE * total]
    named = _named(names)
    if named in many:
        return named
    years = {quarter[:4] for quarter in many}
    if len(many) >= 3 and len(years) == 1:
        return many[0][:4]
    return max(rows.items(), key=lambda each: (each[1], each[0]))[0]


def _named(names: Sequence[str]) -> str:
    folded = " ".join(fold(re.sub("[_-]", " ", name)) for name in names)
    years, quarter = _YEAR.findall(folded), _QUARTER.search(folded)
    if not years or quarter is None:
        return ""
    return f"{years[-1]}-T{_ROMAN.get(quarter[1]) or quarter[1]}"


def covers(period: str, other: str) -> bool:
    """Whether a period contains another: ``2017`` contains ``2017-T1``."""
    return period == other or other.startswith(f"{period}-")


def are_versions(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two files share most of the rows of the smaller one, by their sketches."""
    if not one or not other:
        return False
    # Beyond the largest hash of a full sketch nothing is known.
    end = min(one[-1], other[-1])
    first, second = ({h for h in some if h <= end} for some in (one, other))
    return len(first & second) >= _SAME * max(1, min(len(first), len(second)))
