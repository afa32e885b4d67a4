"""Small choices of commands: which of two comes first, which hint fits, what an edge changes."""

from __future__ import annotations

import asyncio
import datetime as dt
import errno
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner

from tests.cli.running import run
from tests.cli.scripted import commands_at
from tests.scripted import ScriptedServer
from tests.values import changeable
from tui_app.cli import compare, completion, explore, screen, shells
from tui_app.cli.contracts import _Walk
from tui_app.cli.main import main
from tui_app.cli.shells import _open_quote
from tui_app.cli.source_flags import run_flags
from tui_app.client.answer import Answer
from tui_app.client.cache import FILE_NAME
from tui_app.client.cache_file import CachedAnswer, CacheFile
from tui_app.client.errors import ClientError, ServerError
from tui_app.config.settings import cache_folder
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.sources.company_data import CompanyData
from tui_app.ui.session import FirstView


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("990000014", "The check digit of this tax id is wrong: a typing error?"),
        ("2020-05-14", "firmeterm new 2020-05-14 lists the companies registered on that day."),
        ("nothing at all", ""),
    ],
)
def test_a_search_without_a_hit_says_what_may_be_wrong(
    text: str, hint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = commands_at(ScriptedServer({o.AUTOCOMPLETE.path: []}), monkeypatch, reserve=10_000)
    done = run("search", text)
    assert done.exit_code == 1 and hint in done.stderr and done.stdout == ""
    assert done.stderr.rstrip().endswith(hint or "Nothing found.")


def test_known_companies_are_sorted_by_name_and_the_workspace_knows_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(completion, "_in_cache", lambda: [("1", "ZETA"), ("2", "OLD")])
    monkeypatch.setattr(completion, "_in_workspace", lambda _text: [("2", "NEW"), ("3", "ALFA")])
    assert completion.known_companies("") == [("3", "ALFA"), ("2", "NEW"), ("1", "ZETA")]


def test_a_company_is_completed_beside_one_that_cannot_be() -> None:
    store = CacheFile(cache_folder() / FILE_NAME)
    body = b'{"data": [7, {"companyName": "NIMIC"}, {"taxId": 5}, {"taxId": "12"}]}'
    store.put("server", "autocomplete/?q=ana", CachedAnswer(1.0, body))
    store.close()
    assert completion.known_companies("") == [("12", "")]
    context = cast("Any", None)
    assert screen._complete_sort(context, context, "-turn") == ["-turnover"]
    assert "turnover" in screen._complete_sort(context, context, "turn")


def test_watched_companies_are_completed_too() -> None:
    run("watch", "add", "990000013")
    assert completion._in_workspace("") == [("990000013", "")]


@pytest.mark.parametrize(
    ("line", "quote"),
    [("a 'b", "'"), ('a "b', '"'), ("a 'b' c", ""), ("a \"it's", '"'), ("a 'x\" y", "'"),
     (r"a \"b", ""), (r"a 'b\' c", ""), (r'a "b\" c', '"')],
)  # fmt: skip
def test_the_quote_that_is_open(line: str, quote: str) -> None:
    assert _open_quote(line) == quote


KNOWN = [("990000013", 'O\'NEIL "A" $X SRL'), ("990000021", "ALFA: BETA SRL")]


@pytest.mark.parametrize(
    ("shell", "line", "typed", "found"),
    [
        ("bash", "screen --sort=-turn", "-turn", "plain,-turnover\n"),
        ("bash", "screen --sort -turn", "-turn", "plain,-turnover\n"),
        ("bash", "screen --sort=turn", "turn", "plain,turnover\n"),
        ("bash", "screen --sort=-x", "-x", "\n"),
        ("bash", "screen --sor", "--sor", "plain,--sort\n"),
        ("bash", "config get offl", "offl", "plain,offline\n"),
        ("bash", "show --section=fin", "fin", "plain,finance\n"),
        ("bash", "search O", "O", r'''plain,O\'NEIL\ \"A\"\ \$X\ SRL''' + "\n"),
        ("bash", "search \"O'", "\"O'", r'''plain,O'NEIL \"A\" \$X SRL''' + "\n"),
        ("bash", "search 'O", "'O", r'''plain,O'\''NEIL "A" $X SRL''' + "\n"),
        ("bash", "search 'ALFA: B", "B", "plain,BETA SRL\n"),
        ("bash", r"search ALFA:\ B", "B", "plain,BETA\\ SRL\n"),
        ("zsh", "screen --sort=-turn", "2", "plain\n-turnover\n_\n"),
        ("zsh", "screen --sort -turn", "3", "plain\n-turnover\n_\n"),
        ("zsh", "show --section=fin", "2", "plain\nfinance\n_\n"),
        ("zsh", "search ALF", "2", "plain\nALFA\\: BETA SRL\n990000021\n"),
        ("fish", "screen --sort=-turn", "--sort=-turn", "plain,-turnover\n"),
        ("fish", "screen --sort -turn", "-turn", "plain,-turnover\n"),
        ("fish", "search ALF", "ALF", "plain,ALFA: BETA SRL\t990000021\n"),
    ],
)  # fmt: skip
def test_a_shell_is_answered_with_what_follows_on_its_line(
    shell: str, line: str, typed: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``typed`` is the word as the shell hands it over: its text, or for zsh its place."""
    shells.register()
    monkeypatch.setattr(completion, "known_companies", lambda _text: KNOWN)
    names = {"bash": ("COMP_LINE", "COMP_WORD")}.get(shell, ("COMP_WORDS", "COMP_CWORD"))
    words = dict(zip(names, (f"firmeterm {line}", typed), strict=True))
    asked = {"_FIRMETERM_COMPLETE": f"{shell}_complete", **words}
    done = CliRunner().invoke(main, [], env=asked, prog_name="firmeterm")
    assert (done.exit_code, done.stdout, done.stderr) == (0, found, "")


def test_what_click_writes_beside_a_description_stays_beside_it() -> None:
    """The default of an option and its range, in the language of the run."""
    for words, default in (((), "default"), (("--lang", "ro"), "implicit")):
        told = " ".join(run(*words, "show", "--help").stdout.split())
        elsewhere = "json elsewhere" if default == "default" else "json altundeva"
        assert f"[{default}: overview]" in told and f" {elsewhere}] --output" in told
        assert f"[{default}: 1] [1<=x<=100]" in told
    assert "Ce se arată: o filă a exploratorului" in told


@pytest.mark.parametrize(
    ("words", "plain"),
    [(("petro",), True), (("petro", "--as-of", "2024-05-06"), False),
     (("petro", "--tab", "cases", "--page", "2"), False), (("sear ch",), True)],
)  # fmt: skip
def test_a_day_or_a_page_opens_as_a_line_and_a_text_with_blanks_is_no_command(
    words: tuple[str, ...], plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[FirstView] = []

    def opened(first: FirstView) -> None:
        seen.append(first)
        raise SystemExit(0)

    monkeypatch.setattr("tui_app.cli.open.explore_as_asked", opened)
    assert run(*words).exit_code == 0
    assert (seen[0].line is None) is plain and (seen[0].text == words[0]) is plain


def test_a_full_disk_elsewhere_is_no_full_output(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> None:
        raise OSError(errno.ENOSPC, "No space", "/x/other")

    monkeypatch.setattr("tui_app.cli.helping.topics", failing)
    done = run("manual")
    assert isinstance(done.exception, OSError) and done.exception.filename == "/x/other"


def test_a_key_from_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str | None] = []

    def key_of_run(file: str | None) -> Any:
        read.append(file)
        return SimpleNamespace(file=file)

    monkeypatch.setattr(explore, "_key_of_run", key_of_run)
    again = explore._key_reader("-")
    assert cast("Any", again()).file == cast("Any", again()).file == "-" and read == ["-"]
    assert cast("Any", explore._key_reader(None)()).file is None  # taken from the environment once
    spoken: list[str] = []
    monkeypatch.setattr("tui_app.system.language.set_language", spoken.append)
    explore._load_settings({"lang": "ro"})
    assert spoken == ["ro"]


def test_what_is_private_is_said_where_it_acts() -> None:
    for words, code in ((("watch", "list"), 0), (("workspace", "export"), 0),
                        (("watch", "add", "990000013"), 2), (("cache", "info"), 2)):  # fmt: skip
        assert run(*words, "--private").exit_code == code, words


def test_a_flag_that_takes_something_away_takes_it_away() -> None:
    values = {flag.name: flag.flag_value for flag in run_flags(all_in_help=True)}
    assert values["resume"] is values["mouse"] is False


def test_the_last_request_for_contracts_asks_for_no_more_than_is_wanted() -> None:
    for limit, came, asked in ((None, 5_000, 1_000), (1_500, 0, 1_000), (1_500, 1_000, 500),
                               (7, 7, 0)):  # fmt: skip
        walk = cast("Any", SimpleNamespace(_limit=limit, contracts=range(came)))
        assert _Walk._left(walk) == asked


def test_each_part_of_a_company_that_failed_is_named_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    profile = Answer(data=r.CompanyProfile(tax_id="12"), fetched_at=dt.datetime.now(dt.UTC))
    problems: dict[str, ClientError] = {"a": ServerError("one"), "b": ServerError("two")}
    found = CompanyData({"profile": profile}, problems, set())

    async def load(*_given: object, **_more: object) -> object:
        return found

    async def prepare(*_given: object, **_more: object) -> None: ...

    monkeypatch.setattr(compare, "load_company", load)
    companies = cast("Any", SimpleNamespace(prepare=prepare))
    rows, _answers, failures = asyncio.run(compare._compared(companies, ("12",), fresh=False))
    assert rows[0]["problem"] == "one two" and len(failures) == 2


def test_only_what_counts_while_it_runs_can_be_changed() -> None:
    assert changeable("tui_app.cli") == ["tui_app.cli.match._Outcome"]
