"""The changes of watched companies after an import of a newer register, without a request."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.opendata.conftest import Run, run
from tests.opendata.past import INSOLVENT, Company, changed, write_new, write_old
from tui_app.config.settings import imported_registry

__all__ = ["run"]

WATCHED = Company("990000013", "J12/100/2010", "PRIVITA DEMO SRL")
OTHER = Company("990000021", "J12/101/2010", "ALTA DEMO SRL")
MONTHS = ("2026-06-01", "2026-07-01", "2026-08-01")


def lists(run: Run) -> list[dict[str, object]]:
    """The watched companies as ``watch list`` has them."""
    found: list[dict[str, object]] = json.loads(run("watch", "list", "-o", "json").stdout)
    return found


def test_an_import_tells_the_changes_of_watched_companies_once(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if a server is set: it is asked nothing, and other companies are no news."""
    first = write_new(tmp_path / f"firme-{MONTHS[0]}", [WATCHED, OTHER])
    insolvent = changed(WATCHED, codes=("1048", INSOLVENT), county="Sibiu", locality="Sibiu")
    later = write_new(
        tmp_path / f"firme-{MONTHS[1]}", [insolvent, changed(OTHER, name="ALTFEL SRL")]
    )
    assert run("data", "import", first).exit_code == 0
    assert run("watch", "add", WATCHED.tax_id).exit_code == 0
    assert run("watch", "check").exit_code == 0
    monkeypatch.setenv("FIRMETERM_BASE_URL", "http://127.0.0.1:9")
    imported = run("data", "import", later)
    assert imported.exit_code == 0, imported.output
    assert "1 watched company changed" in imported.stderr
    (entry,) = lists(run)
    newest = entry["newest"]
    assert isinstance(newest, dict)
    assert (newest["notBefore"], newest["notAfter"]) == MONTHS[:2]
    assert "between 2026-06-01 and 2026-07-01" in run("watch", "list", "-o", "table").stdout
    monkeypatch.delenv("FIRMETERM_BASE_URL")
    checked = run(
        "watch", "check", "-o", "csv", "--fields", "field,before,after,notBefore,notAfter"
    )
    assert checked.exit_code == 1
    days = ",".join(MONTHS[:2])
    street = "Strada Probei, nr. 3"
    assert sorted(checked.stdout.splitlines()[1:]) == [
        f'address,"{street}, Dej, Cluj","{street}, Sibiu, Sibiu",{days}',
        f"status,funcțiune,insolvență; funcțiune,{days}",
    ]
    # Neither the check nor the same import reports it again.
    assert run("watch", "check").exit_code == 0
    assert "watched" not in run("data", "import", later).stderr
    assert run("watch", "check").exit_code == 0


def test_older_snapshots_are_no_news(tmp_path: Path, run: Run) -> None:
    """An old change is in the history, but is not new to the user."""
    newest = write_new(tmp_path / f"firme-{MONTHS[2]}", [WATCHED])
    older = write_old(tmp_path / "old", "2019-02-01", [changed(WATCHED, name="VECHE SRL")])
    assert run("data", "import", newest).exit_code == 0
    assert run("watch", "add", WATCHED.tax_id).exit_code == 0
    added = run("data", "history", "add", older)
    assert added.exit_code == 0 and "watched" not in added.stderr
    first, *_size = added.stdout.splitlines()
    assert first == "2019-02-01: 1 rows read, 1 companies"
    assert lists(run)[0]["newest"] is None
    # A newer one is.
    newer = write_new(tmp_path / "firme-2026-09-01", [changed(WATCHED, name="NOUA SRL")])
    added = run("data", "history", "add", newer)
    assert added.exit_code == 0 and "1 watched company changed" in added.stderr, added.output


def test_another_registry_and_private_mode_tell_the_watch_list_nothing(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another registry than the one that the explorer opens is not watched."""
    months = [
        write_new(tmp_path / f"firme-{month}", [changed(WATCHED, name=f"NUME {at} SRL")])
        for at, month in enumerate(MONTHS)
    ]
    assert run("watch", "add", WATCHED.tax_id).exit_code == 0
    other = tmp_path / "other.db"
    for month in months:
        assert run("data", "import", month, "--registry", other).exit_code == 0
    assert not imported_registry().exists() and lists(run)[0]["newest"] is None
    assert run("data", "import", months[0]).exit_code == 0
    monkeypatch.setenv("FIRMETERM_PRIVATE", "1")
    assert "watched" not in run("data", "import", months[1]).stderr
    monkeypatch.delenv("FIRMETERM_PRIVATE")
    assert lists(run)[0]["newest"] is None
    assert "1 watched company changed" in run("data", "import", months[2]).stderr
    assert lists(run)[0]["companyName"] == "NUME 2 SRL"
    assert '"invented":false' in run("workspace", "export").stdout
