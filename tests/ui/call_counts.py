"""Counts what one key does inside the screen: its own functions, files and calls, and layouts."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

from textual._compositor import Compositor

import tui_app.ui
from tests.ui import painting
from tests.ui.user import User

_UI: Final = str(Path(tui_app.ui.__file__).parent)


class Count:
    """What happened inside a block. Functions are counted by file and name."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str]] = Counter()
        self.layouts = self.frames = 0

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many functions in how many files, with how many calls."""
        files = {file for file, _name in self.calls}
        return len(self.calls), len(files), self.calls.total()


@contextmanager
def counting(monkeypatch: Any) -> Iterator[Count]:
    """Count inside the block. What a test itself looks at does not count."""
    count, frames = Count(), painting.frames
    reflow = Compositor.reflow

    def profile(frame: FrameType, event: str, _arg: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(_UI):
            count.calls[file.removeprefix(_UI), frame.f_code.co_qualname] += 1

    # Any: as Textual has them.
    def counted_reflow(compositor: Compositor, *args: Any) -> Any:
        count.layouts += 1
        return reflow(compositor, *args)

    # Any: as the test's own methods have them.
    def uncounted(look: Callable[[User], Any]) -> Callable[[User], Any]:
        def look_uncounted(user: User) -> Any:
            sys.setprofile(None)
            try:
                return look(user)
            finally:
                sys.setprofile(profile)

        return look_uncounted

    with monkeypatch.context() as patch:
        patch.setattr(Compositor, "reflow", counted_reflow)
        for look in (User.is_waiting, User.check_hints):
            patch.setattr(User, look.__name__, uncounted(look))
        sys.setprofile(profile)
        try:
            yield count
        finally:
            sys.setprofile(None)
    count.frames = painting.frames - frames
