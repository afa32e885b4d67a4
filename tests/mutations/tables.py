"""Faults in reading the tables that users bring."""

from __future__ import annotations

from tests.mutations import Mutant

READING = ("tests/tables/test_reading.py",)
COLUMNS = ("tests/tables/test_columns.py",)

MUTANTS = (
    Mutant(
        "One byte that is not UTF-8 makes a table one of the code page 1250",
        "tables/lines.py",
        "longest=len(data), recoded=_ignore, mixed=True,",
        "longest=len(data), recoded=_ignore,",
        ("tests/tables/test_reading.py",),
    ),
    Mutant(
        "A tab that a line names as the delimiter is none",
        "tables/lines.py",
        r"sep=([^\r\n])",
        r"sep=(\S)",
        ("tests/opendata/test_forms_of_files.py",),
    ),
    Mutant(
        "Empty cells at the end of rows are columns",
        "tables/table.py",
        "return next((at for at in range(len(cells), 0, -1) if cells[at - 1].strip()), 0)",
        "return len(cells)",
        READING,
    ),
    Mutant(
        "An entity in a list stays as it is",
        "tables/reading.py",
        "    return without_invisible(without_entities(cell))",
        "    return without_invisible(cell)",
        ("tests/tables/test_reading.py",),
    ),
    Mutant(
        "A quote that is never closed takes the rows below it",
        "tables/text.py",
        "if (is_whole and rows[-1][1] != [_END]) or any(",
        "if any(",
        READING,
    ),
    Mutant(
        "A comma in some names makes a table of a list",
        "tables/text.py",
        "            split = number\n",
        "            split = widths.total()\n",
        READING,
    ),
    Mutant(
        "Rows of other lengths make names of a table that has a header",
        "tables/text.py",
        'if delimiter == "," and not _begins_with_header(text):',
        'if delimiter == ",":',
        READING,
    ),
    Mutant(
        "A comma within a value moves the tax id behind it",
        "tables/reading.py",
        "    raw = _realigned(_listed(raw))\n",
        "    raw = _listed(raw)\n",
        READING,
    ),
    Mutant(
        "A hidden sheet is read",
        "tables/spreadsheet.py",
        'str(each.visible).endswith(".Visible")',
        "True",
        READING,
    ),
    Mutant(
        "Blank rows above a sheet's first value count twice",
        "tables/spreadsheet.py",
        "enumerate(book.get_sheet_by_name(name).iter_rows(), 1)",
        "enumerate(book.get_sheet_by_name(name).iter_rows(), 1 + (book.get_sheet_by_name(name)"
        ".start or (0, 0))[0])",
        READING,
    ),
    Mutant(
        "A sheet of names is no likelier than one of notes",
        "tables/reading.py",
        "(1, (ColumnRole.NAME,))",
        "(0, (ColumnRole.NAME,))",
        READING,
    ),
    Mutant(
        "A line of the code page is lost within UTF-8",
        "tables/lines.py",
        "encoding == CODE_PAGE or not (mixed or _is_code_page(line))",
        "encoding == CODE_PAGE or not mixed",
        ("tests/tables/test_lines.py",),
    ),
    Mutant(
        "The line below one that is too long is lost",
        "tables/lines.py",
        "            skipping = False\n        whole",
        "            skipping = False\n            continue\n        whole",
        ("tests/tables/test_lines.py",),
    ),
    Mutant(
        "The first sheet is read, whatever it holds",
        "tables/reading.py",
        "key=_likelihood, default=",
        "key=lambda each: 0, default=",
        READING,
    ),
    Mutant(
        "Personal codes in a column of tax ids hide the tax ids between them",
        "tables/columns.py",
        " if row.cells[at] and at not in row.codes]",
        " if row.cells[at]]",
        COLUMNS,
    ),
    Mutant(
        "A tax id of a spreadsheet ends in .0",
        "tables/spreadsheet.py",
        "return str(int(value)) if value.is_integer() else decimal_text(value)",
        "return str(value)",
        READING,
    ),
    Mutant(
        "A picture is read as a list",
        "tables/text.py",
        "if not is_text or ",
        "if ",
        READING,
    ),
    Mutant(
        "JSON is read as a list of names, and each line is paid for",
        "tables/text.py",
        " or plain.lstrip().startswith(_OTHER_KINDS)",
        "",
        READING,
    ),
    Mutant(
        "Tax ids that a spreadsheet cut are given up for a column of names",
        "tables/columns.py",
        "return 2 * sum(map(str.isdigit, text)) > sum(map(str.isalnum, text))",
        "return text.isdigit()",
        COLUMNS,
    ),
    Mutant(
        "Of two columns with tax ids the first is taken without a word",
        "tables/columns.py",
        "    if len(candidates) > 1 and role in _WORDS:",
        "    if False:",
        COLUMNS,
    ),
    Mutant(
        "A column of names is taken for tax ids, as it is called CUI",
        "tables/columns.py",
        "both = [at for at in named if at in fitting] or "
        "[at for at in named if _may_be(role, table, at)]",
        "both = named",
        COLUMNS,
    ),
)
