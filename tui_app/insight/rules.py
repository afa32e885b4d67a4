"""The type of a rule, and the findings that all rules share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tui_app.insight.figures import Facts, Figure
from tui_app.system.language import N_


class Level(StrEnum):
    """The severity of a signal. ``UNKNOWN`` is *not enough data*."""

    SERIOUS = "serious"
    WARNING = "warning"
    UNKNOWN = "unknown"
    CLEAR = "clear"


class Finding(Struct, frozen=True, kw_only=True):
    """The result of a rule, with the figures it used.

    ``note`` adds what the figures do not show; ``needs`` names operations that are not loaded.
    """

    level: Level
    figures: tuple[Figure, ...] = ()
    note: str = ""
    needs: tuple[str, ...] = ()


class Rule(Struct, frozen=True):
    """A rule: its name for programs, its title and definition for people, and its function."""

    name: str
    title: str
    definition: str
    judge: Callable[[Facts, dt.date], Finding]


NOT_LOADED: Final = N_("Not loaded")
NOTHING_ON_RECORD: Final = N_("No yearly figures on record")


def not_loaded(operation: str, *figures: Figure) -> Finding:
    """The finding before an operation is loaded."""
    return Finding(level=Level.UNKNOWN, figures=figures, note=NOT_LOADED, needs=(operation,))


def verdict(found: bool | None, figures: tuple[Figure, ...], level: Level) -> Finding:
    """The level if the rule applies, clear if it does not, unknown for ``None``."""
    if found is None:
        return Finding(level=Level.UNKNOWN, figures=figures)
    return Finding(level=level if found else Level.CLEAR, figures=figures)
