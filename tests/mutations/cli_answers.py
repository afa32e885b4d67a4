"""Further faults of commands: what they say of pages, names, age and failures."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "An empty second page of cases says nothing is on record",
        "cli/show.py",
        "operation is ops.COURT_CASES and page > 1",
        "operation is ops.COURT_CASES and page > 2",
        ("tests/cli/test_company_commands.py",),
    ),
    Mutant(
        "At a server a cached profile gives no name to the rows",
        "cli/show.py",
        "if costs and companies.price(ops.PROFILE, tax_id):",
        "if costs:",
        ("tests/cli/test_company_commands.py",),
    ),
    Mutant(
        "A check at the public services takes no time",
        "cli/watch.py",
        "math.ceil(-(-companies // TOGETHER) * INTERVAL)",
        "math.ceil(companies // TOGETHER * INTERVAL)",
        ("tests/cli/test_told_details.py",),
    ),
    Mutant(
        "A folder that cannot be written is fine",
        "cli/doctor.py",
        "os.access(file.parent, os.W_OK)",
        "os.access(file.parent, os.R_OK)",
        ("tests/cli/test_helping.py::test_the_doctor_says_which_folder_takes_nothing",),
    ),
    Mutant(
        "No request left is not told after login",
        "cli/login.py",
        "    if remaining is not None:",
        "    if remaining:",
        ("tests/cli/test_habits.py::test_login_says_also_that_no_request_is_left",),
    ),
    Mutant(
        "A stopped check starts again after 24 minutes",
        "cli/list_check.py",
        "_STALE: Final = 24 * 3600",
        "_STALE: Final = 24 * 60",
        (
            "tests/cli/test_list_check.py::test_what_is_old_or_of_a_clock_that_was_ahead_is_checked_again",
        ),
    ),
    Mutant(
        "A day's list begins at the page with all totals left out",
        "cli/new.py",
        "page=page or 1,\n            total_pages",
        "page=1,\n            total_pages",
        ("tests/cli/test_pages.py::test_a_page_of_a_day_is_the_one_that_was_named",),
    ),
    Mutant(
        "An export of an old answer does not say why it is old",
        "cli/export.py",
        "(*company.problems.values(), *why_stale)",
        "company.problems.values()",
        ("tests/cli/test_freshness.py::test_an_export_marks_what_is_old_in_every_format",),
    ),
    Mutant(
        "FollowTheMoney names no time of its answers",
        "cli/export.py",
        "retrieved_at=answer.fetched_at if answer else None",
        "retrieved_at=None",
        ("tests/cli/test_helping.py::test_all_that_is_on_record_is_exported",),
    ),
    Mutant(
        "A file with formats' names of its own ends otherwise",
        "cli/export.py",
        "_ENDINGS.get(file_format, file_format)",
        "file_format",
        ("tests/cli/test_helping.py::test_all_that_is_on_record_is_exported",),
    ),
    Mutant(
        "A row that failed is kept as done",
        "cli/list_check.py",
        '        if row["problem"] is None:\n            journal.add(row)',
        '        if row["taxId"] is not None:\n            journal.add(row)',
        ("tests/cli/test_lists_at_a_server.py::test_a_row_with_a_problem_is_asked_again",),
    ),
    Mutant(
        "A matched list without a match is a success",
        "cli/match.py",
        "    if not counts[Decision.MATCHED]:\n        raise SystemExit(NOTHING)",
        "    if not final:\n        raise SystemExit(NOTHING)",
        ("tests/cli/test_match.py::test_a_list_without_a_match_is_nothing_found",),
    ),
    Mutant(
        "A tab without rows ends firmeterm show with a traceback",
        "cli/sections.py",
        "return super().convert(view.name if view else value, param, ctx)",
        "return view.name if view else super().convert(value, param, ctx)",
        ("tests/cli/test_showing.py::test_a_tab_without_rows_is_no_section",),
    ),
    Mutant(
        "A table for people has the events of the register without their day",
        "cli/sections.py",
        'yield _event(change.not_after, "register", moved)',
        'yield _event(change.not_before, "register", moved)',
        ("tests/cli/test_told_details.py",),
    ),
    Mutant(
        "Sources are shown of all sections but not in columns",
        "cli/show.py",
        "out.show(with_sources(result) if sources else result, notes, options)",
        "out.show(result, notes, options)",
        ("tests/cli/test_told_details.py",),
    ),
    Mutant(
        "A gap of the history is one of any length",
        "cli/data_history.py",
        "if other.day - one.day > _LONG",
        "if other.day - one.day > dt.timedelta()",
        ("tests/cli/test_told_details.py",),
    ),
    Mutant(
        "An unknown county imports the whole country",
        "cli/data.py",
        "    if unknown:\n        raise click.UsageError(",
        "    if len(unknown) == len(counties) > 1:\n        raise click.UsageError(",
        ("tests/cli/test_told_details.py",),
    ),
    Mutant(
        "A list of watched companies for programs is as for people",
        "cli/watch.py",
        'is_data = output.format in ("json", "jsonl")',
        'is_data = output.format == "json"',
        ("tests/cli/test_watch.py::test_changes_in_words_and_the_list",),
    ),
    Mutant(
        "A failed check of a part is told without the name",
        "cli/watch.py",
        "{names.get(tax_id) or tax_id}: {problem}",
        "{tax_id}: {problem}",
        (
            "tests/cli/test_watch.py::test_a_key_that_is_not_taken_and_one_that_is_good_for_some_sections",
        ),
    ),
    Mutant(
        "A set key without a server is fine",
        "cli/doctor.py",
        '        return _wrong("key", str(error), "firmeterm login")',
        '        return _fine("key", str(error))',
        (
            "tests/cli/test_helping.py::test_the_doctor_refuses_a_key_over_http_and_a_terminal_that_is_too_low",
        ),
    ),
    Mutant(
        "A damaged workspace is fine for the doctor",
        "cli/doctor.py",
        '        return _wrong("workspace", str(error), "firmeterm workspace import FILE")',
        '        return _fine("workspace", str(error))',
        (
            "tests/cli/test_helping.py::test_the_doctor_finds_a_damaged_cache_and_no_fault_in_a_sound_one",
        ),
    ),
    Mutant(
        "A small terminal is fine",
        "cli/doctor.py",
        "if size.columns < MIN_WIDTH or size.lines < MIN_HEIGHT:",
        "if size.columns < MIN_WIDTH and size.lines < MIN_HEIGHT:",
        (
            "tests/cli/test_helping.py::test_the_doctor_refuses_a_key_over_http_and_a_terminal_that_is_too_low",
        ),
    ),
    Mutant(
        "A service on all addresses needs no key",
        "cli/serve.py",
        '    if not is_loopback(host):\n        raise click.ClickException(f"{host} is open',
        "    if is_loopback(host) and not host:\n"
        '        raise click.ClickException(f"{host} is open',
        ("tests/cli/test_keys_and_cache.py::test_a_service_says_whom_it_answers_and_where",),
    ),
    Mutant(
        "Changing a key's quota takes its last day away",
        "cli/keys.py",
        "sets_end=expires is not None)",
        "sets_end=True)",
        ("tests/cli/test_keys_and_cache.py::test_another_quota_leaves_the_last_day_of_a_key",),
    ),
    Mutant(
        "A price without what is left says that none is",
        "cli/consent.py",
        'left = "" if price.left is None else',
        'left = "" if not price.left else',
        ("tests/cli/test_told_details.py",),
    ),
    Mutant(
        "Consent of the rest is asked at each page",
        "cli/paging.py",
        "        self._has_consent = True\n        price",
        "        price",
        ("tests/cli/test_told_details.py",),
    ),
)
