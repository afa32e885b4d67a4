"""Faults in written files."""

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
    Mutant(
        "A narrow terminal breaks ids",
        "export/terminal_table.py",
        "        if shown and used > width:\n            break\n",
        "",
        ("tests/export/test_tables.py",),
    ),
    Mutant(
        "A postal code loses its zero",
        "export/cells.py",
        'return f"{value:06d}"',
        'return f"{value}"',
        ("tests/export/test_tables.py",),
    ),
    Mutant(
        "A cell is taken for a formula",
        "export/cells.py",
        'return f"\'{text}" if _BEGINS_FORMULA.match(text)',
        'return f"{text}" if _BEGINS_FORMULA.match(text)',
        ("tests/export/test_tables.py",),
    ),
)
