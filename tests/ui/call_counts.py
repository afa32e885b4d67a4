"""Counts how often a call goes from one file of the screen to another."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

import tui_app.ui

_UI: Final = str(Path(tui_app.ui.__file__).parent)


@contextmanager
def counting() -> Iterator[Counter[tuple[str, str]]]:
    """Count calls inside the block, by the files that they come from and go to.

    What lies between two of our files, such as Textual, does not count.
    """
    moves: Counter[tuple[str, str]] = Counter()

    def profile(frame: FrameType, event: str, _arg: object) -> None:
        if event != "call":
            return
        target, caller = frame.f_code.co_filename, frame.f_back
        if caller is None or not target.startswith(_UI):
            return
        origin = caller.f_code.co_filename
        if origin != target and origin.startswith(_UI):
            moves[origin.removeprefix(_UI), target.removeprefix(_UI)] += 1

    sys.setprofile(profile)
    try:
        yield moves
    finally:
        sys.setprofile(None)
