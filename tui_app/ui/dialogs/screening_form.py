"""The criteria of a screen as a form: one row each, filled with the keyboard."""

from __future__ import annotations

from collections.abc import Container
from functools import partial
from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Offset
from textual.widgets import Input

from tui_app.contract.screening.criteria import Criteria, CriteriaError
from tui_app.system.language import _
from tui_app.ui.dialogs.dialog import Dialog
from tui_app.ui.screening import form, wording
from tui_app.ui.screening.completing_field import Completions, CriteriaField
from tui_app.ui.text.drawing import fit, styled
from tui_app.ui.widgets.text_pane import TextPane

_LABELS: Final = 13
"""The width of the field names."""
_LINES_AROUND: Final = 5
"""Lines of the dialog around its rows: frame, title, and two for messages."""


class _RowField(CriteriaField):
    """The text of one row; Tab completes, or goes to the next row."""

    def __init__(self, row: form.FormRow, completions: Completions) -> None:
        super().__init__(
            completions,
            placeholder=form.hint(row.field),
            complete=partial(form.complete_row, row.field),
        )
        self.row = row
        self.value = row.text

    @property
    def filled(self) -> form.FormRow:
        """The row with the current text."""
        return form.FormRow(self.row.field, self.value, self.row.index)

    def action_complete(self) -> None:
        """Accept the completion under the cursor, or go to the next row."""
        if self.is_offering:
            super().action_complete()
        else:
            self.screen.focus_next(_RowField)


class ScreeningForm(Dialog[Criteria]):
    """Returns the screen that its rows describe, or ``None``.

    ``without``: the fields that the source has no data for.
    """

    asked_width = 80
    DEFAULT_CSS = """
    ScreeningForm .form-row { height: 1; }
    ScreeningForm .form-row TextPane { width: 13; padding: 0; }
    ScreeningForm .form-row CriteriaField { width: 1fr; height: 1; border: none; padding: 0 1;
        background: $background; }
    ScreeningForm .form-row CriteriaField:focus { background: $boost; border: none; }
    ScreeningForm .form-message { height: auto; min-height: 2; padding: 0 1 0 0; }
    ScreeningForm Completions { width: 50; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "next_row(1)", show=False, id="down"),
        Binding("up", "next_row(-1)", show=False, id="up"),
        Binding("shift+tab", "next_row(-1)", show=False),
        Binding("pagedown", "next_row(8)", show=False, id="page_down"),
        Binding("pageup", "next_row(-8)", show=False, id="page_up"),
    ]

    def __init__(self, criteria: Criteria, without: Container[str] = ()) -> None:
        super().__init__(_("Screen companies by"), _("⏎ screens · ↑↓ rows · {escape} closes"))
        self._completions = Completions()
        self._fields = [
            _RowField(row, self._completions) for row in form.rows_of(criteria, without)
        ]
        self._message = TextPane(classes="form-message")

    def compose(self) -> ComposeResult:
        """The rows scroll; below them is a message about the focused row."""
        with Vertical(classes="dialog") as box:
            box.border_subtitle = self._leaving
            yield TextPane(lambda width: styled(fit(self._heading, width), "strong"))
            with self.body:
                yield from self.compose_body()
            yield self._message
            yield self._completions

    def compose_body(self) -> ComposeResult:
        """A row: the field's name and its text."""
        for field in self._fields:
            with Horizontal(classes="form-row"):
                yield TextPane(partial(_label, field.row.field.name))
                yield field

    def on_mount(self) -> None:
        """Focus the first row with a criterion."""
        filled = (field for field in self._fields if field.value)
        next(filled, self._fields[0]).focus()

    def on_resize(self) -> None:
        """Scroll the rows if they do not fit."""
        self.body.styles.max_height = max(1, self.size.height - _LINES_AROUND)

    @property
    def _current(self) -> _RowField | None:
        return self.focused if isinstance(self.focused, _RowField) else None

    def on_descendant_focus(self) -> None:
        """Show the explanation of the focused row."""
        self._say()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer completions, and report errors while typing."""
        event.stop()
        if isinstance(event.input, _RowField) and event.input.has_focus:
            event.input.offer()
            self._say()

    def on_completing_field_completing(self, event: CriteriaField.Completing) -> None:
        """Show the completions below the focused row, or above it near the bottom."""
        event.stop()
        if (field := self._current) and field.is_offering:
            rows, below = self._completions.height, field.region.bottom
            top = below if below + rows <= self.size.height else field.region.y - rows
            self._completions.absolute_offset = Offset(field.region.x, max(0, top))
        self._say()

    def _say(self) -> None:
        field = self._current
        if field is None:
            return
        error = _error(field)
        # The value at the cursor may be the beginning of a known one.
        if error is not None and not (field.cursor_at_end and any(field.candidates)):
            field.mark_wrong(error.start, error.end)
            text, style = wording.error_text(error), "bad"
        else:
            field.mark_wrong(0, 0)
            text, style = wording.about(field.row.field.about), "dim"
            if field.is_offering:
                text = f"{text} · {_('Tab completes')}"
        self._message.say(text, style)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the screen, or go to the row that cannot be read."""
        event.stop()
        for field in self._fields:
            if error := _error(field):
                field.focus()
                field.mark_wrong(error.start, error.end)
                self._message.say(wording.error_text(error), "bad")
                return
        self.dismiss(form.criteria_of(field.filled for field in self._fields))

    def action_next_row(self, by: int) -> None:
        """Go this many rows down or up."""
        at = self._fields.index(self._current) if self._current else 0
        self._fields[max(0, min(at + by, len(self._fields) - 1))].focus()


def _error(field: _RowField) -> CriteriaError | None:
    try:
        form.read_row(field.row.field, field.value)
    except CriteriaError as error:
        return error
    return None


def _label(name: str, width: int) -> Content:
    return styled(fit(name, min(width, _LABELS)), "dim")
