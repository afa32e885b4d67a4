"""Faults of single branches of the commands: the other of two, a lost flag, a swapped value."""

from __future__ import annotations

from typing import Final

from tests.mutations import Mutant

_FILES: Final = ("tests/cli/test_public_files.py",)
_SOURCES: Final = ("tests/cli/test_sources_and_prices.py",)
_SERVICE: Final = ("tests/cli/test_service_and_login.py",)
_SMALL: Final = ("tests/cli/test_small_choices.py",)

MUTANTS = (
    Mutant(
        "An import on a terminal answers in JSON, and in words in a pipe",
        "cli/data.py",
        '"table" if sys.stdout.isatty() else "json"',
        '"json" if sys.stdout.isatty() else "table"',
        _FILES,
    ),
    Mutant(
        "Smaller files are never accepted, whatever was typed",
        "cli/data.py",
        'accept_smaller=bool(chosen["accept_smaller"])',
        "accept_smaller=False",
        _FILES,
    ),
    Mutant(
        "Of a source with a blank in its name only the first word is removed",
        "cli/data.py",
        '" ".join(source), change',
        "source[0], change",
        _FILES,
    ),
    Mutant(
        "Procurement files are fetched from the first year, whatever was typed",
        "cli/data.py",
        "portals.find_procurement(portal, since,",
        "portals.find_procurement(portal, None,",
        _FILES,
    ),
    Mutant(
        "The rows of the contracts are those of their first file",
        "cli/contracts_report.py",
        "sum(source.rows for source in summary.sources)",
        "sum(source.rows for source in summary.sources[:1])",
        _FILES,
    ),
    Mutant(
        "An import tells its progress with every block",
        "cli/import_report.py",
        "        self._last_line = now\n        left",
        "        left",
        _FILES,
    ),
    Mutant(
        "Snapshots a hundred days apart are told as a gap",
        "cli/data_history.py",
        "if other.day - one.day > _LONG",
        "if other.day - one.day >= _LONG",
        _FILES,
    ),
    Mutant(
        "After a question Ctrl+C no longer stops the requests as before",
        "cli/consent.py",
        "        signal.signal(signal.SIGINT, handler)\n",
        "        pass\n",
        _SOURCES,
    ),
    Mutant(
        "Ctrl+C just before the question is noticed only after its answer",
        "cli/consent.py",
        "task.cancelling() > 0",
        "task.cancelling() > 1",
        _SOURCES,
    ),
    Mutant(
        "A company that is gone was last seen on the first day of the history",
        "cli/show.py",
        "last_seen(history, days[-1])",
        "last_seen(history, days[0])",
        _SOURCES,
    ),
    Mutant(
        "Near the reserve nobody says when a company was last in the register",
        "cli/show.py",
        "                history = (await companies.history(tax_id, confirm=True)).data",
        "                history = (await companies.history(tax_id)).data",
        _SOURCES,
    ),
    Mutant(
        "The name of a company costs a request that nobody asked for",
        "cli/show.py",
        "if costs and companies.price(ops.PROFILE, tax_id):",
        "if False:",
        _SOURCES,
    ),
    Mutant(
        "A revoked key counts as one that is issued",
        "cli/serve.py",
        "account.revoked_at is None for account",
        "True for account",
        _SERVICE,
    ),
    Mutant(
        "An agent may spend what it has to ask about, and asks about what it may spend",
        "cli/mcp.py",
        "Guard(spend, ask_above, Handles())",
        "Guard(ask_above, spend, Handles())",
        _SERVICE,
    ),
    Mutant(
        "The key of one server is sent to every other",
        "cli/explore.py",
        "key_of_now() if chosen.base_url == settings.base_url else None",
        "key_of_now()",
        _SERVICE,
    ),
    Mutant(
        "A login with no request left says nothing of it",
        "cli/login.py",
        "    if remaining is not None:\n",
        "    if remaining:\n",
        _SERVICE,
    ),
    Mutant(
        "A search near the reserve is refused, though it was typed",
        "cli/search.py",
        "companies.search(sought, fresh=fresh, confirm=True)",
        "companies.search(sought, fresh=fresh)",
        _SMALL,
    ),
    Mutant(
        "The cache's old name of a company stands before the workspace's",
        "cli/completion.py",
        "(*_in_cache(), *_in_workspace(text))",
        "(*_in_workspace(text), *_in_cache())",
        _SMALL,
    ),
    Mutant(
        "A value with a sign is completed after a blank, and not after the option's =",
        "cli/shells.py",
        "[*args, name] if joined else [*args]",
        "[*args]",
        _SMALL,
    ),
    Mutant(
        "The doctor names the kind of the source, and not which one it is",
        "cli/doctor.py",
        "source.name_of(settings)",
        "source.kind_of(settings).value",
        _SOURCES,
    ),
    Mutant(
        "A file of half a second is read at half its rate",
        "cli/import_report.py",
        "time.monotonic() - start, 0.001)",
        "time.monotonic() - start, 1)",
        _FILES,
    ),
    Mutant(
        "A flag without a value asks the usual source",
        "cli/source_flags.py",
        'if value == "":',
        'if value == "-":',
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "Who asks for a day on which a company is gone is told of another day",
        "cli/show.py",
        "run.as_of is None and companies.answers_extension",
        "companies.answers_extension",
        _SOURCES,
    ),
    Mutant(
        "A company is shown for a day on which it was not there",
        "cli/show.py",
        "if run.as_of is not None:",
        "if False:",
        _SOURCES,
    ),
    Mutant(
        "A misspelt name is equal to its company if another candidate has that name",
        "cli/list_check.py",
        "found.candidates[:1])",
        "found.candidates)",
        ("tests/cli/test_lists_at_a_server.py",),
    ),
    Mutant(
        "An agent is not told of which day the data are",
        "cli/mcp.py",
        "source.day_of(run.settings)",
        "None",
        _SERVICE,
    ),
    Mutant(
        "Contracts that could not be loaded are missing without a word",
        "cli/export_pages.py",
        "            company.problems[name] = error\n            return",
        "            return",
        ("tests/cli/test_export.py",),
    ),
)
