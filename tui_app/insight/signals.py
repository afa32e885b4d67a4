"""Signals: notable facts about a company, each with a verdict and its evidence.

Each rule declares its data, and never judges without its figures. If they do not exist, the result
is *not enough data*. If they were not loaded, it names the operation that has them, so that its
price can be shown.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict

from tui_app.insight import figure_rules, history_rules, standing_rules
from tui_app.insight.figures import Facts
from tui_app.insight.rules import Finding, Level, Rule

RULES: Final[tuple[Rule, ...]] = (*standing_rules.RULES, *figure_rules.RULES)
"""All rules, in the order of signals of the same level."""

_ORDER: Final = (Level.SERIOUS, Level.WARNING, Level.UNKNOWN, Level.CLEAR)


class Signal(Finding, frozen=True, kw_only=True):
    """The finding of a rule. ``title``, ``definition`` and ``note`` are marked for translation."""

    rule: str
    title: str
    definition: str


class SignalCounts(Struct, frozen=True, kw_only=True):
    """The number of signals of each level, for the header line of a company."""

    serious: int = 0
    warnings: int = 0
    unknown: int = 0
    clear: int = 0
    needs: tuple[str, ...] = ()


def signals(facts: Facts, today: dt.date) -> tuple[Signal, ...]:
    """The result of every rule for a company on a day, most serious first."""
    # Without a history nothing is said about the past: it is neither clear nor missing.
    rules = (*RULES, *history_rules.RULES) if facts.history is not None else RULES
    found = [_signal(rule, facts, today) for rule in rules]
    return tuple(sorted(found, key=lambda signal: _ORDER.index(signal.level)))


def summarise(found: Iterable[Signal]) -> SignalCounts:
    """The number of signals by level, and the operations that would add data."""
    all_found = tuple(found)
    levels = [signal.level for signal in all_found]
    needs = (operation for signal in all_found for operation in signal.needs)
    return SignalCounts(
        serious=levels.count(Level.SERIOUS),
        warnings=levels.count(Level.WARNING),
        unknown=levels.count(Level.UNKNOWN),
        clear=levels.count(Level.CLEAR),
        needs=tuple(dict.fromkeys(needs)),
    )


def _signal(rule: Rule, facts: Facts, today: dt.date) -> Signal:
    finding = asdict(rule.judge(facts, today))
    return Signal(rule=rule.name, title=rule.title, definition=rule.definition, **finding)
