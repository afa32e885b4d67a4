"""Nodes whose styles were not matched again have those that Textual would give them."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widgets import Button, Input

from tests.ui import styling
from tests.ui.user import explore


def _rules(node: DOMNode) -> object:
    parts = {name: dict(styles.base._rules) for name, styles in node._component_styles.items()}
    return dict(node.styles.base._rules), parts


def _assert_styled_as_by_textual(app: App[None]) -> None:
    for node in app.screen.walk_children(with_self=True):
        matched = _rules(node)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Stylesheet, "apply", styling.apply_of_textual)
            app.stylesheet.apply(node)
        assert _rules(node) == matched, node


class _Fields(App[None]):
    def compose(self) -> ComposeResult:
        yield Input()
        yield Button("A", classes="-primary")
        yield Button("B", disabled=True)


async def test_what_has_the_keys_or_is_disabled_is_styled_as_by_textual() -> None:
    for theme in ("textual-dark", "textual-light", "ansi-dark"):
        app = _Fields()
        async with app.run_test() as pilot:
            app.theme = theme
            for key in ("tab", "tab", "tab"):
                await pilot.press(key)
                _assert_styled_as_by_textual(app)


async def test_every_node_of_the_explorer_is_styled_as_by_textual() -> None:
    async with explore() as user:
        await user.search("petro")
        for key in ("escape", "enter", "2", "T", "question_mark"):
            await user.press(key)
            _assert_styled_as_by_textual(user.app)
        assert user.app.theme == "firmeterm-light"
