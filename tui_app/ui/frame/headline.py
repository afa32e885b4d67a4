"""The first line of every whole screen: where its data come from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from tui_app import __version__
from tui_app.system.language import _
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import styled

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession


def headline(session: ScreenSession) -> tuple[Content, Content, Content]:
    """The header line: program and source on the left; ``user@host`` over SSH on the right.

    Last comes the left side for a narrow terminal: without the program's name, and what is
    unusual about the answers before their source.
    """
    name = styled("firmeterm", "strong") + styled(f" {__version__} · ", "dim")
    left, between = Content(), styled(" · ", "dim")
    if session.settings.offline:
        left += styled(_("Offline: cached answers only"), "warn") + between
    elif session.client is not None and session.client.connection_lost:
        left += styled(_("Offline: connection lost"), "warn") + between
    if session.settings.private:
        left += styled(_("private, nothing is kept"), "warn") + between
    source = Content(session.source.name)
    whole, short = left + source, left + source
    if session.as_of is not None:
        text = _("as of {day} · Esc: today").format(day=fmt.date(session.as_of))
        past = styled(f" {text} ", "past")
        whole, short = left + source + between + past, left + past + between + source
    return name + whole, styled(session.terminal.host or "", "dim"), short
