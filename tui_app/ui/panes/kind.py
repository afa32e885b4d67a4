"""A list or a tab before its module is loaded: the first frame shows one of each.

Benchmark: starting.
"""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from typing import Generic, TypeVar, cast

from msgspec import Struct

from tui_app.contract.views import ViewName
from tui_app.ui.panes.base import DataPane

P_co = TypeVar("P_co", bound=DataPane, covariant=True)


class PaneKind(Struct, Generic[P_co], frozen=True, dict=True):
    """What the screen shows of a list or a tab that is not open: its name, and what its key does.

    ``place`` is its module and class. ``key``, as Textual names it, is of a list: that of a tab is
    its number.
    """

    view: ViewName
    help: str
    place: str
    key: str = ""
    place_in_footer: int = 0

    @property
    def tab(self) -> str:
        """Its name for programs."""
        return self.view.name

    @cached_property
    def pane(self) -> type[P_co]:
        """Its class."""
        module, _colon, name = self.place.partition(":")
        return cast("type[P_co]", getattr(import_module(module), name))
