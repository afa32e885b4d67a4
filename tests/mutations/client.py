"""Faults in the client."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A late answer raises the number of requests left",
        "client/allowance.py",
        "if known is not None and number <= self._known_until:",
        "if known is None:",
        ("tests/client/test_allowance.py",),
    ),
    Mutant(
        "The reserve is spent without a question",
        "client/allowance.py",
        "return remaining - requests >= self._reserve",
        "return remaining - requests >= 0",
        ("tests/client/test_allowance.py", "tests/client/test_spending.py"),
    ),
)
