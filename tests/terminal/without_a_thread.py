"""The explorer where a thread of a name, its first argument, cannot be started."""

from __future__ import annotations

import sys
import threading

from tui_app.__main__ import main

_start = threading.Thread.start


def _start_some(thread: threading.Thread) -> None:
    if thread.name == _missing:
        raise RuntimeError("can't start new thread")
    _start(thread)


if __name__ == "__main__":
    _missing = sys.argv.pop(1)
    threading.Thread.start = _start_some  # type: ignore[assignment,method-assign]
    main()
