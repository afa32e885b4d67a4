"""What a text scrolls in."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.reactive import Reactive

from tui_app.ui.widgets.no_repaint_on_focus import NoRepaintOnFocus


class Scroller(VerticalScroll, NoRepaintOnFocus, can_focus=True):
    """It looks the same with the keys as without."""

    BLANK = True
    # The text has the same room however long it is. Textual's own lays out once more.
    virtual_size: Reactive[Size] = Reactive(Size(), repaint=False)
    # The scrollbar has its column either way. Textual's own paints the whole text once more.
    show_vertical_scrollbar: Reactive[bool] = Reactive(False, layout=True, repaint=False)
