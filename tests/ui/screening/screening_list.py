"""A user of the Screen list, for its tests."""

from __future__ import annotations

from textual.widget import Widget

from tests.ui.user import User
from tui_app.contract.screening.page import ScreeningRow
from tui_app.ui.lists.screening import ScreeningList
from tui_app.ui.panes.company import ScreeningEntry

WIDE = (160, 50)


def screening(user: User) -> ScreeningList:
    pane = user.app.explorer.lists["screen"]
    assert isinstance(pane, ScreeningList)
    return pane


def rows(user: User) -> list[ScreeningRow]:
    shown = screening(user).shown
    return [entry.row for entry in shown if isinstance(entry, ScreeningEntry)]


def has_keys(user: User, widget: Widget) -> bool:
    """Whether it has the focus."""
    return user.app.focused is widget


def opened(user: User) -> str:
    """The company that is shown."""
    entry = user.app.explorer.detail.entry
    return entry.tax_id if entry else ""


def has_room(widget: Widget) -> bool:
    """Whether it is on the screen."""
    return bool(widget.region.area)


async def screen(user: User, line: str) -> None:
    """Put a line into the field as if it were pasted."""
    if user.app.explorer.list is not screening(user):
        await user.press("escape", "Q")
    screening(user).line.field.value = line
    await user.idle()


async def typed(user: User, text: str) -> None:
    """Put a text into the field but for its last letter, which is typed."""
    await user.paste(text[:-1])
    await user.press("end", text[-1])


async def emptied(user: User) -> None:
    """Focus the empty field, whatever was done before."""
    if not has_keys(user, screening(user).line.field):
        await user.press("Q")
    assert has_keys(user, screening(user).line.field)
    screening(user).line.field.value = ""
    await user.idle()
