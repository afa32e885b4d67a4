"""Narrowing a line of criteria step by step, and undoing it."""

from __future__ import annotations

from tui_app.contract.screening.criteria import Criteria, Criterion
from tui_app.contract.screening.language import parse, write


def narrowed(criteria: Criteria, criterion: Criterion) -> Criteria:
    """The screen with an additional criterion.

    It replaces a criterion of the same field that allowed several values.
    """
    others = [each for each in criteria if not _contains(each, criterion)]
    if criterion in criteria:
        return criteria
    return (*others, criterion)


def _contains(each: Criterion, criterion: Criterion) -> bool:
    same = each.field == criterion.field and not (each.negated or criterion.negated)
    return same and set(criterion.values) < set(each.values)


class Narrowing:
    """The lines before each narrowing, for undo."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, str]] = []

    def narrow(self, line: str, criterion: str) -> str:
        """The line with an additional criterion; can be undone."""
        after = self.preview(line, criterion)
        if after != write(parse(line)):
            self._steps.append((line, after))
        return after

    def preview(self, line: str, criterion: str) -> str:
        """The line with an additional criterion; cannot be undone."""
        criteria = parse(line)
        for each in parse(criterion):
            criteria = narrowed(criteria, each)
        return write(criteria)

    def can_widen(self, line: str) -> bool:
        """Whether the line is unchanged since the last narrowing."""
        return bool(self._steps) and self._steps[-1][1] == line.strip()

    def widen(self, line: str) -> str:
        """The line before the last narrowing; unchanged if the user has edited it since."""
        if not self.can_widen(line):
            self._steps.clear()
            return line
        before, _after = self._steps.pop()
        return before
