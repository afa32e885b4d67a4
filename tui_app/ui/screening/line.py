"""The line of criteria: its field, the completions below it, and its errors."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input

from tui_app.contract.screening.completion import complete
from tui_app.contract.screening.criteria import Criteria, CriteriaError, may_name_a_person
from tui_app.contract.screening.language import parse, write
from tui_app.contract.screening.vocabulary import ENGLISH
from tui_app.system.language import _
from tui_app.ui.screening import wording
from tui_app.ui.screening.completing_field import Completions, CriteriaField
from tui_app.ui.session import session_of
from tui_app.ui.text.drawing import paragraph
from tui_app.ui.widgets.text_field import PromptLine
from tui_app.ui.widgets.text_pane import TextPane


class CriteriaLine(Vertical):
    """Reads the line while it is typed. A word that may still become valid is not an error yet."""

    DEFAULT_CSS = """
    CriteriaLine { height: auto; }
    CriteriaLine .criteria-message { height: auto; max-height: 4; padding: 0 1; }
    """

    class Typed(Message):
        """The line changed."""

    class Entered(Message):
        """Enter was pressed on a line that can be read."""

    def __init__(self, action: str) -> None:
        """``action`` is the action that leads to the line; its key is shown before the field."""
        super().__init__()
        self._action = action
        self._completions = Completions()
        self.field = CriteriaField(
            self._completions,
            placeholder=_("county:Cluj form:SRL caen:62 turnover:>1M active"),
            id="criteria-field",
            complete=lambda line, cursor: complete(line, cursor, wording.vocabulary()),
        )
        self._message = TextPane(classes="criteria-message")

    def compose(self) -> ComposeResult:
        """The field, its message, and the completions as an overlay."""
        yield PromptLine(self.field, session_of(self).first_key(self._action))
        yield self._message
        yield self._completions

    @property
    def text(self) -> str:
        """The line as typed."""
        return self.field.value

    @property
    def english(self) -> str:
        """The line as it is saved and sent; unchanged if it cannot be read."""
        criteria = self.criteria
        return self.text if criteria is None else write(criteria)

    def write(self, text: str) -> None:
        """Put a line into the field in the screen's language, without sending ``Typed``."""
        if wording.vocabulary() is not ENGLISH:
            text = wording.localized(text)
        with self.prevent(Input.Changed):
            self.field.value = text
        self.field.cursor_position = len(text)
        self._say()

    @property
    def criteria(self) -> Criteria | None:
        """The criteria of the line; ``None`` if it cannot be read, or must not be sent."""
        read = _read(self.text)
        return None if isinstance(read, CriteriaError) or may_name_a_person(read) else read

    def on_input_changed(self, event: Input.Changed) -> None:
        """Offer completions, and report errors."""
        event.stop()
        self.field.offer()
        self._say()
        self.post_message(self.Typed())

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Submit the line if it can be read; otherwise show its error."""
        event.stop()
        if self.criteria is None:
            self._say(whole=True)
        else:
            self.post_message(self.Entered())

    def on_completing_field_completing(self, event: CriteriaField.Completing) -> None:
        """The completions changed, or are hidden."""
        event.stop()
        self._say()

    def on_descendant_blur(self) -> None:
        """Treat an unfinished word as an error."""
        self._say()

    def _say(self, *, whole: bool = False) -> None:
        read = _read(self.text)
        error = read if isinstance(read, CriteriaError) else None
        if error is not None and not whole and self._may_be_completed(error):
            error = None
        self.field.mark_wrong(*((error.start, error.end) if error else (0, 0)))
        text, style = "", "dim"
        if error is not None:
            text, style = wording.error_text(error), "bad"
        elif self.field.is_offering:
            text = _("Tab completes · ↑↓ choose · Esc closes")
        elif not isinstance(read, CriteriaError) and may_name_a_person(read):
            text = _("Eleven or more digits may be a person's code: nothing was sent.")
            style = "bad"
        self._message.draw(lambda width: paragraph(text, width, style) if text else Content())

    def _may_be_completed(self, error: CriteriaError) -> bool:
        """Whether the wrong word is still being typed and has completions."""
        field = self.field
        here = error.start <= field.cursor_position <= error.end
        return field.has_focus and here and bool(field.candidates)


def _read(line: str) -> Criteria | CriteriaError:
    try:
        return parse(line)
    except CriteriaError as error:
        return error
