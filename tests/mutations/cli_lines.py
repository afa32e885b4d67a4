"""Faults of typed lines, and of what a command rarely meets."""

from __future__ import annotations

from typing import Final

from tests.mutations import Mutant

_LINES: Final = ("tests/cli/test_typed_lines.py",)
_RARE: Final = ("tests/cli/test_rarely_met.py",)
_WHOLE: Final = ("tests/cli/test_transcripts.py",)
_ENDS: Final = ("tests/cli/test_how_it_ends.py",)

MUTANTS = (
    Mutant(
        "An import without a file imports nothing and says that it did",
        "cli/data.py",
        'nargs=-1, required=True, type=click.Path(path_type=Path))\n@click.option("--county"',
        'nargs=-1, required=False, type=click.Path(path_type=Path))\n@click.option("--county"',
        _LINES,
    ),
    Mutant(
        "A login without a terminal warns in Python's words before it says what to do",
        "cli/login.py",
        '        warnings.simplefilter("ignore", getpass.GetPassWarning)\n',
        "",
        _LINES,
    ),
    Mutant(
        "A failure of a full disk is followed by one of the interpreter's, at its end",
        "cli/ending.py",
        "            raise\n        discard_output()\n",
        "            raise\n",
        _ENDS,
    ),
    Mutant(
        "An option before a word that is no command is refused by another command",
        "cli/option_order.py",
        "            if inner is None:\n                return list(args)\n",
        "",
        _LINES,
    ),
    Mutant(
        "An export fails where a server does not count the pages of court cases",
        "cli/export_pages.py",
        "first.data.total_pages or 1,",
        "first.data.total_pages,",
        _RARE,
    ),
    Mutant(
        "Nobody may edit the settings where only EDITOR names the editor",
        "cli/config.py",
        '{"VISUAL", "EDITOR"}',
        '{"VISUAL"}',
        _RARE,
    ),
    Mutant(
        "A mistake that was typed into the settings is told by the next command alone",
        "cli/config.py",
        "    load_settings()  # says what is wrong with the file\n",
        "",
        _RARE,
    ),
    Mutant(
        "The address of a named server comes from no line",
        "cli/config.py",
        'lines.get(f"server.{chosen.use_server}.base_url", 0)',
        "0",
        _RARE,
    ),
    Mutant(
        "A row of an older version's journal lacks a column",
        "cli/list_check.py",
        "not isinstance(row, dict) or {*row} != {*COLUMNS}",
        "not isinstance(row, dict)",
        _RARE,
    ),
    Mutant(
        "Ctrl+C at the question of a login is taken for no answer",
        "cli/login.py",
        "        if sys.stdin.isatty():\n            raise\n",
        "",
        _RARE,
    ),
    Mutant(
        "The bar of an import has the folder before each file",
        "cli/import_report.py",
        "description=Path(label).name",
        "description=label",
        _RARE,
    ),
    Mutant(
        "A line that the screen completes changes the language of the screen",
        "cli/source_flags.py",
        'if name == "lang" and ctx.meta.get(IS_RUN):',
        'if name == "lang":',
        _RARE,
    ),
    Mutant(
        "A check that could not begin prints an empty table",
        "cli/check.py",
        "    if rows:\n        result",
        "    if True:\n        result",
        _RARE,
    ),
    Mutant(
        "A damaged workspace breaks the completion of companies",
        "cli/completion.py",
        "for each in (*viewed, *watched)]\n    return []\n",
        "for each in (*viewed, *watched)]\n",
        _RARE,
    ),
    Mutant(
        "Letters of Romanian break an export into a pipe that takes ASCII",
        "cli/export.py",
        '"ascii" if ascii_only else "utf-8", "replace"',
        '"utf-8", "replace"',
        _RARE,
    ),
    Mutant(
        "A registry is built into a folder that a typing error made",
        "cli/registry.py",
        "output, makes_folder=False)",
        "output)",
        _RARE,
    ),
    Mutant(
        "The bar of a check stands still",
        "cli/list_check.py",
        "        progress()\n",
        "",
        _RARE,
    ),
    Mutant(
        "Companies of a list are asked for one by one where one request brings them",
        "cli/list_check.py",
        "        if tax_ids:\n            await self._companies.prepare(tax_ids)\n",
        "",
        _RARE,
    ),
    Mutant(
        "The names go to the courts before it is said that they go unencrypted",
        "cli/live_services.py",
        "if progress.operation == COURT_CASES.name and not told:",
        "if not told:",
        _ENDS,
    ),
    Mutant(
        "The help of a command is not in the language of the run",
        "cli/spoken_help.py",
        "return _(text) if text and _(text) != text else paragraph",
        "return paragraph",
        _WHOLE,
    ),
    Mutant(
        "A company that is not there is no row beside those that are compared with it",
        "cli/compare.py",
        '            rows.append(row | {"problem": str(error)})\n',
        "",
        _WHOLE,
    ),
    Mutant(
        "Contracts beyond those that are shown are not told",
        "cli/contracts.py",
        "self.total > len(self.contracts):",
        "self.total < len(self.contracts):",
        _WHOLE,
    ),
    Mutant(
        "Of two replicas the last alone is read",
        "cli/serve.py",
        '    "replicas",\n    multiple=True,\n',
        '    "replicas",\n',
        _LINES,
    ),
    Mutant(
        "A service of a company's own registry says that its companies are invented",
        "cli/serve.py",
        "if data.invented else described(location)\n",
        "if data else described(location)\n",
        _RARE,
    ),
    Mutant(
        "The question of a login is mixed into the output",
        "cli/login.py",
        "                show_default=is_seen,\n                err=True,\n",
        "                show_default=is_seen,\n",
        _LINES,
    ),
    Mutant(
        "Decisions about a list are stored in a private run",
        "cli/match.py",
        "    if run.settings.private:\n        return MatchFile(None)\n",
        "",
        _RARE,
    ),
    Mutant(
        "The sheet of a matched spreadsheet is not told",
        "cli/match.py",
        "    tell_sheet(found.table)\n",
        "",
        _RARE,
    ),
    Mutant(
        "An import says that its registry opens by itself while another source is chosen",
        "cli/data.py",
        "return kind_of(settings) is SourceKind.REGISTRY and settings",
        "return settings",
        _RARE,
    ),
    Mutant(
        "The columns of sources are missing beside the figures",
        "cli/show.py",
        "        result = with_sources(result) if sources else result\n",
        "",
        _WHOLE,
    ),
    Mutant(
        "A misspelt option of a group ends in a fault of the program",
        "cli/main.py",
        "if isinstance(error, click.NoSuchCommand) and isinstance(group, click.Group):",
        "if isinstance(group, click.Group):",
        _WHOLE,
    ),
)
