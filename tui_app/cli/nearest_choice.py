"""A choice option that suggests the word that was probably meant."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tui_app.contract.views import ViewName, names_taken
from tui_app.system.nearest import nearest


class NearestChoice(click.Choice[str]):
    """A choice that suggests the nearest word for a misspelt one."""

    def get_invalid_choice_message(self, value: object, ctx: click.Context | None) -> str:
        """The valid words, and the one that was probably meant."""
        words = tuple(map(str, self.choices))
        return super().get_invalid_choice_message(value, ctx) + nearest(str(value), words)


class ViewChoice(NearestChoice):
    """A tab or a list: its name, or that of an operation whose data it shows."""

    def __init__(self, views: Sequence[ViewName]) -> None:
        super().__init__([view.name for view in views])
        self._taken = names_taken(views)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """The name of the view."""
        view = self._taken.get(str(value).lower().replace("_", "-"))
        return view.name if view else super().convert(value, param, ctx)
