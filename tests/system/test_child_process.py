"""A second process ends with the one that started it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

_PARENT: Final = """
import sys
from pathlib import Path
from tui_app.system.child_process import ChildProcess
child = ChildProcess("tui_app.opendata.lanes", *map(Path, sys.argv[1:]))
print("begun", flush=True)
child.wait()
"""


def test_a_child_does_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    os.mkfifo(asked := tmp_path / "asked")  # where the child would wait for ever
    with subprocess.Popen(
        (sys.executable, "-c", _PARENT, asked, tmp_path / "answered"), stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"begun\n"
        parent.kill()
        # The end of the output that both have.
        assert parent.communicate(timeout=60)[0] == b""
