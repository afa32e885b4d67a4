"""A confirmation works once, whichever process is asked, with accounts in a file."""

from __future__ import annotations

from pathlib import Path

from tests.agents.handles import handle_works_once


async def test_a_handle_works_once_for_all_workers_and_machines(tmp_path: Path) -> None:
    await handle_works_once(tmp_path, str(tmp_path / "accounts.db"))
