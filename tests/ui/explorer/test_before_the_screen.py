"""Messages at the start and at the end: those before the first screen wait for it."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from tests.ui.hostile import told
from tests.ui.user import explore, program
from tui_app.system.memory import EXIT_STATUS
from tui_app.ui.remote.value import start


async def test_what_is_reported_before_the_first_screen_is_shown_on_it(tmp_path: Path) -> None:
    damaged = tmp_path / "workspace.db"
    damaged.write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    app = program(workspace=damaged)
    app.update_allowance()
    app.say("Said too soon.")
    async with explore(app) as user:
        assert "Said too soon." in told(user)
        assert "could not be read and start anew" in told(user)


@pytest.mark.parametrize(
    "error", [MemoryError(), RuntimeError("can't start new thread"), OSError(errno.ENOMEM, "no")]
)
async def test_work_that_runs_out_of_memory_ends_the_program_in_words(
    error: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    async def fail() -> None:
        raise error

    app = program()
    async with explore(app) as user:
        start(app, fail(), description="run out of memory")
        await user.pilot.pause()
        await user.when(lambda: not app.is_running)
    assert app.return_code == EXIT_STATUS
    said = capsys.readouterr().err
    assert said.startswith("Memory ran out") and "Traceback" not in said
