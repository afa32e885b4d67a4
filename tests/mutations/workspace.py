"""Faults in what the user keeps."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A decision about a list follows a torn line and is lost with it",
        "workspace/match_file.py",
        'torn = _NEWLINE if self._is_torn else b""',
        'torn = b""',
        ("tests/workspace/test_match_file.py",),
    ),
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
    Mutant(
        "A clock that was ahead silences the watch list",
        "workspace/snapshots.py",
        "bring_back(db, tax_id, now=to_stored(moment), before=oldest)",
        "pass",
        ("tests/workspace/test_clock.py",),
    ),
    Mutant(
        "What was corrected after a clock was ahead comes twice from a backup",
        "workspace/clock.py",
        "replace(json.decode(body, type=Change), first_seen=from_stored(place))",
        "json.decode(body, type=Change)",
        ("tests/workspace/test_clock.py",),
    ),
    Mutant(
        "A backup takes sections that are newer here",
        "workspace/transfer.py",
        "newer.add((line.tax_id, line.source, line.section))",
        'newer |= {(line.tax_id, line.source, each) for each in ("profile", "court_cases")}',
        ("tests/workspace/test_transfer.py",),
    ),
    Mutant(
        "A watch check spends one request of the reserve",
        "workspace/watch_check.py",
        "not allowance.affords(len(sections))",
        "not allowance.affords(len(sections) - 1)",
        ("tests/cli/test_watch.py::test_no_request_of_the_reserve_is_spent",),
    ),
    Mutant(
        "A resumed watch check asks what the profile rules out",
        "workspace/watch_check.py",
        "return tuple(each for each in left if not each.is_ruled_out(profile))",
        "return left",
        ("tests/cli/test_watch.py::test_a_resumed_check_asks_nothing_that_the_profile_rules_out",),
    ),
    Mutant(
        "Of two notes the older one leads",
        "workspace/merging.py",
        "older, newer = sorted((ours, theirs))",
        "newer, older = sorted((ours, theirs))",
        ("tests/workspace/test_merging.py",),
    ),
)
