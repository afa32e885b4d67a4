"""The days of keys, and what is said of the cache."""

from __future__ import annotations

import datetime as dt
import json
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.cli.running import run
from tui_app.cli.keys import _record, _row
from tui_app.client.cache_file import CachedAnswer, CacheFile
from tui_app.config.settings import cache_folder
from tui_app.service.sqlite_accounts import SqliteAccounts


@pytest.fixture
def accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(tmp_path / "accounts.db"))
    return tmp_path / "accounts.db"


def listed() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(run("keys", "list", "-o", "json").stdout)
    return found


def test_a_key_works_on_its_last_day_and_no_longer(accounts: Path) -> None:
    today = dt.datetime.now(dt.UTC).date()
    days = [today - dt.timedelta(days=1), today, today + dt.timedelta(days=1)]
    for day in days:
        # A key that would never work is not issued; one in use may end on a day that is over.
        end = ["--expires", f"{day:%d.%m.%Y}"]
        create = ["keys", "create", "--label", f"{day}", "--quota", "7"]
        made = run(*create, *end)
        if day < today:
            assert made.exit_code == 2 and "that day is over" in made.output
            made = run(*create)
            assert run("keys", "set", str(listed()[0]["id"]), *end).exit_code == 0
        assert made.exit_code == 0 and len(made.stdout.split()) == 1, made.output
    assert run("keys", "create", "--label", "ever", "--expires", "never").exit_code == 0
    states = {str(each["label"]): each["state"] for each in listed()}
    assert states == {
        f"{days[0]}": f"ended {days[0]}", f"{days[1]}": f"until {days[1]}",
        f"{days[2]}": f"until {days[2]}", "ever": "in use",
    }  # fmt: skip
    assert {each["label"]: each["quota"] for each in listed()}[f"{today}"] == 7
    with closing(SqliteAccounts(accounts)) as store:
        ends = {each.label: each.expires_at for each in store.with_keys()}
        moment = dt.datetime.combine(days[2] + dt.timedelta(days=1), dt.time(), dt.UTC)
        assert ends[f"{days[2]}"] == moment.timestamp() and ends["ever"] is None


@pytest.mark.parametrize(("days", "hours"), [("2", 48), ("0.5", 12), (None, 168)])
def test_a_rotated_key_works_beside_the_new_one_for_the_days_that_were_said(
    days: str | None, hours: int, accounts: Path
) -> None:
    run("keys", "create", "--label", "one")
    [key] = listed()
    overlap = ("--overlap", days) if days else ()
    done = run("keys", "rotate", str(key["id"]), *overlap)
    assert done.exit_code == 0 and f"works for {days or 7} days more" in done.stderr
    [key] = listed()
    assert key["state"] == "rotated"
    with closing(SqliteAccounts(accounts)) as store:
        [account] = store.with_keys()
        assert account.old_until is not None
        left = account.old_until - dt.datetime.now(dt.UTC).timestamp()
        assert hours * 3600 - 60 < left <= hours * 3600
    run("keys", "revoke", str(key["id"]))
    assert [each["state"] for each in listed()] == ["revoked"]
    assert run("keys", "rotate", str(key["id"])).exit_code == 1


def test_the_cache_says_from_when_to_when_its_answers_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Nothing is cached" in run("cache", "info", "-o", "table").stdout
    empty = json.loads(run("cache", "info", "-o", "json").stdout)
    assert (empty["answers"], empty["bytes"], empty["oldest"]) == (0, 0, None)
    store = CacheFile(cache_folder() / "answers.db")
    for key, moment in (("a", 1_000_000.0), ("b", 3_000_000.0), ("c", 2_000_000.0)):
        store.put("server", key, CachedAnswer(moment, b"{}"))
    store.close()
    found = json.loads(run("cache", "info", "-o", "json").stdout)
    assert (found["answers"], found["oldest"], found["newest"]) == (
        3, "1970-01-12T13:46:40.000Z", "1970-02-04T17:20:00.000Z",
    )  # fmt: skip
    text = run("cache", "info", "-o", "table").stdout
    assert f"Answers: 3, {found['bytes'] / 1_000_000:.1f} MB" in text
    assert "Loaded: 1970-01-12 13:46 to 1970-02-04 17:20" in text
    with monkeypatch.context() as patch:
        patch.setattr(CacheFile, "clear", lambda _self: None)
        kept = run("cache", "clear")
        assert kept.exit_code == 4 and "3 answers are still cached" in kept.stderr
    assert "3 answers deleted" in run("cache", "clear").stderr
    assert json.loads(run("cache", "info", "-o", "json").stdout)["answers"] == 0


def test_a_key_was_last_used_when_it_was_used() -> None:
    account = SimpleNamespace(id="a", used=3, quota=9, last_used=1_000_000.0, label="one",
                              revoked_at=1.0)  # fmt: skip
    assert _record(cast("Any", account))["lastUsedAt"] == "1970-01-12T13:46:40.000Z"
    account.label = "one\x1b[2J"
    assert _row(cast("Any", account))[3:] == ("1970-01-12 13:46", "revoked", "one?[2J")
    account.last_used = None
    assert _row(cast("Any", account))[3] == "never"
    # The old key of a rotated one works to the second that was said.
    account.revoked_at = account.expires_at = None
    account.read_at = 100.0
    for old_until, state in ((None, "in use"), (99.0, "in use"), (100.0, "in use"),
                             (100.1, "rotated")):  # fmt: skip
        account.old_until = old_until
        assert _record(cast("Any", account))["state"] == state


def test_keys_are_copied_once_and_the_copies_counted(accounts: Path, tmp_path: Path) -> None:
    for label in ("one", "two"):
        run("keys", "create", "--label", label)
    target = str(tmp_path / "moved.db")
    assert run("keys", "migrate", str(accounts), target).stderr == "2 keys were copied.\n"
    again = run("keys", "migrate", str(accounts), target).stderr
    assert again == "0 keys were copied.\nThere already: 2.\n"
    one, two = (str(each["id"]) for each in listed())
    run("keys", "revoke", one)
    run("keys", "rotate", two)
    ended = run("keys", "migrate", str(accounts), target).stderr.splitlines()
    assert ended[-2:] == [
        f"{how} now, as in the old place: 1." for how in ("Revoked", "Rotated or ended")
    ]


def test_a_service_says_whom_it_answers_and_where(
    accounts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = SimpleNamespace(getsockname=lambda: ("::1", 81))
    monkeypatch.setattr("tui_app.cli.serve._listen", lambda *_: [served])
    monkeypatch.setattr("tui_app.service.serving.run", lambda *_: None)
    run("keys", "create", "--label", "one")
    assert "No key is issued" not in run("serve", "--sample").stderr
    [key] = listed()
    run("keys", "revoke", str(key["id"]))
    done = run("serve", "--sample", "--host", "::1")
    assert done.exit_code == 0 and done.stdout.endswith(" on http://[::1]:81\n"), done.output
    assert "No key is issued yet" in done.stderr
    run("keys", "create", "--label", "over")
    with closing(SqliteAccounts(accounts)) as store:  # nor one whose last day is over
        [over] = [each for each in store.with_keys() if each.label == "over"]
        store.change(over.id, None, 1.0, sets_end=True)
    opened = run("serve", "--sample", "--host", "0.0.0.0")
    assert opened.exit_code == 2 and "open to others, and no key is issued" in opened.stderr
    replica = run("serve", "--sample", "--replica", "postgresql://there/one")
    assert replica.exit_code == 2 and "this one is a file" in replica.stderr
    missing = run("--registry", "none.db", "serve")
    assert missing.exit_code == 2 and "none.db" in missing.stderr
    public = run("serve", "--source", "public")
    assert public.exit_code == 2 and "own look-ups" in public.stderr


def test_another_quota_leaves_the_last_day_of_a_key(accounts: Path) -> None:
    run("keys", "create", "--label", "one", "--expires", "31.12.2099")
    [key] = listed()
    assert run("keys", "set", str(key["id"]), "--quota", "5").exit_code == 0
    assert listed() == [key | {"quota": 5}] and key["state"] == "until 2099-12-31"


def test_a_clock_that_is_far_ahead_is_confirmed_by_prepare_alone(accounts: Path) -> None:
    long_ago = dt.datetime(2024, 3, 1, tzinfo=dt.UTC).timestamp()
    with closing(SqliteAccounts(accounts, clock=lambda: long_ago)) as store:
        store.count(store.by_key(store.create("team")), 1)
    refused = run("keys", "list")
    assert refused.exit_code != 0 and "latest request was counted in 2024-03" in refused.stderr
    assert run("keys", "prepare", str(accounts)).exit_code == 0
    assert [each["label"] for each in listed()] == ["team"]
