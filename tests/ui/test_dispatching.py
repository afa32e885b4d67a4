"""The handlers that are looked up once are those that Textual finds each time."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Input

from tests.ui.dispatching import dispatch_methods, methods_of_textual
from tests.ui.user import explore


async def test_each_widget_of_the_explorer_handles_a_message_as_in_textual() -> None:
    async with explore() as user:
        field = user.app.explorer.lists["search"].focus_target
        assert isinstance(field, Input)
        messages: list[tuple[str, Message]] = [
            ("on_key", events.Key("a", "a")),
            ("on_mount", events.Mount()),
            ("on_blur", events.Blur()),
            ("on_resize", events.Resize(field.size, field.virtual_size)),
            ("on_input_changed", Input.Changed(field, "a")),
        ]
        prevented = events.Key("b", "b").prevent_default()
        for name, message in (*messages, ("on_key", prevented)):
            for node in (user.app, *user.app.screen.walk_children(with_self=True)):
                found = list(dispatch_methods(node, name, message))
                assert found == list(methods_of_textual(node, name, message))
                assert found == list(dispatch_methods(node, name, message))
