"""Faults in the service."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "The allowance of December is never given again",
        "service/allowance.py",
        "following = (first + dt.timedelta(32)).replace(day=1)",
        "following = (first + dt.timedelta(32)).replace(day=1, year=first.year)",
        ("tests/service/test_allowance.py",),
    ),
)
