"""Faults of the commands at their edges: one page, nothing left, one more than is shown."""

from __future__ import annotations

from typing import Final

from tests.mutations import Mutant

_TESTS: Final = ("tests/cli/test_edges.py",)

MUTANTS = (
    Mutant(
        "Of nine companies that fit alike, three are named and nine more",
        "cli/list_check.py",
        "    more = count - len(named)\n",
        "    more = count\n",
        _TESTS,
    ),
    Mutant(
        "The turnover of the year before comes from the newest year's file",
        "cli/row_sources.py",
        'default=0) - root.endswith("PrevYear")',
        "default=0)",
        _TESTS,
    ),
    Mutant(
        "A day of one page is page 1 of 1, with others to show",
        "cli/new.py",
        "(first.total_pages or 0) > 1:",
        "(first.total_pages or 0) > 0:",
        _TESTS,
    ),
    Mutant(
        "Three days ago is an unknown option in Romanian",
        "cli/new.py",
        'r"-[0-9]{1,5}[dz]"',
        'r"-[0-9]{1,5}d"',
        _TESTS,
    ),
    Mutant(
        "The price of the rest is that of all contracts, though fewer are wanted",
        "cli/contracts.py",
        "left = rows_left(self._limit, ",
        "left = rows_left(None, ",
        _TESTS,
    ),
    Mutant(
        "The largest two partners of two are said to be a part",
        "cli/contracts.py",
        "if total and total > len(rows):",
        "if total and total >= len(rows):",
        _TESTS,
    ),
    Mutant(
        "Cached contracts are not offered by the server once it is offline",
        "cli/contracts.py",
        "if companies.offline or operation.name in extensions:",
        "if operation.name in extensions:",
        _TESTS,
    ),
    Mutant(
        "That no request is left is not told",
        "cli/output.py",
        "        if left is not None:\n            parts.append",
        "        if left:\n            parts.append",
        _TESTS,
    ),
    Mutant(
        "An unknown number of court cases is none",
        "cli/show.py",
        'total="?" if cases.total_cases is None else cases.total_cases,',
        "total=cases.total_cases or 0,",
        _TESTS,
    ),
    Mutant(
        "A check with court cases goes on from one without",
        "cli/check.py",
        "{'+cases' if cases else ''}",
        "",
        _TESTS,
    ),
)
