"""Faults in what is worked out from figures and cases."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A company whose turnover was zero has grown",
        "insight/growth.py",
        "or before <= 0 or after < 0:",
        "or before < 0 or after < 0:",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "A figure that is missing counts as zero in a ratio",
        "insight/ratios.py",
        "return sum(known) if len(known) == len(values) else None",
        "return sum(known) if known else None",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "The order in which a server sends the years decides which is the latest",
        "insight/growth.py",
        "return tuple(known[year] for year in sorted(known))",
        "return tuple(known.values())",
        ("tests/insight/test_ratios.py",),
    ),
    Mutant(
        "A current ratio is told where a company owes nothing",
        "insight/ratios.py",
        "if above is None or below is None or below <= 0:",
        "if above is None or not below:",
        ("tests/insight/test_ratios.py",),
    ),
)
