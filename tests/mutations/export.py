"""Faults in what is written."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "JSON that ends early cannot be read",
        "export/row_writers.py",
        'self._out.write("\\n}\\n")',
        "pass",
        ("tests/cli/test_early_end.py",),
    ),
    Mutant(
        "A spreadsheet runs a cell as a formula",
        "export/cells.py",
        "if _BEGINS_FORMULA.match(text) and not _NUMBER.fullmatch(text) else text",
        "if False else text",
        ("tests/export/test_tables.py",),
    ),
)
