"""A part of a large build in a process of its own, which reads what waits in staging.

``python -m MODULE STAGING OUTPUT …`` writes a file that the build then copies from.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Final, Self

_LOOK_EVERY_SECONDS: Final = 1.0


class Apart:
    """A module that is run beside this process; use it with ``with``."""

    def __init__(self, module: str, staging: Path, output: Path, *more: str) -> None:
        self.output = output
        self._process = subprocess.Popen(  # noqa: S603 (a module of ours)
            [sys.executable, "-m", module, str(staging), str(output), *more],
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

    def wait(self) -> None:
        """Until it is done; raises ``sqlite3.OperationalError`` if it failed."""
        if self._process.wait() != 0:
            raise sqlite3.OperationalError(f"{self.output.name} could not be written")


def end_with_parent() -> None:
    """Let this process end soon after the one that wants its work, however that one ended."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOK_EVERY_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def open_staging(staging: str) -> closing[sqlite3.Connection]:
    """What waits in staging, which nobody writes any more."""
    uri = f"{Path(staging).absolute().as_uri()}?mode=ro&immutable=1"
    return closing(sqlite3.connect(uri, uri=True))
