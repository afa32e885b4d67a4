"""What the user wrote or marked in this session, and how to undo each of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

MAX_ACTS: Final = 50
"""The most acts that are remembered."""


class Act(Struct, frozen=True):
    """An act, with the function that undoes it.

    ``what`` says it in the language of the screen, which may change meanwhile.
    ``of_screen``: it can be undone only on the screen that it changed.
    """

    what: Callable[[], str]
    undo: Callable[[], object]
    of_screen: bool


class UndoStack:
    """The acts that can be undone, newest last."""

    def __init__(self) -> None:
        self._acts: list[Act] = []

    def __bool__(self) -> bool:
        return bool(self._acts)

    def add(
        self, what: Callable[[], str], undo: Callable[[], object], *, of_screen: bool = False
    ) -> None:
        """Remember an act."""
        self._acts = [*self._acts, Act(what, undo, of_screen)][-MAX_ACTS:]

    def pop(self) -> Act:
        """The newest act, which is removed."""
        return self._acts.pop()

    def screen_replaced(self) -> None:
        """Drop the marks of the old screen, which cannot be undone on another one."""
        self._acts = [act for act in self._acts if not act.of_screen]
