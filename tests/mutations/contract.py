"""Faults in what client, service and registry agree on."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "Both spellings of a Romanian name no longer find the same companies",
        "contract/folding.py",
        'if category[0] == "M" or category == "Cf":',
        'if category == "Cf":',
        ("tests/contract/test_folding.py",),
    ),
    Mutant(
        "The check digit of the registry number forgets its letter",
        "contract/registry_numbers.py",
        "(sum(body.encode()) - 12 * ord('0')) % 10",
        "(sum(body[1:].encode()) - 12 * ord('0')) % 10",
        ("tests/contract/test_identifiers.py",),
    ),
)
