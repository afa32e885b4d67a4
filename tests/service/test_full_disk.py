"""``/readyz`` of a service whose disk is full."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.service.running import running
from tests.waiting import until
from tui_app.service.sqlite_accounts import SqliteAccounts


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own, for as long as the test runs."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk takes root")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_not_ready_until_there_is_room(tmp_path: Path, small_disk: Path) -> None:
    file = small_disk / "accounts.db"
    with closing(SqliteAccounts(file)) as accounts:
        accounts.create("team")
    with running(tmp_path, "--accounts", str(file)) as service, service.client() as client:
        until(lambda: client.get("/readyz").status_code == 200)
        filling = small_disk / "filling"
        with contextlib.suppress(OSError), filling.open("wb", buffering=0) as filler:
            while True:
                filler.write(bytes(512))
        until(lambda: client.get("/readyz").status_code == 503)
        assert client.get("/healthz").status_code == 200
        filling.unlink()
        until(lambda: client.get("/readyz").status_code == 200)
