"""Faults in written files."""

from __future__ import annotations

from tests.mutations import Mutant

_REPORT = ("tests/export/test_whole_report.py",)
_SECTIONS = ("tests/export/test_sections_of_evidence.py",)

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
    Mutant(
        "A file of one page says that more could be bought",
        "export/evidence.py",
        "if here < total else",
        "if total else",
        _REPORT,
    ),
    Mutant(
        "The oldest year stands first in a report",
        "export/evidence_markdown.py",
        'record.get("year") or 0, reverse=True)',
        'record.get("year") or 0)',
        _REPORT,
    ),
    Mutant(
        "A report says that there are no court cases where the source has none of anybody",
        "export/evidence_markdown.py",
        "    if is_empty and not section.notes:",
        "    if is_empty:",
        _REPORT,
    ),
    Mutant(
        "Direct purchases of others count as rows of the company",
        "export/evidence_money.py",
        " and getattr(each, side) == money.tax_id",
        "",
        _SECTIONS,
    ),
    Mutant(
        "The ceiling of a framework looks like a value",
        "export/evidence_money.py",
        """        return f"{said} ({_('a ceiling')})"\n""",
        "        return said\n",
        _REPORT,
    ),
    Mutant(
        "An old answer hides why there is no newer one",
        "export/evidence.py",
        'problem=problem or str(answer.failure or ""),',
        "problem=problem,",
        _SECTIONS,
    ),
    Mutant(
        "An empty list of JSON is not closed",
        "export/row_writers.py",
        '"\\n]\\n" if self.rows else "]\\n"',
        '"\\n]\\n" if self.rows else ""',
        ("tests/export/test_formats.py",),
    ),
    Mutant(
        "The ceiling of a framework is an amount that others sum",
        "export/contract_values.py",
        "contract.nature == FRAMEWORK or contract.set_apart",
        "contract.set_apart",
        ("tests/export/test_contracts.py",),
    ),
    Mutant(
        "An award without a notice counts as a signed contract",
        "export/ocds.py",
        '_SIGNED: Final = frozenset({"contract", "callOff", "purchase"})',
        '_SIGNED: Final = frozenset({"contract", "callOff", "purchase", "noNotice"})',
        ("tests/export/test_contracts.py",),
    ),
    Mutant(
        "The address of a package says local time as UTC",
        "export/ocds.py",
        "{now.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}",
        "{now:%Y%m%dT%H%M%SZ}",
        ("tests/export/test_contracts.py",),
    ),
    Mutant(
        "A bundle with all pages of cases says of each what the others cost",
        "export/evidence.py",
        "total, here = data.total_cases or 0, len(data.court_cases) + elsewhere",
        "total, here = data.total_cases or 0, len(data.court_cases)",
        ("tests/export/test_sections_of_evidence.py",),
    ),
    Mutant(
        "An empty last page of cases in a report says that there are none",
        "export/evidence_markdown.py",
        "not (data.court_cases or data.total_cases)",
        "not data.court_cases",
        ("tests/export/test_sections_of_evidence.py",),
    ),
)
