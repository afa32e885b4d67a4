"""Faults in written files."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A company takes several lines of a table",
        "export/terminal_table.py",
        "    if cell_len(text) > width:\n",
        "    if False:\n",
        ("tests/export/test_tables.py",),
    ),
    Mutant(
        "The columns that were asked for are dropped first",
        "export/terminal_table.py",
        "        if name not in kept:\n            shown.remove(name)",
        "        shown.remove(name)",
        ("tests/export/test_tables.py",),
    ),
    Mutant(
        "What goes beside the rows for programs is shown to people",
        "export/row_writers.py",
        "if v is not None and n not in _FOR_PROGRAMS",
        "if True",
        ("tests/cli/test_screen.py",),
    ),
    Mutant(
        "Excel reads a Romanian file in one column",
        "export/row_writers.py",
        'delimiter=";" if self._is_romanian else ","',
        'delimiter=","',
        ("tests/cli/test_formats.py",),
    ),
    Mutant(
        "A tab within a value shifts the columns of a TSV",
        "export/row_writers.py",
        'cells = (" ".join(guard(value).split()) for value in self._cells(row))',
        "cells = (guard(value) for value in self._cells(row))",
        ("tests/export/test_row_files.py", "tests/export/test_tables.py"),
    ),
    Mutant(
        "Every column of Parquet is text",
        "export/parquet.py",
        "            if known and all(_fits(kind, value) for value in known):",
        "            if False:",
        ("tests/cli/test_formats.py",),
    ),
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
        "A narrow terminal breaks amounts",
        "export/terminal_table.py",
        "w if n in numeric else min(",
        "w if n in () else min(",
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
    Mutant(
        "A record in an answer is written as program text",
        "export/evidence_markdown.py",
        "if isinstance(first, Struct):",
        "if isinstance(value, tuple) and isinstance(first, Struct):",
        ("tests/export/test_evidence.py",),
    ),
)
