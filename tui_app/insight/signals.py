"""Signals: what stands out about a company, a verdict first and its evidence under it.

Each rule says what it looks at, and judges nothing without its figures: where they are not on
record the answer is *not enough data*, and where they were not loaded it names the operation
that would tell, so that the price can be told before.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from tui_app.insight import figure_rules, standing_rules
from tui_app.insight.figures import Facts, Figure
from tui_app.insight.rules import Level, Rule

RULES: Final[tuple[Rule, ...]] = (*standing_rules.RULES, *figure_rules.RULES)
"""Every rule, in the order in which signals are shown within a level."""

_ORDER: Final = (Level.SERIOUS, Level.WARNING, Level.UNKNOWN, Level.CLEAR)


class Signal(Struct, frozen=True, kw_only=True):
    """What a rule found. ``title``, ``definition`` and ``note`` are marked for translation.

    ``needs`` names the operations that were not loaded and would tell more.
    """

    rule: str
    title: str
    definition: str
    level: Level
    figures: tuple[Figure, ...] = ()
    note: str = ""
    needs: tuple[str, ...] = ()


class Summary(Struct, frozen=True, kw_only=True):
    """How many signals of each kind: what the one line at the head of a company says."""

    serious: int = 0
    warnings: int = 0
    unknown: int = 0
    clear: int = 0
    needs: tuple[str, ...] = ()


def signals(facts: Facts, today: dt.date) -> tuple[Signal, ...]:
    """What every rule says of a company on a day, the gravest first."""
    found = [_signal(rule, facts, today) for rule in RULES]
    return tuple(sorted(found, key=lambda signal: _ORDER.index(signal.level)))


def summarise(found: Iterable[Signal]) -> Summary:
    """The counts of signals by level, and which operations would tell more."""
    all_found = tuple(found)
    levels = [signal.level for signal in all_found]
    needs = (operation for signal in all_found for operation in signal.needs)
    return Summary(
        serious=levels.count(Level.SERIOUS),
        warnings=levels.count(Level.WARNING),
        unknown=levels.count(Level.UNKNOWN),
        clear=levels.count(Level.CLEAR),
        needs=tuple(dict.fromkeys(needs)),
    )


def _signal(rule: Rule, facts: Facts, today: dt.date) -> Signal:
    finding = rule.judge(facts, today)
    return Signal(
        rule=rule.name,
        title=rule.title,
        definition=rule.definition,
        level=finding.level,
        figures=finding.figures,
        note=finding.note,
        needs=finding.needs,
    )
