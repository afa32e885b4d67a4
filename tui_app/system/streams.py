"""The standard streams, which a caller may have closed."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path


def discard_output() -> None:
    """Drop unwritten output, which would fail again when the program ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def prepare_streams() -> None:
    """Drop messages if standard error is closed; print ``?`` for letters stdout cannot encode."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (to the end)
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.encoding.lower() != "utf-8":
        sys.stdout.reconfigure(errors="replace")


def takes_ascii_only() -> bool:
    """Whether JSON must be written in ASCII; escaped there, no letter is lost."""
    encoding = sys.stdout.encoding if sys.stdout is not None else None
    return (encoding or "").lower().replace("-", "") != "utf8"
