"""The sources of the key, and how ``login`` treats it."""

from __future__ import annotations

import io
import os
import stat
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from rich.console import Console

from tests.client.conftest import KEY
from tests.faulty.process import FaultyServer
from tui_app.cli.main import main
from tui_app.client.credentials import (
    KeySource,
    StoredCredential,
    find_key,
    read_credentials,
    store,
)
from tui_app.client.errors import CredentialError
from tui_app.client.keyring_store import Keyring
from tui_app.config import settings
from tui_app.config.loading import load_settings

BASE = "https://companies.example"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "credentials.json"


class SafeBackend:
    """What the keyring package calls a backend."""


def fake_keyring(monkeypatch: pytest.MonkeyPatch, backend: object = None) -> dict[str, str]:
    """A keyring package with the documented functions; returns what it keeps."""
    stored: dict[str, str] = {}
    module = ModuleType("keyring")
    functions = {
        "get_keyring": lambda: backend or SafeBackend(),
        "get_password": lambda service, name: stored.get(f"{service} {name}"),
        "set_password": lambda service, name, key: stored.__setitem__(f"{service} {name}", key),
    }
    module.__dict__.update(functions)
    monkeypatch.setitem(sys.modules, "keyring", module)
    return stored


def test_the_sources_come_in_their_order(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "key.txt"
    named.write_text("ft_named_0123456789\nsecond line\n")
    store(BASE, StoredCredential(key="ft_stored_0123456789"), file)
    environment = {"FIRMETERM_API_KEY": "ft_environment_0123456789"}
    found = find_key(BASE, file, api_key_file=str(named), environment=dict(environment))
    assert found is not None
    assert (found.key.reveal(), found.source) == ("ft_named_0123456789", KeySource.NAMED_FILE)
    assert found.overriding == str(named)
    found = find_key(BASE, file, environment=environment)
    assert found is not None
    assert found.source is KeySource.ENVIRONMENT
    assert environment == {}, "no child inherits the key"
    found = find_key(BASE, file, environment={"FIRMETERM_API_KEY": ""})
    assert found is not None
    assert (found.key.reveal(), found.found_at) == ("ft_stored_0123456789", str(file))
    assert found.overriding == ""
    assert find_key("https://another.example", file, environment={}) is None
    fake_keyring(monkeypatch)["firmeterm " + BASE] = "ft_keyring_0123456789"
    store(BASE, StoredCredential(keyring=True), file)
    found = find_key(BASE, file, environment={})
    assert found is not None
    assert (found.key.reveal(), found.source) == ("ft_keyring_0123456789", KeySource.KEYRING)


def test_a_key_may_come_from_standard_input(file: Path) -> None:
    code = (
        "import pathlib; from tui_app.client.credentials import find_key;"
        f"found = find_key('{BASE}', pathlib.Path('none'), api_key_file='-', environment={{}});"
        "print(found.key.masked, found.found_at)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=KEY + "\n", capture_output=True, text=True, check=True
    )
    assert done.stdout == "ft_…RKER standard input\n"


def test_the_file_is_written_for_its_owner_and_keeps_the_others(file: Path) -> None:
    store(BASE, StoredCredential(key=KEY), file)
    store("https://other.example", StoredCredential(keyring=True), file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_credentials(file) == {
        BASE: StoredCredential(key=KEY),
        "https://other.example": StoredCredential(keyring=True),
    }
    store(BASE, None, file)
    assert list(read_credentials(file)) == ["https://other.example"]
    others = {f.name for f in file.parent.iterdir()} - {file.name}
    assert others == {f".{file.name}.lock"}


def test_two_programs_that_store_at_once_lose_nothing(file: Path) -> None:
    code = (
        "import sys, pathlib; from tui_app.client.credentials import StoredCredential, store;"
        f"[store(f'https://{{sys.argv[1]}}-{{n}}.example', StoredCredential(keyring=True),"
        f" pathlib.Path({str(file)!r})) for n in range(20)]"
    )
    programs = [subprocess.Popen([sys.executable, "-c", code, name]) for name in ("a", "b", "c")]
    assert [program.wait(60) for program in programs] == [0, 0, 0]
    assert len(read_credentials(file)) == 60


def test_what_is_stored_shows_no_key(file: Path) -> None:
    stored = StoredCredential(key=KEY)
    page = io.StringIO()
    Console(file=page).print(stored)
    assert KEY not in f"{stored!r} {stored} {[stored]} {page.getvalue()}"
    store(BASE, stored, file)
    file.write_text(file.read_text()[:-3])
    with pytest.raises(CredentialError) as caught:
        store(BASE, stored, file)
    report = traceback.TracebackException.from_exception(caught.value, capture_locals=True)
    assert "read_credentials" in "".join(report.format())
    own = [line for line in report.format() if "credentials.py" in line]
    assert own and KEY not in "".join(own)


@pytest.mark.parametrize(("owner", "used"), [(0, True), (12345, False)])
def test_a_file_that_somebody_else_wrote_is_refused(
    owner: int, used: bool, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Root's is fine; anybody else could have put their own key there."""
    store(BASE, StoredCredential(key=KEY), file)
    real = os.fstat

    def fstat(number: int) -> os.stat_result:
        found = list(real(number))
        found[4] = owner
        return os.stat_result(found)

    monkeypatch.setattr(os, "fstat", fstat)
    monkeypatch.setattr(os, "getuid", lambda: 4711)
    if used:
        assert read_credentials(file)
    else:
        with pytest.raises(CredentialError, match="is not used"):
            read_credentials(file)


def test_a_link_to_the_credentials_stays_a_link(file: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "keys.json"
    store(BASE, StoredCredential(key=KEY), elsewhere)
    file.parent.mkdir()
    file.symlink_to(elsewhere)
    store("https://other.example", StoredCredential(keyring=True), file)
    assert file.is_symlink()
    assert len(read_credentials(elsewhere)) == 2


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_file_that_others_can_read_is_refused(file: Path, mode: int) -> None:
    store(BASE, StoredCredential(key=KEY), file)
    file.chmod(mode)
    with pytest.raises(CredentialError, match="can be read by others and is not used") as caught:
        find_key(BASE, file, environment={})
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("content", ["", "nonsense", '{"a": 5}', '["x"]'])
def test_a_damaged_file_is_named(file: Path, content: str) -> None:
    store(BASE, StoredCredential(key=KEY), file)
    file.write_text(content)
    with pytest.raises(CredentialError, match="cannot be used: it is damaged"):
        find_key(BASE, file, environment={})


@pytest.mark.parametrize("content", ["", "two words", "ș", "\n"])
def test_what_is_no_key_is_refused_without_being_shown(tmp_path: Path, content: str) -> None:
    named = tmp_path / "key.txt"
    named.write_text(content)
    with pytest.raises(CredentialError, match="is not an API key") as caught:
        find_key(BASE, tmp_path / "none", api_key_file=str(named), environment={})
    assert not content.strip() or content not in str(caught.value)


def test_a_missing_key_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CredentialError, match="No such file"):
        find_key(BASE, tmp_path / "none", api_key_file=str(tmp_path / "absent"), environment={})


def test_a_keyring_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    fake_keyring(monkeypatch)
    keyring = Keyring(timeout=0.1)
    over = threading.Event()
    monkeypatch.setattr(sys.modules["keyring"], "get_password", lambda *_: over.wait(30))
    with pytest.raises(CredentialError, match="cannot be used: it does not answer"):
        keyring.get(BASE)
    # Nor does the program wait for it at its end.
    assert [each.daemon for each in threading.enumerate() if each.name == "keyring"] == [True]
    over.set()


def test_a_keyring_that_fails_or_keeps_nothing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fail:
        pass

    for module in ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt.file"):
        Fail.__module__ = module
        fake_keyring(monkeypatch, Fail())
        with pytest.raises(CredentialError, match="it has no safe place for a key"):
            Keyring()
    fake_keyring(monkeypatch)
    with pytest.raises(CredentialError, match="has no key for"):
        Keyring().get(BASE)

    def broken(*_: object) -> None:
        raise OSError(KEY)

    monkeypatch.setattr(sys.modules["keyring"], "set_password", broken)
    with pytest.raises(CredentialError, match="cannot be used: OSError") as caught:
        Keyring().set(BASE, KEY)
    assert KEY not in str(caught.value)


def test_no_keyring_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(CredentialError, match="the package keyring is not installed"):
        Keyring()


def run(*arguments: str, typed: str = "") -> tuple[int, str]:
    result = CliRunner().invoke(main, arguments, input=typed)
    assert KEY not in result.output
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def _no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)


def test_login_tries_the_key_and_stores_it(faulty: FaultyServer) -> None:
    base = f"http://{faulty.host}"
    code, output = run("login", typed=f"{base}/v1/\n{KEY}\n")
    assert code == 0
    assert f"Key ft_…RKER accepted by {faulty.host}; saved in " in output
    assert len(faulty.log()) == 1
    assert load_settings(environment=os.environ).settings.base_url == base
    assert read_credentials(settings.credentials_file()) == {base: StoredCredential(key=KEY)}
    code, output = run("login", "--status")
    assert (code, output.splitlines()) == (
        0,
        [
            f"Server: {base}",
            f"Key: ft_…RKER from the credentials file ({settings.credentials_file()})",
        ],
    )
    assert len(faulty.log()) == 1


def test_login_at_another_address_than_the_named_server_saves_it(faulty: FaultyServer) -> None:
    file, base = settings.config_file(), f"http://{faulty.host}"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('use_server = "old"\n[server.old]\nbase_url = "https://old.example"\n')
    assert run("login", typed=f"{base}\n{KEY}\n")[0] == 0
    assert f'base_url = "{base}"' in file.read_text()


@pytest.mark.parametrize(
    ("fault", "expected", "text"),
    [
        ("401", 3, ": Unknown key; not saved."),
        ("refused", 4, "Connection refused by 127.0.0.1"),
        ("html", 4, "sent a web page instead of data. Check the base address. Nothing was saved."),
    ],
)
def test_login_says_what_is_wrong_and_stores_nothing(
    fault: str, expected: int, text: str, faulty: FaultyServer
) -> None:
    code, output = run("--base-url", faulty.base_url(fault), "login", typed=f"{KEY}\n")
    assert code == expected
    assert text in output
    assert not settings.credentials_file().exists()
    assert not settings.config_file().exists()


def test_login_with_nobody_to_ask_says_what_to_give() -> None:
    for arguments in (["login"], ["--base-url", "https://companies.example", "login"]):
        code, output = run(*arguments, typed="")
        assert code == 2 and "--api-key-file FILE login" in output, output
    code, output = run("--base-url", "https://127.0.0.1:9", "login", typed="two words\n")
    assert code == 2 and "Nothing was sent or saved" in output


def test_login_reads_the_key_from_a_file(
    faulty: FaultyServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = tmp_path / "key.txt"
    named.write_text(KEY)
    base = f"http://{faulty.host}"
    code, said = run("--base-url", base, "--api-key-file", str(named), "login")
    assert code == 0 and "overrides" not in said
    monkeypatch.setenv("FIRMETERM_API_KEY", "ft_environment_0123456789")
    _code, said = run("--base-url", base, "--api-key-file", str(named), "login")
    assert "FIRMETERM_API_KEY is set and overrides the saved key" in said
    assert read_credentials(settings.credentials_file()) == {base: StoredCredential(key=KEY)}


def test_login_keeps_the_key_in_the_keyring_when_told_or_when_nobody_is_there(
    faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = f"http://{faulty.host}"
    arguments = ("--base-url", base, "login", "--store", "keyring")
    code, output = run(*arguments, typed=f"{KEY}\n")
    assert code == 3
    assert "the package keyring is not installed" in output
    stored = fake_keyring(monkeypatch)
    code, output = run(*arguments, typed=f"{KEY}\n")
    assert code == 0
    assert stored == {f"firmeterm {base}": KEY}
    assert KEY not in settings.credentials_file().read_text()
    code, output = run("login", "--status")
    assert "Key: ft_…RKER from the system keyring" in output
    # Without a terminal, the key from standard input goes there too.
    stored.clear()
    code, output = run("--base-url", base, "--api-key-file", "-", "login", typed=KEY)
    assert code == 0 and stored == {f"firmeterm {base}": KEY}, output


def test_login_refuses_http_to_another_machine() -> None:
    code, output = run("--base-url", "http://companies.example", "login", typed=f"{KEY}\n")
    assert code == 2
    assert "would send the key unencrypted" in output


def test_status_without_a_server_or_a_key() -> None:
    assert "No server is set" in run("login", "--status")[1]
    assert "Key: none." in run("--base-url", BASE, "login", "--status")[1]
