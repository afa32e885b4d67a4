"""What a rule is, and the answers that all rules share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tui_app.insight.figures import Facts, Figure
from tui_app.language import N_


class Level(StrEnum):
    """How grave a signal is. ``UNKNOWN`` is *not enough data*."""

    SERIOUS = "serious"
    WARNING = "warning"
    UNKNOWN = "unknown"
    CLEAR = "clear"


class Finding(Struct, frozen=True, kw_only=True):
    """What a rule found, with the figures it looked at.

    ``note`` says what the figures cannot; ``needs`` names operations that were not loaded.
    """

    level: Level
    figures: tuple[Figure, ...] = ()
    note: str = ""
    needs: tuple[str, ...] = ()


class Rule(Struct, frozen=True):
    """A rule: its name for programs, its title and definition for people, and its judgement."""

    name: str
    title: str
    definition: str
    judge: Callable[[Facts, dt.date], Finding]


NOT_LOADED: Final = N_("Not loaded")
NOTHING_ON_RECORD: Final = N_("No yearly figures on record")


def not_loaded(operation: str, *figures: Figure) -> Finding:
    """Nothing can be said before an operation was asked."""
    return Finding(level=Level.UNKNOWN, figures=figures, note=NOT_LOADED, needs=(operation,))


def verdict(found: bool | None, figures: tuple[Figure, ...], level: Level) -> Finding:
    """The level where the rule applies, clear where it does not, unknown for ``None``."""
    if found is None:
        return Finding(level=Level.UNKNOWN, figures=figures)
    return Finding(level=level if found else Level.CLEAR, figures=figures)
