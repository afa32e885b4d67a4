"""Rows that mean no company, or not one alone; and the whole labelled list."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Final

from tests.benchmarks.lists.world import Firm, World
from tests.benchmarks.lists.writing import KINDS, Row, written

_OTHER_LETTER: Final = dict(zip("BCDFGLMNPRSTVZAEIOUX", "DGTVBRNSTLZPFCOIUEAM", strict=True))
_WITHOUT_PLACE: Final = ("place of work", "branch", "a label", "a representative", "a state")


def rows(world: World, each: int) -> list[Row]:
    """So many rows of each kind, and half as many decoys as all of them."""
    found: list[Row] = []
    for kind, (whose, *_ways) in KINDS.items():
        ways = _ways_of(world, kind)
        count = tried = 0
        while count < each:
            row = written(ways[tried % len(ways)], world, _one_of(world, whose))
            tried += 1
            if row is not None:
                found.append(dataclasses.replace(row, kind=kind))
                count += 1
    more = decoys(world)
    return found + [next(more) for _ in range(len(found) // 2)]


def _ways_of(world: World, kind: str) -> list[str]:
    return KINDS[kind].held if world.held else KINDS[kind].seen


def _one_of(world: World, whose: str) -> Firm:
    firm: Firm | list[Firm] = world.dice.choice(getattr(world, whose))
    return world.dice.choice(firm) if isinstance(firm, list) else firm


def decoys(world: World) -> Iterator[Row]:
    """Unknown firms in every way of writing, namesakes, and names that resemble others."""
    dice = world.dice
    while True:
        firm, unknown = dice.choice(world.alone), world.unknown()
        for kind in dice.sample(sorted(KINDS), 5):
            row = written(dice.choice(_ways_of(world, kind)), world, unknown)
            if row is not None and unknown.tax_id not in row.name and not row.registry_number:
                yield _decoy("unknown firm", row)
        shared = dice.choice(dice.choice((world.namesakes, world.joint_namesakes)))
        yield Row("not: two alike", None, shared[0].name)
        for kind in dice.sample(_WITHOUT_PLACE, 2):
            row = written(dice.choice(_ways_of(world, kind)), world, shared[0])
            if row is not None:
                yield _decoy("two alike", row)
        for firms in (shared, [firm]):
            elsewhere = dataclasses.replace(firms[0], town=world.other_town(firms))
            for way in ("{name} | locality={in}", "{name}, {in}"):
                row = written(way, world, elsewhere)
                if row is not None:
                    yield _decoy("another town", row)
        sharing = dice.choice(world.in_bucharest)
        other = f"Sectorul {world.other_sector(sharing)}"
        row = written("{name} | locality={in}", world, dataclasses.replace(sharing[0], town=other))
        if row is not None:
            yield _decoy("another sector", row)
        for name in _near(world, firm):
            yield Row("not: a near name", None, name)
            yield Row("not: a near name", None, name, locality=firm.town)
        yield Row("not: another form", None, f"{firm.core} SA")


def _decoy(kind: str, row: Row) -> Row:
    return dataclasses.replace(row, kind=f"not: {kind}", tax_id=None)


def _near(world: World, firm: Firm) -> Iterator[str]:
    """Names that resemble a company's and are not it."""
    dice, word = world.dice, max(firm.core.split(), key=len)
    at, after = sorted(dice.sample(range(1, len(word) - 1), 2))
    one, two = (_OTHER_LETTER.get(word[place], "U") for place in (at, after))
    yield firm.name.replace(word, f"{word[:at]}{one}{word[at + 1 : after]}{two}{word[after + 1 :]}")
    yield firm.name.replace(word, f"{word[:at]} {one}{word[at + 1 :]}")
    yield f"{dice.choice(['NORDIC', 'BRAVO', 'PANTELIMON'])} {firm.core} {firm.form}"
    last = firm.core.rsplit(" ", 1)[-1]
    if last.isdecimal():
        yield firm.name.replace(last, str(int(last) + 1))
