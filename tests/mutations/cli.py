"""Faults of the command line."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A watch check without a terminal spends without --yes",
        "cli/consent.py",
        "and not yes and not _is_somebody_there()",
        "and yes and not _is_somebody_there()",
        ("tests/cli/test_watch.py::test_nobody_to_ask_and_no_yes_spends_nothing",),
    ),
    Mutant(
        "A screen that ends early loses what was paid for",
        "cli/screen.py",
        "            if not self.found:\n                raise\n",
        "            raise\n",
        ("tests/cli/test_early_end.py",),
    ),
    Mutant(
        "Ctrl+C loses the page that is paid for",
        "cli/paging.py",
        "            return await page\n",
        "            raise\n",
        ("tests/cli/test_early_end.py",),
    ),
    Mutant(
        "show exits with 0 though a part failed",
        "cli/show.py",
        "    exit_for_parts(problems)\n",
        "",
        ("tests/cli/test_showing.py",),
    ),
    Mutant(
        "A name that only contains the text is taken for the company",
        "cli/list_check.py",
        "if found.decision == Decision.MATCHED and found.tax_id is not None:\n",
        "if found.candidates:\n            return MeantCompany(found.candidates[0].tax_id, True)\n"
        "        if found.decision == Decision.MATCHED and found.tax_id is not None:\n",
        ("tests/cli/test_check_tables.py",),
    ),
    Mutant(
        "Of several tax ids on a line the last one stands in each row",
        "cli/list_check.py",
        'return row["line"], row["input"]',
        'return row["line"], None',
        ("tests/cli/test_check_tables.py", "tests/cli/test_list_check.py"),
    ),
    Mutant(
        "A registry number in a list is searched for as a name",
        "insight/matching/rows.py",
        "if not row.registry_number and read_registry_number(row.name) is not None:",
        "if False:",
        ("tests/cli/test_check_tables.py",),
    ),
    Mutant(
        "Court cases that were not asked for look clear",
        "cli/list_check.py",
        "if company.data(ops.COURT_CASES) is None:",
        "if False:",
        ("tests/cli/test_check_tables.py",),
    ),
    Mutant(
        "The user's columns are lost",
        "tables/own_columns.py",
        "return () if table.is_list and not table.has_header else table.columns",
        "return ()",
        ("tests/cli/test_check_tables.py",),
    ),
    Mutant(
        "A file of another run is lost when a command fails",
        "cli/output_file.py",
        "if is_whole and written.is_file() and written.stat().st_size:",
        "if True:",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "A device is replaced by a file",
        "cli/output_file.py",
        "_beside(path) if path.is_file() or not path.exists() else path",
        "_beside(path)",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "Ctrl+C just before a question waits for the answer",
        "cli/consent.py",
        "return task is not None and task.cancelling() > 0",
        "return task is None",
        ("tests/cli/test_named_things.py",),
    ),
    Mutant(
        "An export of all cases without --yes loses what was paid for",
        "cli/export.py",
        "    if all_cases or all_contracts:\n        require_somebody(run.settings, yes=yes)\n",
        "",
        ("tests/cli/test_named_things.py",),
    ),
    Mutant(
        "A year in a list of fields is grouped as an amount",
        "export/terminal_table.py",
        'return str(row["field"]).rpartition(".")[2]',
        "return column",
        ("tests/export/test_tables.py",),
    ),
    Mutant(
        "A company that could not be checked is in no row",
        "cli/watch.py",
        ' or [{}] * bool(company["problem"])',
        "",
        ("tests/cli/test_watch.py",),
    ),
    Mutant(
        "An empty address asks the sample",
        "cli/source_flags.py",
        'if value == "":',
        "if False:",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "An option before the name of its command is refused",
        "cli/option_order.py",
        "return [*known, *early, *args[at:]]",
        "return list(args)",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "Ctrl+C at a question is not heard",
        "cli/consent.py",
        "signal.signal(signal.SIGINT, signal.default_int_handler)",
        "signal.signal(signal.SIGINT, signal.SIG_IGN)",
        ("tests/cli/test_named_things.py",),
    ),
    Mutant(
        "The service answers about invented companies without a mark",
        "service/responses.py",
        "| (_INVENTED if invented else {})",
        "| {}",
        ("tests/cli/test_named_things.py",),
    ),
    Mutant(
        "A row of a year is said to be from another year's file",
        "cli/row_sources.py",
        'source.get("year") == years.get(place, newest)',
        'source.get("year")',
        ("tests/opendata/test_provenance.py",),
    ),
)
