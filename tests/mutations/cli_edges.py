"""Faults of the commands at their edges: one page, nothing left, one more than is shown."""

from __future__ import annotations

from typing import Final

from tests.mutations import Mutant

_TESTS: Final = ("tests/cli/test_edges.py",)
_REPORTS: Final = ("tests/cli/test_reports.py",)
_WALK: Final = ("tests/cli/test_walk.py",)
_ENDS: Final = ("tests/cli/test_how_it_ends.py",)

MUTANTS = (
    Mutant(
        "Of nine companies that fit alike, three are named and nine more",
        "cli/list_check.py",
        "    more = count - len(named)\n",
        "    more = count\n",
        _TESTS,
    ),
    Mutant(
        "The turnover of the year before comes from the newest year's file",
        "cli/row_sources.py",
        'default=0) - root.endswith("PrevYear")',
        "default=0)",
        _TESTS,
    ),
    Mutant(
        "A day of one page is page 1 of 1, with others to show",
        "cli/new.py",
        "(first.total_pages or 0) > 1:",
        "(first.total_pages or 0) > 0:",
        _TESTS,
    ),
    Mutant(
        "Three days ago is an unknown option in Romanian",
        "cli/new.py",
        'r"-[0-9]{1,5}[dz]"',
        'r"-[0-9]{1,5}d"',
        _TESTS,
    ),
    Mutant(
        "The price of the rest is that of all contracts, though fewer are wanted",
        "cli/contracts.py",
        "left = rows_left(self._limit, ",
        "left = rows_left(None, ",
        _TESTS,
    ),
    Mutant(
        "The largest two partners of two are said to be a part",
        "cli/contracts.py",
        "if total and total > len(rows):",
        "if total and total >= len(rows):",
        _TESTS,
    ),
    Mutant(
        "Cached contracts are not offered by the server once it is offline",
        "cli/contracts.py",
        "if companies.offline or operation.name in extensions:",
        "if operation.name in extensions:",
        _TESTS,
    ),
    Mutant(
        "That no request is left is not told",
        "cli/output.py",
        "        if left is not None:\n            parts.append",
        "        if left:\n            parts.append",
        _TESTS,
    ),
    Mutant(
        "An unknown number of court cases is none",
        "cli/show.py",
        'total="?" if cases.total_cases is None else cases.total_cases,',
        "total=cases.total_cases or 0,",
        _TESTS,
    ),
    Mutant(
        "A check with court cases goes on from one without",
        "cli/check.py",
        "{'+cases' if cases else ''}",
        "",
        _TESTS,
    ),
    Mutant(
        "A snapshot that an import kept is said to be of files",
        "cli/data_history.py",
        'if each["origin"] == "files"',
        'if each["origin"] != "files"',
        _REPORTS,
    ),
    Mutant(
        "The file of contracts is a thousand times larger",
        "cli/contracts_report.py",
        "size=size / 1e6",
        "size=size / 1e3",
        _REPORTS,
    ),
    Mutant(
        "A failed download is wrong use",
        "cli/ending.py",
        '"DownloadError", FailedError',
        '"DownloadError", WrongUseError',
        _ENDS,
    ),
    Mutant(
        "Entities without people cost a request for them",
        "cli/export.py",
        '    named = with_people or output.format != "ftm"',
        "    named = True",
        _TESTS,
    ),
    Mutant(
        "A key's last day cannot be changed alone",
        "cli/keys.py",
        "if quota is None and expires is None:",
        "if quota is None:",
        _REPORTS,
    ),
    Mutant(
        "A person's code in a list goes along as a town",
        "cli/list_lines.py",
        "if index not in (*row.codes, *places)",
        "if index not in places",
        _TESTS,
    ),
    Mutant(
        "A keyring that was chosen is asked about",
        "cli/login.py",
        "wanted = True if insist else _ask",
        "wanted = _ask",
        _ENDS,
    ),
    Mutant(
        "Of several topics that begin alike the first is shown",
        "cli/manual.py",
        "if len(beginning) == 1:",
        "if beginning:",
        _ENDS,
    ),
    Mutant(
        "A flag in front of a command that it does nothing to is taken",
        "cli/option_order.py",
        "(early if moves else known)",
        "known",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "Of two flags that contradict each other one is forgotten",
        "cli/source_flags.py",
        "if not sources & others or {name, other}",
        "if {name, other}",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "The screen's theme is taken by a match without the screen",
        "cli/match.py",
        "if not review and name in SCREEN_FLAGS:",
        "if review and name in SCREEN_FLAGS:",
        ("tests/cli/test_options.py",),
    ),
    Mutant(
        "More changes than one request brings are paid for unasked",
        "cli/changes.py",
        "if most is not None and most > SCREEN_SIZE.maximum:",
        "if most is None:",
        _REPORTS,
    ),
    Mutant(
        "A page of a tab that has none is asked for without a word",
        "cli/open.py",
        'if is_typed("page") and (pane or tab) not in views:',
        'if is_typed("page") and not views:',
        _ENDS,
    ),
    Mutant(
        "A total that is not known lets every page be paid for unasked",
        "cli/paging.py",
        "return min(known) - came if known else None",
        "return min(known) - came if known else 0",
        _WALK,
    ),
    Mutant(
        "Metrics are counted where nobody asks for them",
        "cli/serve.py",
        "with_metrics=chosen.metrics_port is not None,",
        "with_metrics=chosen.metrics_port is None,",
        _WALK,
    ),
    Mutant(
        "A file is written for its owner alone",
        "cli/output_file.py",
        "            written.chmod(new_file_mode())\n",
        "",
        _WALK,
    ),
    Mutant(
        "Publishing takes no file for a rollback",
        "cli/registry.py",
        "if len(files) != (0 if rollback else 1):",
        "if len(files) > 1:",
        _ENDS,
    ),
    Mutant(
        "A text for the watch list is forgotten",
        "cli/open.py",
        'if pane == "watch" and text:',
        'if pane == "visited" and text:',
        _ENDS,
    ),
    Mutant(
        "The court cases of a company are no entities",
        "cli/export.py",
        "where(ops.COURT_CASES)) if cases else (),",
        "where(ops.COURT_CASES)) if not cases else (),",
        _TESTS,
    ),
    Mutant(
        "Nobody is told what a registry was built of",
        "cli/registry.py",
        "    tell(text, output=output, count=built.info.companies, note=note,",
        "    str(text) or tell(text, output=output, count=built.info.companies, note=note,",
        _WALK,
    ),
    Mutant(
        "A page of cases without a number is the second one",
        "cli/show.py",
        "cases.current_page or 1",
        "cases.current_page or 2",
        _TESTS,
    ),
    Mutant(
        "A list with one heading is matched without a word about its column",
        "cli/match.py",
        "if found.table.has_header or not found.table.is_list:",
        "if found.table.has_header and not found.table.is_list:",
        _WALK,
    ),
)
