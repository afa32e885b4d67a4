"""Runs a part of a large build in another process, which reads the staging file.

``python -m MODULE STAGING OUTPUT …`` writes a file that the build then copies.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import threading
import time
from abc import ABC, abstractmethod
from contextlib import closing
from pathlib import Path
from typing import Final, Self

from tui_app.system.child_process import module_command

_CHECK_SECONDS: Final = 1.0


class BuildProcess(ABC):
    """A module that runs in another process; use it with ``with``."""

    def __init__(self, module: str, staging: Path, output: Path, *more: str) -> None:
        self.output = output
        self._process = subprocess.Popen(  # noqa: S603 (one of our modules)
            module_command(module, str(staging), str(output), *more),
            stdin=subprocess.DEVNULL,
            env={**os.environ, "SQLITE_TMPDIR": str(output.parent)},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    @abstractmethod
    def copy_into(self, connection: sqlite3.Connection) -> None:
        """Wait for it and copy what it wrote; raises ``sqlite3.OperationalError`` if it failed."""

    def wait(self) -> None:
        """Wait until it is done; raises ``sqlite3.OperationalError`` if it failed."""
        if self._process.wait() != 0:
            raise sqlite3.OperationalError(f"{self.output.name} could not be written")


def end_with_parent() -> None:
    """End this process soon after its parent, however that ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_CHECK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def open_staging(staging: str) -> closing[sqlite3.Connection]:
    """The staging file, which is complete."""
    uri = f"{Path(staging).absolute().as_uri()}?mode=ro&immutable=1"
    return closing(sqlite3.connect(uri, uri=True))
