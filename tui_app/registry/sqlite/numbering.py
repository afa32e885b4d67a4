"""Numbers the companies in order of rank, and keeps the numbers of an earlier registry.

A search may stop at the tenth company, because numbers follow the rank. They have gaps: a company
that is new or whose rank changed gets a free number in its place, and the others keep theirs, so
that whatever is stored by number needs to be written anew only for what changed.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence
from itertools import count


def numbers_of(before: Sequence[int]) -> array[int]:
    """The numbers of companies in order of rank; ``before`` has their earlier ones, 0 for none.

    Where no number is free, the companies that follow get new ones until there is room.
    """
    numbers = array("q", bytes(8 * len(before)))
    for at in _kept(before):
        numbers[at] = before[at]
    at, last = 0, 0
    while at < len(numbers):
        if numbers[at]:
            last = numbers[at]
            at += 1
            continue
        end = at + 1
        while end < len(numbers) and (not numbers[end] or numbers[end] - last <= end - at):
            end += 1
        some = end - at
        # A first numbering leaves every other number free.
        room = numbers[end] - last if end < len(numbers) else 2 * (some + 1)
        for step in range(some):
            numbers[at + step] = last + (step + 1) * room // (some + 1)
        at, last = end, numbers[end - 1]
    return numbers


def _kept(before: Sequence[int]) -> list[int]:
    """The places of the longest increasing sequence among the earlier numbers."""
    lowest: list[int] = []
    ends = array("q")
    previous = array("q", bytes(8 * len(before)))
    for at, number in zip(count(), before, strict=False):
        if not number:
            continue
        # Most follow all those before.
        is_highest = not lowest or number > lowest[-1]
        length = len(lowest) if is_highest else bisect_left(lowest, number)
        previous[at] = ends[length - 1] if length else -1
        if length == len(lowest):
            lowest.append(number)
            ends.append(at)
        else:
            lowest[length], ends[length] = number, at
    kept = []
    at = ends[-1] if ends else -1
    while at >= 0:
        kept.append(at)
        at = previous[at]
    return kept
