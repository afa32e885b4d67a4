"""The ministry's files of a year of statements, and which of them a registry lacks.

Small firms, larger ones and those that report by IFRS are in files of their own: without one, lists
by a figure lack these companies.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from tui_app.system.language import N_, _

SMALL, LONG, IFRS = "small", "long", "IFRS"
ALL, OTHER = "all", "other"
STATEMENT_SETS: Final = (OTHER, ALL, SMALL, LONG, IFRS)
"""If a company is in two sets of a year, the later one counts.

``all`` is a file of a year that has no others (``web2008.txt``), ``other`` one of an unknown set.
"""

_FIRST_OF_IFRS: Final = 2012
_FILES: Final = {SMALL: "web_uu", LONG: "web_bl_bs_sl", IFRS: "web_ir"}
_WITHOUT: Final = {
    SMALL: N_("most small companies have no figures then"),
    LONG: N_("larger companies have no figures then"),
    IFRS: N_("listed companies and large groups have no figures then"),
}


def missing_sets(kinds: Iterable[str]) -> tuple[str, ...]:
    """The sets of statements that a registry of these kinds of sources lacks: ``2024 IFRS``.

    The newest year comes first. Years of which a registry has no set of the three are not missed.
    """
    by_year: defaultdict[int, set[str]] = defaultdict(set)
    for kind in kinds:
        if found := re.fullmatch(r"statements (\d{4}) (.+)", kind):
            by_year[int(found[1])].add(found[2])
    return tuple(
        f"{year} {each}"
        for year, sets in sorted(by_year.items(), reverse=True)
        for each in _FILES
        if not sets.isdisjoint(_FILES)
        and each not in sets
        and ALL not in sets
        and (each != IFRS or year >= _FIRST_OF_IFRS)
    )


def missing_lines(missing: Iterable[str]) -> Iterator[str]:
    """The consequences of missing sets, a line for each set with its years."""
    years: defaultdict[str, list[str]] = defaultdict(list)
    for each in missing:
        year, which = each.split(" ", 1)
        years[which].append(year)
    for which, some in years.items():
        yield _("no {which} set of statements of {years} ({file}_an…): {consequence}").format(
            which=which,
            years=", ".join(some),
            file=_FILES[which],
            consequence=_(_WITHOUT[which]),
        )
