"""Faults in what the user keeps."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "An old backup overwrites newer values",
        "workspace/transfer.py",
        'or_else = "REPLACE" if key in newer else "IGNORE"',
        'or_else = "REPLACE"',
        ("tests/workspace/test_transfer.py",),
    ),
    Mutant(
        "A personal code stays in a note",
        "workspace/notes.py",
        "return without_personal_codes(plain)[:LONGEST]",
        "return plain[:LONGEST]",
        ("tests/workspace/test_transfer.py", "tests/workspace/test_workspace.py"),
    ),
)
