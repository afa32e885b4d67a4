"""Help on the screen: the panel of keys, and the manual with a search over all its lines.

The panel says of every key what it does and costs, and why it cannot be used now.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input

from tui_app.contract.folding import fold
from tui_app.manual.pages import lines_with, page_of, topics
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog, RowsDialog
from tui_app.ui.text.drawing import lines, pad, paragraph, styled, wrap
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList
from tui_app.ui.widgets.text_field import TextField
from tui_app.ui.widgets.text_pane import TextPane

_KEYS_BESIDE = 11
"""The maximum width of the keys of one action, and two blanks."""


class HelpRow(NamedTuple):
    """An action: keys and help text; price and the reason why it cannot run, if any."""

    keys: str
    help: str
    price: str = ""
    reason: str = ""


class HelpGroup(NamedTuple):
    """Actions that apply in the same pane."""

    title: str
    rows: list[HelpRow]


class HelpScreen(Dialog[None]):
    """The actions in groups, below problems with the user's keys.

    Letters are text here: typing searches the actions.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False, id="escape"),
        Binding("down", "scroll(1)", show=False, id="down"),
        Binding("up", "scroll(-1)", show=False, id="up"),
        Binding("pagedown", "scroll(9)", show=False, id="page_down"),
        Binding("pageup", "scroll(-9)", show=False, id="page_up"),
    ]

    def __init__(
        self,
        title: str,
        wrong: list[str],
        groups: list[HelpGroup],
        keys_in: Callable[[str], Collection[str]],
    ) -> None:
        """``keys_in`` reads keys that the user wrote and returns them as rows show them."""
        super().__init__(title, _("type to search · ↑↓ scroll · {escape} closes"))
        self._wrong = wrong
        self._groups = groups
        self._keys_in = keys_in
        self._field = TextField(placeholder=_("a key, or a word of what it does"), id="help-field")
        self._text_pane = TextPane(self.draw)

    def compose_body(self) -> ComposeResult:
        """The search field and the actions."""
        yield self._field
        yield self._text_pane

    def on_mount(self) -> None:
        """The field keeps the focus."""
        self._field.focus()

    def widest(self, available: int) -> int:
        """As wide as with all actions: searching must not change the width."""
        rows = [_KEYS_BESIDE + cell_len(_text(row)) for group in self._groups for row in group.rows]
        return max([*rows, *map(cell_len, self._wrong)], default=0)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing."""
        event.stop()
        self._text_pane.draw(self.draw)
        self.body.scroll_home(animate=False)

    def action_leave(self) -> None:
        """Show all actions again, or close."""
        if self._field.value:
            self._field.value = ""
        else:
            self.dismiss(None)

    def draw(self, width: int) -> Content:
        """One line per action, grouped by pane."""
        found = [
            HelpGroup(group.title, fitting(group.rows, self._field.value, self._keys_in))
            for group in self._groups
        ]
        if not any(group.rows for group in found):
            return styled(_("No key does that"), "dim")
        parts = [paragraph(wrong, width, "warn") for wrong in self._wrong]
        for title, rows in found:
            if rows:
                head = [styled(title, "strong")] if title else []
                parts += [Content(), *head] if title or parts else []
                parts += [_draw_row(row, width) for row in rows]
        return lines(parts)


def fitting(
    rows: list[HelpRow], text: str, keys_in: Callable[[str], Collection[str]]
) -> list[HelpRow]:
    """The rows with a typed key, or with all words; all rows for an empty text."""
    typed = text.strip()
    if not typed:
        return rows
    keys = {typed, *keys_in(typed)}
    # ^p is only a key, but p, or enter, may be a word as well.
    is_only_key = any(len(key) > 1 and key.startswith("^") for key in keys)
    words = [] if is_only_key else fold(typed).split()
    return [
        row
        for row in rows
        if not keys.isdisjoint(row.keys.split())
        or (words and all(word in fold(f"{row.help} {row.reason}") for word in words))
    ]


def _text(row: HelpRow) -> str:
    """The action's description, its price, and why it cannot run now."""
    price = f" ({row.price})" if row.price else ""
    return row.help + price + (f" — {row.reason}" if row.reason else "")


@lru_cache(maxsize=512)  # all actions are drawn up to three times until their height is known
def _draw_row(row: HelpRow, width: int) -> Content:
    first, *rest = wrap(_text(row), width - _KEYS_BESIDE)
    style = "dim" if row.reason else "text"
    keys = styled(pad(row.keys, _KEYS_BESIDE), style if row.reason else "strong")
    below = [styled(" " * _KEYS_BESIDE + line, style) for line in rest]
    return lines([keys + styled(first, style), *below])


_LINES_AROUND: Final = 6
"""Rows of the screen around the page: frame, title, field and a blank one."""
_MARKS: Final = str.maketrans("", "", "`*#|")
"""Markdown signs around words, removed from single lines."""


class ManualScreen(RowsDialog[None]):
    """Shows a topic. Letters are text here: they search all topics."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1", "close", show=False, id="manual")]

    def __init__(self, topic: str) -> None:
        super().__init__("", _("type to search · ⏎ topics · {escape} closes"))
        self._titles = topics()
        self._field = TextField(placeholder=_("search the manual"), id="manual-field")
        self.rows.can_focus = False  # A click moves the cursor; typing goes on in the field.
        self.rows.display = False
        self._page = TextPane()
        self._nothing = TextPane()
        self._targets: dict[str, tuple[str, str]] = {}
        """For each row the topic and the text to scroll to: no two lists have a key in common."""
        self._lists = 0
        self._query = ""
        topic = topic.replace("-", " ")
        self._topic = topic if topic in self._titles else next(iter(self._titles))

    def compose(self) -> ComposeResult:
        """Title, field, and the matches or the page."""
        with Vertical(classes="dialog"):
            yield TextPane(lambda width: styled(self._titles[self._topic], "strong"), id="topic")
            yield self._field
            yield self.rows
            yield self._nothing
            with self.body:
                yield self._page

    def on_mount(self) -> None:
        """Show the requested page."""
        self._field.focus()
        self._show_page()

    def on_resize(self) -> None:
        """Both fill the available height."""
        available = max(1, self.size.height - _LINES_AROUND)
        self.rows.styles.height = self.body.styles.max_height = available

    @property
    def topic(self) -> str:
        """The topic that is shown."""
        return self._topic

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search while typing; an empty text shows the page again."""
        event.stop()
        if text := event.value.strip():
            self._show_rows(self._matches(text), text)
        else:
            self._show_page()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the match under the cursor; with nothing typed, list the topics."""
        event.stop()
        if self.rows.display:
            self.rows.open()
        else:
            self._show_rows([(t, "", title) for t, title in self._titles.items()], "")

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Open the match, on Enter or a second click."""
        event.stop()
        target = self._targets.get(event.key)
        if target is None:
            return  # the list has changed since
        self._topic, self._query = target
        with self.prevent(Input.Changed):
            self._field.value = ""
        self._show_page()

    def action_close(self) -> None:
        """Show the page again, or close."""
        if not self.body.display:
            self._field.value = ""
            self._show_page()
        else:
            self.dismiss(None)

    def action_move(self, by: int) -> None:
        """Move the cursor; the field keeps the focus."""
        if self.rows.display:
            self.rows.move(by)
        else:
            self.action_scroll(by)

    def _matches(self, text: str) -> list[tuple[str, str, str]]:
        """Topics by name, then lines: topic, text to scroll to, and text to show."""
        words = fold(text)
        by_title = [(t, "", title) for t, title in self._titles.items() if words in fold(title)]
        return by_title + [(each.topic, text, each.line) for each in lines_with(text)]

    def _show_rows(self, matches: list[tuple[str, str, str]], query: str) -> None:
        self._lists += 1
        by_key = {f"{self._lists}.{at}": each for at, each in enumerate(matches)}
        self._targets = {key: (topic, text) for key, (topic, text, _line) in by_key.items()}
        width = max(map(len, self._titles)) + 2
        rows = [_row(key, pad(each[0], width), each[2]) for key, each in by_key.items()]
        self.rows.show(rows)
        self.rows.display, self.body.display = bool(rows), False
        nothing = _("Nothing in the manual contains “{text}”").format(text=query)
        self._nothing.say("" if rows else nothing, "dim")

    def _show_page(self) -> None:
        self.rows.display, self.body.display = False, True
        self._nothing.say("")
        self.query_one("#topic", TextPane).draw(
            lambda width: styled(self._titles[self._topic], "strong")
        )
        page = page_of(self._topic)
        self._page.draw(lambda width: draw_page(page, width))
        self.call_after_refresh(self._go_to_query)

    def _go_to_query(self) -> None:
        """Scroll to the first line with the searched text, or to the top."""
        query, self._query = fold(self._query), ""
        drawn = self._page.render().plain.splitlines()
        at = next((n for n, line in enumerate(drawn) if query and query in fold(line)), 0)
        self.body.scroll_to(y=at, animate=False)


def _row(key: str, topic: str, line: str) -> Row:
    text = " ".join(line.translate(_MARKS).split())
    return Row(key, (RowLine((Piece(topic, "strong"), Piece(text))),))


def draw_page(page: str, width: int) -> Content:
    """A page without its title, as styled text for a width in cells."""
    import io

    from rich.console import Console
    from rich.markdown import Markdown

    _title, _blank, text = page.partition("\n\n")
    console = Console(width=max(20, width), file=io.StringIO(), color_system=None)
    drawn = console.render_lines(Markdown(text, code_theme="bw"), pad=False)
    return lines(
        Content.assemble(*(styled(part.text, _style(part.style)) for part in line))
        for line in drawn
    )


def _style(style: object) -> str:
    from rich.style import Style

    return "strong" if isinstance(style, Style) and style.bold else "text"
