"""A service over a file says so at once if the database of its accounts is killed."""

from __future__ import annotations

from pathlib import Path

from tests.postgres import OwnServer
from tests.service.stopping import is_told_at_once


def test_a_killed_database_of_accounts_is_told_within_half_a_second(
    server: OwnServer, place: str, tmp_path: Path, registry_path: Path
) -> None:
    is_told_at_once(server, place, tmp_path, "killed", registry=registry_path, is_beside=True)
