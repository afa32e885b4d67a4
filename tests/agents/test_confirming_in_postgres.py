"""A confirmation works once, whichever process is asked, with accounts in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

from tests.agents.handles import handle_works_once


async def test_a_handle_works_once_for_all_workers_and_machines(tmp_path: Path, url: str) -> None:
    await handle_works_once(tmp_path, url)
