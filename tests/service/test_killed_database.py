"""A service whose database is killed says so at once, and recovers."""

from __future__ import annotations

from pathlib import Path

from tests.postgres import OwnServer
from tests.service.stopping import is_told_at_once


def test_a_killed_database_is_told_within_half_a_second(
    server: OwnServer, place: str, tmp_path: Path, registry_path: Path
) -> None:
    is_told_at_once(server, place, tmp_path, "killed", registry=registry_path, is_beside=False)
