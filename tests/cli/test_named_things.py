"""What is named and not there is an error; what is on this machine is there, offline too."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.running import COMMAND, on_terminal, run
from tests.service.running import firmeterm, new_key, running

SHOWPIECE = "990000013"


@pytest.mark.parametrize(
    "words",
    [
        ("search", "petroterm"), ("show", SHOWPIECE), ("screen", "--limit", "1"),
        ("compare", SHOWPIECE, "990000056"), ("new", "2020-05-14"), ("export", SHOWPIECE),
        ("ask", "profile", SHOWPIECE),
    ],
    ids=" ".join,
)  # fmt: skip
def test_offline_refuses_nothing_on_this_machine(words: tuple[str, ...]) -> None:
    assert run("--offline", *words).exit_code == 0


@pytest.mark.parametrize(
    "words",
    [("search", "dedeman"), ("show", "14399840"), ("new", "1999-01-02"), ("screen", "name:nimeni"),
     ("compare", "14399840", "1590082"), ("ask", "autocomplete", "dedeman"),
     ("show", SHOWPIECE, "--section", "court-cases", "--page", "99")],
    ids=" ".join,
)  # fmt: skip
def test_nothing_found_on_the_sample_says_how_to_get_real_companies(words: tuple[str, ...]) -> None:
    nothing = run(*words)
    assert nothing.exit_code == 1
    assert "invented" in nothing.stderr and "firmeterm data import" in nothing.stderr


@pytest.mark.parametrize(
    "words",
    [("search", "petro"), ("show", "12"), ("screen",), ("ask", "profile", "12"), ("check", "-"),
     ("export", "12"), ("compare", "12", "24"), ("new", "today"), ("data", "info"),
     ("data", "check")],
    ids=" ".join,
)  # fmt: skip
def test_a_registry_that_is_not_there_is_wrong_use(words: tuple[str, ...], tmp_path: Path) -> None:
    missing = str(tmp_path / "none.db")
    for arguments in (("--registry", missing, *words), (*words, "--registry", missing)):
        ended = run(*arguments, typed="12\n")
        assert ended.exit_code == 2 and missing in ended.stderr, ended.output


def test_a_configuration_file_that_was_named_has_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FIRMETERM_CONFIG", str(tmp_path / "none.toml"))
    for words in (("search", "petroterm"), ("config", "show"), ("export", SHOWPIECE)):
        ended = run(*words)
        assert ended.exit_code == 2 and "none.toml" in ended.stderr and ended.stdout == ""
    assert run("config", "path").stdout.strip() == str(tmp_path / "none.toml")


def test_accounts_that_were_named_have_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typo, backup = tmp_path / "acounts.db", tmp_path / "backup.db"
    commands = ("keys list", "keys revoke 0000000000", f"keys backup {backup}")
    for words in map(str.split, commands):
        ended = run(*words, "--accounts", str(typo))
        assert ended.exit_code == 2 and "acounts.db" in ended.stderr
        monkeypatch.setenv("FIRMETERM_ACCOUNTS", str(typo))
        assert run(*words).exit_code == 2
        monkeypatch.delenv("FIRMETERM_ACCOUNTS")
    migrated = run("keys", "migrate", str(typo), str(backup))
    assert migrated.exit_code == 2 and not typo.exists() and not backup.exists()
    restored = run("keys", "restore", str(backup))
    assert restored.exit_code == 2 and "There is no file" in restored.stderr


def test_serve_needs_a_registry_or_the_sample_which_marks_its_answers(tmp_path: Path) -> None:
    refused = firmeterm(tmp_path, "serve", "--port", "0")
    assert refused.returncode == 2 and "--sample" in refused.stderr
    both = run("serve", "--sample", "--registry", str(tmp_path / "none.db"), "--port", "0")
    assert both.exit_code == 2 and "contradict each other" in both.stderr
    key = new_key(tmp_path)
    (tmp_path / "key").write_text(key)
    (tmp_path / "key").chmod(0o600)
    with running(tmp_path, "--sample") as service:
        with service.client(key) as client:
            answer = client.get(f"/v1/companies/{SHOWPIECE}")
        assert answer.headers["firmeterm-invented"] == "true"
        asked = run("--base-url", service.url, "--api-key-file", str(tmp_path / "key"), "show",
                    SHOWPIECE)  # fmt: skip
        assert json.loads(asked.stdout)["source"]["invented"] is True


def test_an_empty_page_is_nothing_found_in_ask_as_in_show() -> None:
    asked = run("ask", "court-cases", SHOWPIECE, "--page", "99")
    shown = run("show", SHOWPIECE, "--section", "court-cases", "--page", "99")
    assert asked.exit_code == shown.exit_code == 1
    assert json.loads(asked.stdout)["courtCases"] == []


@pytest.mark.parametrize(
    "words", [("search", "petro"), ("show", SHOWPIECE), ("export", SHOWPIECE), ("--help",),
              ("ask", "profile", SHOWPIECE), ("screen", "--all", "-o", "csv")], ids=" ".join,
)  # fmt: skip
def test_a_full_disk_is_one_code_and_one_sentence(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(
            [*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.returncode == 4
    assert ended.stderr == "Error: The output is not complete: No space left on device.\n"


@pytest.mark.parametrize("where", ["import_module", "explore_as_asked", "report_full_output"])
def test_ctrl_c_while_a_command_is_loaded_ends_with_130(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"tui_app.cli.main.{where}", interrupted)
    assert run(*([] if where == "explore_as_asked" else ["search", "petro"])).exit_code == 130


@pytest.fixture
def paid(tmp_path: Path) -> tuple[str, ...]:
    """The flags of a server where asking costs; it is never reached."""
    (tmp_path / "key").write_text("ftk_marker_0123456789abcdef")
    (tmp_path / "key").chmod(0o600)
    return ("--base-url", "http://127.0.0.1:9", "--api-key-file", str(tmp_path / "key"))


def test_a_question_is_answered_in_its_language_and_ctrl_c_ends_with_130(
    tmp_path: Path, paid: tuple[str, ...]
) -> None:
    (tmp_path / "list").write_text(f"{SHOWPIECE}\n")
    check = (*paid, "check", str(tmp_path / "list"))
    status, shown = on_terminal(*check, answer="\x03")
    assert status == 130 and "Traceback" not in shown
    status, shown = on_terminal("--lang", "ro", *check, answer="nu\n")
    assert status == 1 and "Continuați? [D/n]" in shown and "refuzată" not in shown
    status, shown = on_terminal("--lang", "ro", *check, answer="d\n")
    assert status == 4 and "conexiune" in shown.lower()


def test_ctrl_c_just_before_a_question_is_its_answer(
    monkeypatch: pytest.MonkeyPatch, paid: tuple[str, ...]
) -> None:
    def interrupted(*_arguments: object) -> bool:
        os.kill(os.getpid(), signal.SIGINT)
        return True

    monkeypatch.setattr("tui_app.cli.consent.is_somebody_there", interrupted)
    ended = run(*paid, "check", typed=f"{SHOWPIECE}\n")
    assert ended.exit_code == 130 and "Go on?" not in ended.output


def test_doctor_finds_what_the_explorer_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("doctor").exit_code == 0
    config = tmp_path / "config" / "firmeterm" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('theme = "firmeterm-lihgt"\n[keys]\nsearch = "ctrl+nonsense"\nfly = "f"\n')
    (tmp_path / "taken").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    found = run("doctor", "-o", "json")
    assert found.exit_code == 1
    wrong = {each["name"]: each["text"] for each in json.loads(found.stdout) if not each["ok"]}
    assert "Did you mean firmeterm-light?" in wrong["theme"] and "keys" in wrong
    assert "state" in wrong


def test_an_export_of_all_cases_asks_before_it_spends() -> None:
    refused = run("--base-url", "http://127.0.0.1:9", "export", SHOWPIECE, "--all-cases")
    assert refused.exit_code == 2 and "Pass --yes" in refused.stderr


def test_an_export_speaks_the_language_that_was_set() -> None:
    told = run("--lang", "ro", "export", SHOWPIECE, "-o", "md").stdout.splitlines()
    headings = [line for line in told if line.startswith(("## ", "* "))]
    assert {"## Profil", "## Situații financiare", "## Dosare", "## Administratori"} <= {*headings}
    assert any(line.startswith("* Raport întocmit: ") for line in headings)
    english = run("--lang", "en", "export", SHOWPIECE, "-o", "md").stdout.splitlines()
    assert not {line for line in headings if line.startswith("## ")} & {*english}


def test_a_registry_number_names_a_company() -> None:
    for number in ("J40/99123/2020", "j40/99123/2020"):
        assert json.loads(run("show", number).stdout)["taxId"] == SHOWPIECE
    missing = run("show", "J40/1/1999")
    assert missing.exit_code == 1 and "J40/1/1999" in missing.stderr
    assert run("watch", "add", "J40/99123/2020").exit_code == 2


def test_amounts_and_days_as_they_are_written_in_romanian() -> None:
    def total(criterion: str) -> int:
        found = json.loads(run("screen", criterion, "--limit", "1").stdout)
        count: int = found["totalCompanies"]
        return count

    assert total("turnover:>1.000.000") == total("turnover:>1000000") > 0
    assert total("status:faliment") > 0
    assert run("new", "14-05-2020").exit_code == 0 and run("new", "ieri").exit_code == 1
