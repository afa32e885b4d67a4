"""A menu as data: a pane offers it, a dialog shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct


class Choice(Struct, frozen=True):
    """An option: its name for programs, its letter if any, its label, and a sample.

    ``note`` is at the right edge; ``chosen`` marks the current one. A ``whole`` text that does not
    fit the row is shown below, wrapped. ``price`` counts requests.
    """

    name: str
    letter: str
    label: str
    sample: str = ""
    note: str = ""
    chosen: bool = False
    whole: str = ""
    price: int | None = None


class Menu(Struct, frozen=True):
    """A title with its options; ``choose`` is called with the name of the chosen one."""

    title: str
    choices: Sequence[Choice]
    choose: Callable[[str], None]


class Checklist(Struct, frozen=True):
    """Options to tick; ``choose`` is called with the names of the ticked ones."""

    title: str
    choices: Sequence[Choice]
    choose: Callable[[tuple[str, ...]], None]
