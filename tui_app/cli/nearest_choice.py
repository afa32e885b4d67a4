"""A choice option that suggests the word that was probably meant."""

from __future__ import annotations

import click

from tui_app.system.nearest import nearest


class NearestChoice(click.Choice[str]):
    """A choice that suggests the nearest word for a misspelt one."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """The valid words, and the one that was probably meant."""
        words = tuple(map(str, self.choices))
        return super().get_invalid_choice_message(value, ctx) + nearest(str(value), words)
