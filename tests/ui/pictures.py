"""Pictures of the screen, compared with those that were looked at and accepted.

One walk takes many. A picture is kept under its own name beside the test file, so that it can be
taken in another walk and stay the same file. ``pytest --snapshot-update`` accepts all of a run.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension, normalize_svg
from rich.console import Console
from rich.segment import Segment, Segments
from syrupy.assertion import SnapshotAssertion
from syrupy.location import PyTestLocation
from textual.geometry import Region
from textual.widget import Widget

from tests.ui.painting import lines_of
from tests.ui.user import NORMAL, User, explore
from tui_app.ui import frame
from tui_app.ui.app import FirmetermApp
from tui_app.ui.text import formatting


class _NamedPicture(SVGImageExtension):  # type: ignore[misc]  # it has no types
    """A picture in a file of its name, whichever test takes it."""

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: str | int = 0) -> str:
        return str(index)


class Pictures:
    """The accepted pictures of a test file."""

    def __init__(self, accepted: SnapshotAssertion, received: Path) -> None:
        self._accepted = accepted.use_extension(_NamedPicture)
        self._received = received
        self._differing: list[Path] = []

    @contextlib.asynccontextmanager
    async def walk(
        self, app: FirmetermApp | None = None, size: tuple[int, int] = NORMAL
    ) -> AsyncIterator[User]:
        """Open the explorer; at its end all pictures must be as accepted."""
        async with explore(app, size) as user:
            yield user
        assert not self._differing, "other pictures than were accepted: " + " ".join(
            map(str, self._differing)
        )

    async def take(
        self, user: User, name: str, size: tuple[int, int] | None = None, *, whole: bool = False
    ) -> None:
        """Take a picture of the pane or dialog that has the keys, or of the whole screen.

        Where there is a size, the terminal is resized for it and back.
        """
        before = user.app.size
        if size is not None:
            await user.pilot.resize_terminal(*size)
            await user.idle()
        await user.pilot.pause()
        region = user.app.size.region if whole else _with_keys(user.app).region
        seen = normalize_svg(_svg(user.app, region))
        if self._accepted(name=name) != seen:
            file = self._received / f"{name}.svg"
            file.write_text(seen)
            self._differing.append(file)
        if size is not None:
            await user.pilot.resize_terminal(*before)
            await user.idle()


def _with_keys(app: FirmetermApp) -> Widget:
    explorer = app.explorer
    if app.screen is not explorer:
        [first, *others] = app.screen.children
        return app.screen if others else first  # a dialog is one widget
    return explorer.detail.section if explorer.detail_has_focus else explorer.list


def _svg(app: FirmetermApp, region: Region) -> str:
    """A part of the screen, drawn as Textual draws all of it."""
    console = Console(
        width=region.width,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        record=True,
        legacy_windows=False,
    )
    for strip in lines_of(app)[region.y : region.bottom]:
        cropped = strip.crop(region.x, region.right).simplify()
        console.print(Segments([*cropped, Segment.line()]), end="")
    return console.export_svg(title=app.title)


@pytest.fixture
def pictures(
    snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Pictures:
    """Pictures at a fixed time: no time of fetching, no message that ends on a slow machine."""
    monkeypatch.setattr(formatting, "clock", lambda _moment: "14:02")
    monkeypatch.setattr(frame, "NOTICE", 600)
    return Pictures(snapshot, tmp_path)
