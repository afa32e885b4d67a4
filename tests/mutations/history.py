"""Faults of the register over time."""

from __future__ import annotations

from tests.mutations import Mutant

_ANY_ORDER = ("tests/opendata/history/test_any_order.py",)
_FILES = ("tests/opendata/history/test_older_files.py",)
_SERVICE = ("tests/service/test_history.py",)
_SCREENING = ("tests/registry/test_screening_the_past.py",)
_WATCHED = ("tests/cli/test_watched_news.py",)
_RULES = ("tests/insight/test_history_rules.py",)
_DOWNLOAD = ("tests/opendata/test_download.py",)

MUTANTS = (
    Mutant(
        "The end of a period of changes is dropped without a word",
        "contract/screening/values.py",
        'read_days(text.removeprefix(">=").removesuffix("..").strip())',
        'read_days(text.removeprefix(">=").partition("..")[0].strip())',
        ("tests/contract/test_screening_language.py",),
    ),
    Mutant(
        "A company that is missing from one file of several is gone",
        "registry/history/snapshots.py",
        "        return MISSING if is_whole else NOT_COVERED",
        "        return MISSING",
        _FILES,
    ),
    Mutant(
        "An empty cell between two equal ones is a change",
        "registry/history/events.py",
        "        if after and said is not None and after != said:",
        "        if after and said is not None:",
        _FILES,
    ),
    Mutant(
        "A company that was missing for a time is gone and new again",
        "registry/history/events.py",
        "for day, value in presence[last + 1 :] if value == MISSING",
        "for day, value in presence if value == MISSING",
        _FILES,
    ),
    Mutant(
        "Another spelling of a name is a change",
        "registry/history/spelling.py",
        "    found = words(fold(text))\n",
        "    found = text.split()\n",
        _FILES,
    ),
    Mutant(
        "Another spelling of a street is a change",
        "registry/history/spelling.py",
        '    found = fold(text.replace(".", " ")).replace("b dul"',
        '    return text\n    found = fold(text.replace(".", " ")).replace("b dul"',
        _FILES,
    ),
    Mutant(
        "A snapshot between others is taken for the newest one",
        "registry/history/store.py",
        "        is_newest = self.day > self.days[-1]",
        "        is_newest = True",
        _ANY_ORDER,
    ),
    Mutant(
        "Of each batch of companies that changed one is lost",
        "registry/history/store.py",
        "WHERE id > ? ORDER BY id LIMIT ?",
        "WHERE id > ? + 1 ORDER BY id LIMIT ?",
        _ANY_ORDER,
    ),
    Mutant(
        "A value that is only spelt in another way keeps its old spelling",
        "registry/history/store.py",
        "            if is_newest:\n                self._spell_anew()",
        "            if not is_newest:\n                self._spell_anew()",
        _ANY_ORDER,
    ),
    Mutant(
        "A company that differs in one field of several is left as it was",
        "registry/history/store.py",
        "AND NOT ({differing}))",
        "AND NOT ({differing.partition(' OR ')[0]}))",
        _ANY_ORDER,
    ),
    Mutant(
        "A day that is removed is still the last one on which a value was seen",
        "registry/history/store.py",
        "WHERE ? IN (not_after, not_before) OR field",
        "WHERE ? IN (not_after) OR field",
        _ANY_ORDER,
    ),
    Mutant(
        "Of two rows with one tax id the struck-off one counts",
        "opendata/history/staging.py",
        'map(_STRUCK_OFF.format, ("excluded", "seen"))',
        'map(_STRUCK_OFF.format, ("seen", "excluded"))',
        _FILES,
    ),
    Mutant(
        "The same snapshot counts twice",
        "opendata/history/adding.py",
        "        if set(info.files) <= set(before.files) and not asks_for_people:",
        "        if not info.files and not asks_for_people:",
        _FILES,
    ),
    Mutant(
        "What is added lies in the history before it is whole",
        "registry/history/store.py",
        '                draft = folder / "draft.db"\n',
        "                draft = history\n",
        _FILES,
    ),
    Mutant(
        "A day may come from the time at which a file was written",
        "opendata/history/snapshots.py",
        "    return names_whole_day(named[-1]) if named else None",
        "    return names_whole_day(named[-1]) if named else source.day",
        _FILES,
    ),
    Mutant(
        "Rows of states and their names count as companies",
        "opendata/history/adding.py",
        "tally.rows if is_of_firms else 0",
        "tally.rows",
        _FILES,
    ),
    Mutant(
        "Of a company that is gone nobody is told when it was last seen",
        "cli/show.py",
        "        if run.as_of is None and companies",
        "        if run.as_of and companies",
        _FILES,
    ),
    Mutant(
        "Names of people in roles are kept unasked",
        "opendata/history/rows.py",
        "        elif not (with_people or is_firm(name)):",
        "        elif not (name or with_people or is_firm(name)):",
        _FILES,
    ),
    Mutant(
        "An import does not keep the month before",
        "opendata/history/adding.py",
        "    if plan.replaced.get(REGISTER):",
        '    if plan.replaced.get(""):',
        _FILES,
    ),
    Mutant(
        "As of a day a company with changes has its latest values",
        "registry/history/screening.py",
        "CASE WHEN changed = 1 THEN",
        "CASE WHEN changed = 2 THEN",
        _SCREENING,
    ),
    Mutant(
        "As of a day the latest change after it counts, not the earliest",
        "registry/history/screening.py",
        "ORDER BY not_after LIMIT 1",
        "ORDER BY not_after DESC LIMIT 1",
        _SCREENING,
    ),
    Mutant(
        "Screening as of a day leaves out the companies after the first chunk",
        "registry/history/screening.py",
        "            low = high\n",
        "            low = LARGEST_TAX_ID\n",
        _SCREENING,
    ),
    Mutant(
        "As of a day only companies whose name fits today are looked at",
        "registry/history/screening.py",
        'f" AND not_after > {self._day} AND {has_one',
        'f" AND not_after > 99999999 AND {has_one',
        _SCREENING,
    ),
    Mutant(
        "As of a day a word with dots within it is not found",
        "registry/history/screening.py",
        '(word.upper(), *".\'`", word.upper())',
        '(word.upper(), *"!!!", word.upper())',
        _SCREENING,
    ),
    Mutant(
        "A search of a day looks only at those that match today",
        "registry/history/as_of.py",
        "        if len(found) < _MAX_FOUND <= len(today):",
        "        if len(found) > _MAX_FOUND:",
        _SCREENING,
    ),
    Mutant(
        "A search of a day finds names that came later",
        "registry/history/as_of.py",
        "field = ? AND not_after <= ?",
        "field = ? AND not_after >= ?",
        _SCREENING,
    ),
    Mutant(
        "A company that is not in the file of a day is screened",
        "registry/history/screening.py",
        "{self._value(Field.PRESENCE)} = '{PRESENT}'",
        "{self._value(Field.PRESENCE)} <> ''",
        _SCREENING,
    ),
    Mutant(
        "Former names are not found",
        "registry/history/answers.py",
        "    more = [each for each in formerly(read, past, q) if each.tax_id not in known]",
        "    more = [each for each in formerly(read, past, q) if each.tax_id in known]",
        _SERVICE,
    ),
    Mutant(
        "A page of changes begins one change late",
        "registry/history/changes.py",
        "kind < start.kind:",
        "kind <= start.kind:",
        _SERVICE,
    ),
    Mutant(
        "Changes before since: are listed as well",
        "registry/history/changes.py",
        "and name[2] >= since",
        "and name[2] >= 0",
        _SERVICE,
    ),
    Mutant(
        "Older snapshots are news for the watch list",
        "cli/watched_news.py",
        "if each.not_after > since.isoformat()",
        "if each.not_after",
        _WATCHED,
    ),
    Mutant(
        "What an import told of a watched company is told by the next check again",
        "workspace/register_changes.py",
        '"DELETE FROM known WHERE',
        '"DELETE FROM known WHERE false AND',
        _WATCHED,
    ),
    Mutant(
        "Moves that may lie years apart are said to be within a year",
        "insight/history_rules.py",
        "    if not certain:",
        "    if not possible:",
        _RULES,
    ),
    Mutant(
        "Snapshots without a day are fetched, and stop data history add",
        "opendata/history/catalogue.py",
        "            if day is None:",
        "            day = day or dt.date.max\n            if day is None:",
        _DOWNLOAD,
    ),
)
