"""Faults in how public files are read."""

from __future__ import annotations

from tests.mutations import Mutant

_FORMS = ("tests/opendata/test_forms_of_files.py",)

MUTANTS = (
    Mutant(
        "A file that cannot be read stops the import of all others",
        "opendata/files/inputs.py",
        "            yield _refused(path, written, str(error))\n",
        "            raise\n",
        _FORMS,
    ),
    Mutant(
        "Lines of the code page within UTF-8 are lost",
        "opendata/files/text.py",
        "if recoded is None or encoding == CODE_PAGE or not _is_code_page(line):",
        "if recoded is None or encoding != CODE_PAGE or not _is_code_page(line):",
        _FORMS,
    ),
    Mutant(
        "The header is the first line, though it is blank",
        "opendata/files/table_reader.py",
        "    return not line.strip() or",
        "    return False or",
        _FORMS,
    ),
    Mutant(
        "A figure in thousands, 1450.300, is read as a fraction",
        "opendata/files/spreadsheets.py",
        "or (_NUMBERS.fullmatch(name) and _GROUPED.fullmatch(cell))",
        "or (not cell and _GROUPED.fullmatch(cell))",
        _FORMS,
    ),
    Mutant(
        "A tax id that a spreadsheet rounded is read as it stands",
        "opendata/files/spreadsheets.py",
        "(_DIGITS.fullmatch(name) and _EXPONENT.fullmatch(cell))",
        "(not cell and _EXPONENT.fullmatch(cell))",
        _FORMS,
    ),
    Mutant(
        "Whole numbers with decimals are refused",
        "opendata/files/spreadsheets.py",
        "        if self._has_decimals:\n",
        "        if not cells:\n",
        _FORMS,
    ),
    Mutant(
        "Month and day of an American spreadsheet change places",
        "opendata/files/spreadsheets.py",
        "or (_DAYS.fullmatch(name) and _AMERICAN.fullmatch(cell))",
        "or (not cell and _AMERICAN.fullmatch(cell))",
        _FORMS,
    ),
    Mutant(
        "A line that a spreadsheet quoted loses its cells",
        "opendata/files/spreadsheets.py",
        "        return cells if len(cells) == len(self._columns) else None",
        "        return None",
        _FORMS,
    ),
    Mutant(
        "UTF-16 without a mark is no text",
        "opendata/files/recoding.py",
        "if max(even, odd) * 4 > len(beginning)",
        "if max(even, odd) > len(beginning)",
        _FORMS,
    ),
    Mutant(
        "A renamed column is not named",
        "opendata/recognition.py",
        "if share <= 0.5 and len(header.columns) > 1",
        "if share <= 0 and len(header.columns) > 1",
        _FORMS,
    ),
    Mutant(
        "A company that resumed its activity stays suspended",
        "opendata/onrc/statuses.py",
        '    ("relua", ACTIVE),\n',
        "",
        ("tests/opendata/test_labels.py",),
    ),
    Mutant(
        "Why the register was not read is kept from the user",
        "opendata/plan.py",
        '"\\n".join([needed, *unread])',
        "needed",
        _FORMS,
    ),
    Mutant(
        "A cut file replaces a whole one",
        "opendata/reading.py",
        'return too_short or b"\\r\\n" in tail',
        "return False",
        ("tests/opendata/test_partial_files.py",),
    ),
    Mutant(
        "A file with a tenth of the rows replaces a whole one",
        "opendata/partial.py",
        "LEAST_SHARE: Final = 0.9",
        "LEAST_SHARE: Final = 0.0",
        ("tests/opendata/test_partial_files.py",),
    ),
    Mutant(
        "The year of a statement is that of any day in its name",
        "opendata/treasury/statements.py",
        'r"(?<![a-z])an[_ -]?(20[0-4]\\d)(?!\\d)|',
        'r"(20[0-4]\\d)(?!\\d)|',
        ("tests/opendata/test_partial_files.py",),
    ),
    Mutant(
        "The list of natural persons replaces that of legal ones",
        "opendata/treasury/taxpayers.py",
        'is_legal = by_name[1] == "a"',
        "is_legal = True",
        ("tests/opendata/test_kept_sources.py",),
    ),
    Mutant(
        "The names of private parties are kept in clear",
        "opendata/court_matching.py",
        "            if shows_company(party.name)\n",
        "            if True\n",
        ("tests/opendata/test_kept_sources.py",),
    ),
)
