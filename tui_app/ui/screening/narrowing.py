"""A line of criteria that is narrowed by one more, step by step, and widened again."""

from __future__ import annotations

from tui_app.contract.screening.criteria import Criterion, Screen
from tui_app.contract.screening.language import parse, write


def narrowed(screen: Screen, criterion: Criterion) -> Screen:
    """The screen with one more criterion.

    One of the same field that held for several values holds for this one alone.
    """
    kept = [each for each in screen.criteria if not _contains(each, criterion)]
    if criterion in screen.criteria:
        return screen
    return Screen((*kept, criterion))


def _contains(each: Criterion, criterion: Criterion) -> bool:
    same = each.field == criterion.field and not (each.negated or criterion.negated)
    return same and set(criterion.values) < set(each.values)


class Narrowing:
    """The lines before each narrowing, to go back to."""

    def __init__(self) -> None:
        self._steps: list[tuple[str, str]] = []

    def narrow(self, line: str, criterion: str) -> str:
        """The line with a criterion more; what went before can be taken back."""
        after = self.preview(line, criterion)
        if after != write(parse(line)):
            self._steps.append((line, after))
        return after

    def preview(self, line: str, criterion: str) -> str:
        """The line with a criterion more; nothing is remembered."""
        screen = parse(line)
        for each in parse(criterion).criteria:
            screen = narrowed(screen, each)
        return write(screen)

    def can_widen(self, line: str) -> bool:
        """Whether a line is as the last narrowing left it."""
        return bool(self._steps) and self._steps[-1][1] == line.strip()

    def widen(self, line: str) -> str:
        """The line before the last narrowing; the line itself where somebody changed it since."""
        if not self.can_widen(line):
            self._steps.clear()
            return line
        before, _after = self._steps.pop()
        return before
