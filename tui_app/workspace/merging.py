"""Merges notes: from two explorers that edit one at the same time, and from two machines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct


class _Edit(Struct, frozen=True):
    """Lines ``start`` to ``end`` of the base are replaced."""

    start: int
    end: int
    lines: tuple[str, ...]


def merge(base: str, theirs: str, ours: str) -> str:
    """Both edits of a text, line by line; if both changed a line, both versions stay.

    Merging a text that is already contained changes nothing.
    """
    if ours in (theirs, base):
        return theirs
    if base == theirs:
        return ours
    old = base.split("\n")
    edits = sorted(
        (*_edits(old, theirs.split("\n")), *_edits(old, ours.split("\n"))),
        key=lambda edit: (edit.start, edit.end),
    )
    return "\n".join(_applied(old, edits))


def newest_first(ours: tuple[int, str], theirs: tuple[int, str]) -> tuple[int, str]:
    """Two notes on a company, each with its time: both in full, the newest first.

    No line is removed. A note that already contains the other one is returned unchanged, so that
    merging again changes nothing on either machine.
    """
    older, newer = sorted((ours, theirs))
    for outer, inner in ((newer, older), (older, newer)):
        if f"\n\n{inner[1].strip()}\n\n" in f"\n\n{outer[1].strip()}\n\n":
            return outer
    return newer[0], f"{newer[1].rstrip()}\n\n{older[1].lstrip()}"


def _edits(old: Sequence[str], new: Sequence[str]) -> Iterator[_Edit]:
    """What turns ``old`` into ``new``; thousands of lines alike take no longer than others."""
    from rapidfuzz.distance import LCSseq  # most notes have one editor

    # Numbers in place of lines: the library compares hashes, and those of texts may be alike.
    numbers = {line: number for number, line in enumerate({*old, *new})}
    before, after = ([numbers[line] for line in lines] for lines in (old, new))
    start = first = 0
    for old_at, new_at, length in LCSseq.opcodes(before, after).as_matching_blocks():
        if (old_at, new_at) != (start, first):
            yield _Edit(start, old_at, tuple(new[first:new_at]))
        start, first = old_at + length, new_at + length


def _applied(old: Sequence[str], edits: Sequence[_Edit]) -> Iterator[str]:
    done = 0
    inserted: tuple[str, ...] = ()
    for edit in edits:
        if edit.start > done:
            yield from old[done : edit.start]
            inserted = ()
        # Lines that both edits inserted in the same place appear once.
        yield from (line for line in edit.lines if line not in inserted)
        inserted = (*inserted, *edit.lines)
        done = max(done, edit.end)
    yield from old[done:]
