"""The origin of a setting, and the messages about one that cannot be used."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.faulty.given import given
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tui_app.cli.main import main
from tui_app.client.errors import BadAnswerError, DeadlineError
from tui_app.config.file import read, save_base_url, template
from tui_app.config.loading import load_settings
from tui_app.config.settings import (
    FileError,
    Origin,
    Settings,
    SettingsError,
    config_file,
    may_use_http,
)
from tui_app.sources import source

__all__ = ["faulty", "faulty_process_of_session"]

SERVERS = """\
base_url = "https://plain.example"

[server.work]
base_url = "https://work.example"

[server.lab]
base_url = "http://lab.example"
allow_http = true
"""


def write(text: str) -> Path:
    """The user's configuration file."""
    file: Path = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_flag_goes_before_the_environment_and_that_before_the_file() -> None:
    write("reserve = 1\nwarn_below = 1\nread_timeout = 1")
    loaded = load_settings(
        {"read_timeout": 3.0, "theme": None},
        {"FIRMETERM_CONFIG": str(config_file()), "FIRMETERM_WARN_BELOW": "2"},
    )
    found = loaded.settings
    assert (found.reserve, found.warn_below, found.read_timeout) == (1, 2, 3.0)
    assert found.connect_timeout == 5.0
    names = ("reserve", "warn_below", "read_timeout", "theme")
    origins = [loaded.origins[name] for name in names]
    assert origins == [Origin.FILE, Origin.ENVIRONMENT, Origin.FLAG, Origin.DEFAULT]


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("connect_timeout", "0", "a number from 0.01 to 86400"),
        ("read_timeout", "-1", "a number from 0.01 to 86400"),
        ("total_timeout", "nan", "a number from 0.01 to 86400"),
        ("total_timeout", "soon", "a number from 0.01 to 86400"),
        ("answer_limit", "0", "a whole number from 1 to 1000"),
        ("reserve", "-1", "a whole number from 0"),
        ("warn_below", "few", "a whole number from 0"),
        ("lang", "de", '"en" or "ro"'),
        ("mouse", "perhaps", "true or false"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_with_what_is_allowed(
    name: str, value: str, takes: str
) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(environment={f"FIRMETERM_{name.upper()}": value})
    assert str(caught.value) == f"FIRMETERM_{name.upper()}: {name} takes {takes}"


def test_everything_wrong_with_the_file_is_told_with_its_line() -> None:
    file = write(
        '# mine\nreserv = 5\nwarn_below = "few"\nmouse = true\n\n'
        '[keys]\nsearch = "f"\n\n[server.work]\nurl = "https://a.example"\n'
    )
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value).splitlines() == [
        f"{file}, line 2: there is no setting reserv, did you mean reserve?",
        f"{file}, line 3: warn_below takes a whole number from 0",
        f'{file}, line 9: the table [server.work] needs base_url = "https://…"',
        f"{file}, line 10: there is no setting url, did you mean base_url?",
    ]


def test_a_file_that_is_no_toml_is_named_with_the_line() -> None:
    file = write("reserve = 1\nmouse =\n")
    with pytest.raises(FileError, match=r"is not valid TOML: .*line 2"):
        load_settings()
    assert str(file) in run("config", "show", "-o", "toml").output


def test_a_file_of_windows_and_a_registry_in_the_home_folder_are_read() -> None:
    write('\ufeffregistry = "~/firms.db"\r\n')
    at_home = str(Path.home() / "firms.db")
    assert load_settings().settings.registry == at_home
    assert load_settings({"registry": "~/firms.db"}).settings.registry == at_home


@pytest.mark.parametrize(
    ("flags", "environment", "base_url"),
    [
        ({}, {}, "https://plain.example"),
        ({"use_server": "work"}, {}, "https://work.example"),
        ({}, {"FIRMETERM_SERVER": "work"}, "https://work.example"),
        ({"base_url": "https://f.example"}, {"FIRMETERM_SERVER": "work"}, "https://f.example"),
        ({"use_server": "lab"}, {"FIRMETERM_BASE_URL": "https://e.example"}, "http://lab.example"),
        ({"registry": "mine.db"}, {"FIRMETERM_SERVER": "work"}, None),
    ],
)
def test_the_server_that_was_named_nearest_to_the_user_is_used(
    flags: dict[str, str], environment: dict[str, str], base_url: str | None
) -> None:
    file = write(SERVERS)
    settings = load_settings(flags, environment | {"FIRMETERM_CONFIG": str(file)}).settings
    assert settings.base_url == base_url
    allowed = may_use_http(settings, settings.base_url or "")
    assert allowed == (base_url == "http://lab.example")


@pytest.mark.parametrize("written", ["http://lab.example/v1/", " http://LAB.example "])
def test_a_server_allowed_over_http_is_so_however_its_address_is_written(written: str) -> None:
    write(SERVERS.replace("http://lab.example", written))
    settings = load_settings({"use_server": "lab"}).settings
    assert source.connect(settings).address.base == "http://lab.example"
    assert not may_use_http(settings, "http://lab.example.org")


def test_a_login_to_a_server_of_the_file_leaves_the_file_as_it_is(
    faulty: FaultyServer, tmp_path: Path
) -> None:
    text = f'use_server = "lab"\n[server.lab]\nbase_url = "{faulty.base_url()}v1/"\n'
    file = write(text)
    (tmp_path / "key").write_text("ft_marker_0123456789")
    done = run("--api-key-file", str(tmp_path / "key"), "--server", "lab", "login")
    assert done.exit_code == 0, done.output
    assert file.read_text() == text


def test_a_server_that_is_not_in_the_file_is_told_with_those_that_are() -> None:
    write(SERVERS)
    asked = run("--server", "wrok", "config", "show")
    assert asked.exit_code == 2
    assert "No server is called wrok." in asked.output and "names: work, lab." in asked.output


def test_the_started_file_explains_every_setting_and_changes_none() -> None:
    text = template()
    assert tomllib.loads(text) == {}
    for name in Settings.__struct_fields__:
        assert f"\n# {name} = " in text or f"[{name}" in text
    settings = re.findall(r"(?m)^# (\w+ = .*)", text.partition("# [keys]")[0].rpartition("\n#")[0])
    write("\n".join(settings))
    assert load_settings().settings == Settings()


def test_showing_the_settings_is_toml_and_says_where_each_comes_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    odd = '[server."București 2"]\nbase_url = "https://odd.example"\n'
    file = write(SERVERS + odd + '[keys]\nsearch = "f"\n')
    monkeypatch.setenv("FIRMETERM_RESERVE", "5")
    shown = run("--lang", "ro", "config", "show", "-o", "toml")
    assert shown.exit_code == 0
    said = tomllib.loads(shown.output)
    assert (said["reserve"], said["lang"], said["keys"]) == (5, "ro", {"search": "f"})
    assert said["server"]["work"] == {"base_url": "https://work.example"}
    assert said["server"]["București 2"] == {"base_url": "https://odd.example"}
    lines = shown.output.splitlines()
    assert f'base_url = "https://plain.example"  # {file}, linia 1' in lines
    assert "reserve = 5  # variabilă de mediu: FIRMETERM_RESERVE" in lines
    assert 'lang = "ro"  # opțiune' in lines
    assert "mouse = true  # implicit" in lines


@pytest.mark.parametrize(
    ("flags", "expected"),
    [
        (("--server", "work"), 'base_url = "https://work.example"  # {file}, line 4'),
        (("--registry", "mine.db"), "# base_url is not set  # default"),
        (("--source", "sample"), "# base_url is not set  # default"),
    ],
)
def test_an_address_that_another_source_replaced_is_not_said_to_be_in_force(
    flags: tuple[str, ...], expected: str
) -> None:
    file = write(SERVERS)
    shown = run(*flags, "config", "show", "-o", "toml")
    assert shown.exit_code == 0
    assert expected.format(file=file) in shown.output.splitlines()


def test_the_path_is_printed_and_the_editor_gets_a_file_to_start_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run("config", "path").output == f"{config_file()}\n"
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf "\\nreserv = 3\\n" >> "$1"\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    monkeypatch.delenv("VISUAL", raising=False)
    edited = run("config", "edit")
    assert config_file().read_text().startswith(template())
    assert edited.exit_code == 2
    assert "there is no setting reserv, did you mean reserve?" in edited.output


def test_the_address_is_written_beside_what_stands_there() -> None:
    file = write(
        '# mine\nuse_server = "work"\nsource = "sample"\nlang = "ro"\n'
        '[server.work]\nbase_url = "https://w"\n'
    )
    save_base_url("https://a.example")
    save_base_url("https://b.example")
    assert read(file) == {
        "base_url": "https://b.example",
        "lang": "ro",
        "server": {"work": {"base_url": "https://w"}},
    }
    assert load_settings().settings.base_url == "https://b.example"
    assert "# mine" in file.read_text()
    assert oct(file.stat().st_mode & 0o777) == oct(0o644)


def test_a_link_to_the_configuration_stays_a_link(tmp_path: Path) -> None:
    dotfiles = tmp_path / "dotfiles" / "firmeterm.toml"
    dotfiles.parent.mkdir()
    dotfiles.write_text('lang = "ro"\n')
    config_file().parent.mkdir(parents=True)
    config_file().symlink_to(dotfiles)
    save_base_url("https://a.example")
    assert config_file().is_symlink()
    assert read(dotfiles) == {"base_url": "https://a.example", "lang": "ro"}
    assert [file.name for file in dotfiles.parent.iterdir()] == [dotfiles.name]


def test_a_new_file_is_for_its_owner() -> None:
    save_base_url("https://a.example")
    assert config_file().stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_changed_safely_is_left_alone() -> None:
    text = 'theme = """\nbase_url = 1\n"""\nbase_url = "https://a.example"\n'
    file = write(text)
    with pytest.raises(FileError, match="set it there yourself"):
        save_base_url("https://b.example")
    assert file.read_text() == text


async def test_the_deadline_that_is_set_is_the_one_that_strikes(faulty: FaultyServer) -> None:
    settings = load_settings(
        environment={
            "FIRMETERM_BASE_URL": faulty.base_url("silent"),
            "FIRMETERM_TOTAL_TIMEOUT": "0.4",
        }
    ).settings
    companies = source.connect(settings, given("ft_key"))
    with pytest.raises(DeadlineError, match=r"did not answer within 0\.4 s"):
        await companies.profile(FIRST.tax_id)
    await companies.aclose()


async def test_the_limit_that_is_set_is_where_reading_stops(faulty: FaultyServer) -> None:
    write(f'base_url = "{faulty.base_url("large-body")}"\nanswer_limit = 1')
    companies = source.connect(load_settings(environment=os.environ).settings, given("ft_key"))
    with pytest.raises(BadAnswerError, match="sent more than 1 MB; reading stopped there"):
        await companies.profile(FIRST.tax_id)
    await companies.aclose()


def test_the_password_of_an_address_is_never_shown() -> None:
    write('base_url = "https://me:hunter2@host.example/v1"\n'
          '[server.work]\nbase_url = "https://:hunter2@work.example"\n')  # fmt: skip
    for command in (
        ("config", "show"),
        ("doctor",),
        ("--server", "work", "doctor"),
        ("--base-url", "me:hunter2@host.example", "doctor"),
        ("--base-url", "https://me:hunter2@[", "doctor"),
        ("show", "19"),
    ):
        done = run(*command)
        assert "hunter2" not in done.output, done.output
        assert isinstance(done.exception, SystemExit | None), done.exception
    assert 'base_url = "https://…@host.example/v1"' in run("config", "show", "-o", "toml").output


def test_a_key_in_the_file_is_told_where_it_belongs() -> None:
    write('api_key = "firme_abc"\n')
    said = run("config", "show", "-o", "toml").output
    assert "firmeterm login stores them" in said and "firme_abc" not in said


def test_a_wrong_address_of_a_public_service_is_wrong_use() -> None:
    write('anaf_url = "example"\n')
    done = run("--source", "public", "show", "990000013")
    assert done.exit_code == 2 and "Set anaf_url" in done.output
