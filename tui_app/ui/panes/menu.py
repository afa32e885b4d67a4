"""A few things to choose from, as data: a pane offers them, a dialog shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple


class Choice(NamedTuple):
    """An option: its name for programs, its letter if any, what it is, and a sample of it.

    ``note`` stands at the right edge; ``chosen`` marks what is in force already. A ``whole``
    for which the row has no room is shown below, in as many lines as it needs.
    """

    name: str
    letter: str
    label: str
    sample: str = ""
    note: str = ""
    chosen: bool = False
    whole: str = ""


class Menu(NamedTuple):
    """A question with its choices; ``pick`` is called with the name of the chosen one."""

    title: str
    choices: Sequence[Choice]
    pick: Callable[[str], None]


class Checklist(NamedTuple):
    """Several of a few things; ``pick`` is called with the names of those that were ticked."""

    title: str
    choices: Sequence[Choice]
    pick: Callable[[tuple[str, ...]], None]
