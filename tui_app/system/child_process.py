"""Runs one of our own modules in another process."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Self


def module_command(module: str, *arguments: str) -> list[str]:
    """The command; ``-P`` keeps the user's current folder off the module search path."""
    return [sys.executable, "-P", "-m", module, *arguments]


class ChildProcess:
    """A module that writes ``output`` in another process; ``with`` ends it at the latest.

    The module gets the paths of ``task``, its input, and of ``output``, then ``more``. It calls
    ``end_with_parent`` first.
    """

    def __init__(self, module: str, task: Path, output: Path, *more: str) -> None:
        self.output = output
        self._process = subprocess.Popen(  # noqa: S603 (one of our modules)
            module_command(module, str(task), str(output), *more),
            stdin=subprocess.PIPE,
            env={**os.environ, "SQLITE_TMPDIR": str(output.parent)},
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def wait(self) -> Path:
        """Wait for the output; raises ``ChildProcessError`` if the process failed."""
        if self._process.wait() != 0:
            raise ChildProcessError(f"the worker process for {self.output.name} failed")
        return self.output


def end_with_parent() -> None:
    """End this process with its parent, however and whenever that ends."""

    def watch() -> None:
        # Nobody writes there: the parent holds the other end of the pipe.
        os.read(0, 1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
