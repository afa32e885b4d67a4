"""Faults in how public contracts are read, summed and shown."""

from __future__ import annotations

from tests.mutations import Mutant

_IMPORTING = ("tests/opendata/procurement/test_importing.py",)
_PERIODS = ("tests/opendata/procurement/test_periods.py",)
_AMOUNTS = ("tests/opendata/procurement/test_amounts.py",)
_COLUMNS = ("tests/opendata/procurement/test_columns.py",)
_CHANGES = ("tests/opendata/procurement/test_changes.py",)
_READING = ("tests/registry/test_public_money.py",)

MUTANTS = (
    Mutant(
        "A call-off is taken for its framework",
        "opendata/procurement/cells.py",
        '    if "subsecvent" in folded:',
        '    if "subsecvent" in folded and "cadru" not in folded:',
        _IMPORTING,
    ),
    Mutant(
        "The day is always taken to come first",
        "opendata/procurement/dates.py",
        "order = DAY_FIRST if day_first >= month_first else MONTH_FIRST",
        "order = DAY_FIRST",
        _IMPORTING,
    ),
    Mutant(
        "A person's name is kept",
        "opendata/procurement/cells.py",
        '        return ContractParty(PERSON, "")',
        "        return ContractParty(PERSON, shown)",
        _IMPORTING,
    ),
    Mutant(
        "A purchase at the ceiling is set apart",
        "opendata/procurement/reading.py",
        "            is_apart = value is not None and value > ceiling",
        "            is_apart = value is not None and value >= ceiling",
        _IMPORTING,
    ),
    Mutant(
        "A shifted row is read as it stands",
        "opendata/files/table_reader.py",
        "        if len(cells) == width:\n            incomplete.clear()",
        "        if len(cells) >= width:\n            incomplete.clear()",
        _IMPORTING,
    ),
    Mutant(
        "The days of the rows decide a quarter that the name tells",
        "opendata/procurement/periods.py",
        "    if named := _named(plain[-1:], plain, rows):\n",
        "    if not rows and (named := _named(plain[-1:], plain, rows)):\n",
        _PERIODS,
    ),
    Mutant(
        "A quarter right before the ending of a file's name is not seen",
        "opendata/procurement/periods.py",
        "    plain = [words_of(name) for name in names[-3:]]",
        '    plain = [words_of(name.replace(".", "x")) for name in names[-3:]]',
        _PERIODS,
    ),
    Mutant(
        "A quarter replaces another one in silence",
        "cli/import_report.py",
        "    yield from (source.replaced_text for source in summary.replaced)\n",
        "",
        _PERIODS,
    ),
    Mutant(
        "A value as 12.345 always has decimals",
        "opendata/procurement/amounts.py",
        "        return before + after if self.mark == other else",
        "        return before + after if self.mark == 1 else",
        _AMOUNTS,
    ),
    Mutant(
        "Values that no other cell settles are guessed",
        "opendata/procurement/amounts.py",
        '        if self.mark == "":\n            raise',
        '        if self.mark == "?":\n            raise',
        _AMOUNTS,
    ),
    Mutant(
        "Another currency is summed as RON",
        "opendata/procurement/amounts.py",
        "    return is_missing(currency) or _LEI.search(currency) is not None",
        "    return True",
        _AMOUNTS,
    ),
    Mutant(
        "A purchase without a value is counted among the summed ones",
        "registry/contracts/merge.py",
        "                    of_year[4] += 1\n",
        "                    of_year[first] += 1\n",
        _AMOUNTS,
    ),
    Mutant(
        "Numbers that do not check are taken for tax ids",
        "opendata/procurement/columns.py",
        "if len(tax_id) > 4 and has_valid_control_digit(tax_id)]",
        "if len(tax_id) > 4 or has_valid_control_digit(tax_id)]",
        _COLUMNS,
    ),
    Mutant(
        "A tax id whose column's name is cut is not seen",
        "opendata/procurement/columns.py",
        '_CUT_ID: Final = "(?:cu|ci|cf)$"',
        '_CUT_ID: Final = "(?:ci|cf)$"',
        _COLUMNS,
    ),
    Mutant(
        "A change may precede its contract",
        "registry/contracts/changes.py",
        " if contract.day <= change.day and change.winner in",
        " if change.winner in",
        _CHANGES,
    ),
    Mutant(
        "A change belongs to every contract of its number",
        "registry/contracts/changes.py",
        "    return [contract for contract in meant if contract.day == newest]",
        "    return earlier",
        _CHANGES,
    ),
    Mutant(
        "A later change is not compared with the value after the one before",
        "registry/contracts/changes.py",
        "    value = contract.value if before is None else before.after",
        "    value = contract.value",
        _CHANGES,
    ),
    Mutant(
        "A quarter is added to itself",
        "opendata/procurement/importing.py",
        "    kept = [source for source in before if source not in gone]",
        "    kept = list(before)",
        _IMPORTING,
    ),
    Mutant(
        "A name decides what a file is",
        "opendata/procurement/columns.py",
        "    if any(map(_OF_PURCHASES.search, names)) or _are_direct(header, sample):",
        '    if "contract" not in plain(name) and any(map(_OF_PURCHASES.search, names)):',
        _IMPORTING,
    ),
    Mutant(
        "Without contracts a criterion on them finds nobody",
        "registry/screening/selection.py",
        "    if not index.has_contracts and any(",
        "    if index.has_contracts and not any(",
        _READING,
    ),
    Mutant(
        "The newest contracts come in no order",
        "registry/public_money.py",
        '"ORDER BY d.day DESC, d.source, d.line"',
        '"ORDER BY d.source, d.line"',
        _READING,
    ),
    Mutant(
        "A page ends with a whole pair of buyer and winner, and is longer than was asked for",
        "registry/public_money.py",
        "                if len(found) == size:\n",
        "                if len(found) == size and not row:\n",
        _READING,
    ),
    Mutant(
        "A framework's ceiling is exported as an amount",
        "export/contract_values.py",
        "return None if contract.nature == FRAMEWORK or contract.set_apart else contract.value",
        "return None if contract.set_apart else contract.value",
        ("tests/cli/test_export_contracts.py",),
    ),
    Mutant(
        "An export reads every page of contracts of a server unasked",
        "cli/export.py",
        "            return self._is_free\n",
        "            return True\n",
        ("tests/cli/test_export_contracts.py",),
    ),
    Mutant(
        "The name of a person is kept where the code stands in it",
        "opendata/procurement/cells.py",
        "    if is_code or MASK in shown:\n",
        "    if is_code:\n",
        _IMPORTING,
    ),
    Mutant(
        "An authority outside the register is not found by its tax id",
        "registry/public_money.py",
        "    if profile is None:\n        return results\n",
        "    return results\n",
        _READING,
    ),
    Mutant(
        "An assistant is told that a company with frameworks alone is not on record",
        "agents/parts.py",
        "    if money is None or not money.years:\n",
        "    if money is None or not money.count:\n",
        ("tests/agents/test_public_money.py",),
    ),
    Mutant(
        "An activity of a framework alone was won",
        "registry/contracts/merge.py",
        "FROM money_contract WHERE cpv IS NOT NULL AND {_IS_SUMMED}",
        "FROM money_contract WHERE cpv IS NOT NULL",
        ("tests/registry/test_public_money.py",),
    ),
)
