"""Faults in a registry that goes from month to month."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A month leaves free pages in the file",
        "registry/sqlite/builder.py",
        "if free * _FREE < pages:",
        "if free < pages:",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A month leaves a gap where one of the ten best is gone",
        "registry/sqlite/search_index.py",
        "            if len(found) == MAXIMUM_RESULTS and",
        "            if not found and",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "Of many changed companies one group keeps the parts of another",
        "registry/sqlite/search_index.py",
        "    return ord(begins) % groups if begins else 0",
        "    return ord(window[-1:] or begins or ' ') % groups",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A company after the tenth counts as if no other one came between",
        "registry/sqlite/search_index.py",
        "sum(company <= found[-1] for",
        "sum(company > 0 for",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "Who moved within a street stays connected with the neighbours",
        "registry/sqlite/patching.py",
        '"street_name", "street_nr",',
        '"street_name",',
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A company stays connected with an administrator whom another one follows",
        "registry/sqlite/patching.py",
        "WHERE other.value IS NOT one.value",
        "WHERE other.value IS NULL",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A company is still found by the number of a firm that is gone",
        "registry/sqlite/patching.py",
        "before.other_firm EXCEPT SELECT * FROM main",
        "before.other_firm EXCEPT SELECT * FROM before",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "What was derived from a company before stays beside the new",
        "registry/sqlite/patching.py",
        'f"DELETE FROM main.{table} WHERE ({key}, company) IN ({gone})"',
        'f"DELETE FROM main.{table} WHERE false"',
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "After many changes, companies are still found by what they were called before",
        "registry/sqlite/builder.py",
        "                _begin_anew(connection, FINDING)\n",
        "                pass\n",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A registry still has the companies of before where it is unknown whose rows changed",
        "registry/sqlite/builder.py",
        "                _begin_anew(connection, OF_COMPANIES)\n",
        "",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "The checksum of the month before stays within the file",
        "registry/sqlite/checksum.py",
        "    os.truncate(copy, length)\n",
        "    assert os\n",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A company whose rows are gone is not noted as changed",
        "registry/sqlite/continuing.py",
        """write_many(connection, note.format(f"earlier.{table}"), spans)""",
        "list(spans)",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A value is traced to where its line was a month before",
        "registry/sqlite/continuing.py",
        "run.moved + move.moved)",
        "run.moved)",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A new state or administrator of a firm changes nothing",
        "registry/sqlite/continuing.py",
        "    connection.execute(_OF_KEYS)",
        "    connection.execute(_OF_KEYS + ' AND false')",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "Who changed stays in the sets of before",
        "registry/sqlite/screening/build.py",
        "sets[field][value] -= members",
        "sets[field][value] |= members",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A firm that moved stays a peer where it was",
        "registry/sqlite/peer_groups.py",
        "if row[:2] not in joined]",
        "]",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "An old name is still found after a month",
        "registry/sqlite/search_index.py",
        "((company, self._ngrams_of(found)) for company, found in sorted(gone)),",
        "(),",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A word that no name has any more is still suggested",
        "registry/sqlite/word_index.py",
        '"".join(sorted(pairs - less | more))',
        '"".join(sorted(pairs | more))',
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "Words that a name lost still find it",
        "registry/sqlite/screening/texts.py",
        "BitMap()) - gone[word] | new[word]",
        "BitMap()) | new[word]",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A damaged registry is continued",
        "registry/sqlite/patching.py",
        " and not has_wrong_checksum(path) else",
        " else",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A company keeps its number though its rank changed",
        "registry/sqlite/numbering.py",
        "is_highest = not lowest or number > lowest[-1]",
        "is_highest = True",
        ("tests/registry/test_months.py",),
    ),
    Mutant(
        "A company whose rank changed is found by its number of before as well",
        "registry/sqlite/ranks.py",
        "chain((new for new, _old in moved), gone)",
        "(new for new, _old in moved)",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A company that stayed keeps a number for which there is no room",
        "registry/sqlite/ranks.py",
        """    write_many(connection, "UPDATE ranked SET id = -? WHERE id = ?", moved)
""",
        "",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A company whose number had to move loses what its firm says",
        "registry/sqlite/ranks.py",
        "id IN (SELECT id FROM rewritten)",
        "false",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "After many moves, companies lose what their firms say",
        "registry/sqlite/ranks.py",
        'if few else "true"',
        'if few else "false"',
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A month chooses companies as the one before did",
        "registry/sqlite/builder.py",
        "filter_of(before)[0] != company_filter",
        "filter_of(before)[0] is None",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "Companies that stayed are sorted by their names as they are written",
        "registry/sqlite/ranks.py",
        "status, fold(company_name), company_id",
        "status, company_name, company_id",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A changed company comes before all others",
        "registry/sqlite/ranks.py",
        "at = bisect(stayed, key, key=key_of)",
        "at = done",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A changed company stays where it was, whatever changed",
        "registry/sqlite/ranks.py",
        "and stayed and key == key_of(number)",
        "and stayed",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "A company that is gone from a number stays where it is found",
        "registry/sqlite/tables.py",
        'gone = "SELECT company FROM temp.changed EXCEPT SELECT id FROM temp.written"',
        'gone = "SELECT 0"',
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "Years of a changed company stay beside its new ones",
        "registry/sqlite/tables.py",
        'f"DELETE FROM main.{table} WHERE company IN {changed}"',
        'f"DELETE FROM main.{table} WHERE false"',
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "Only what differs of a company is derived again, and what it shares is lost",
        "registry/sqlite/patching.py",
        """
                f"DELETE FROM temp.{table}_{when}"
                f" WHERE {columns.split(',')[0]} NOT IN (SELECT company FROM temp.differing)"
""",
        """
                f"DELETE FROM temp.{table}_{when} WHERE {columns.split(',')[0]} NOT IN"
                f" (SELECT {columns.split(',')[0]} FROM (SELECT * FROM temp.{table}_{when} EXCEPT"
                f" SELECT {columns} FROM {'main' if when == 'before' else 'before'}.{table}))"
""",
        ("tests/registry/test_months.py", "tests/opendata/test_months.py"),
    ),
    Mutant(
        "A company whose number had to move has no figures any more",
        "registry/sqlite/merge.py",
        "        _run(connection, _MOVED)\n",
        "        return companies\n",
        ("tests/opendata/test_months.py",),
    ),
    Mutant(
        "An own record of a company that no file has loses its figures after many moves",
        "registry/sqlite/merge.py",
        "WHERE (firm IS NOT NULL OR tax_id IN (SELECT tax_id FROM own))",
        "WHERE (firm IS NOT NULL)",
        ("tests/opendata/test_months.py", "tests/registry/test_months.py"),
    ),
)
