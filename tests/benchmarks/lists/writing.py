"""How people write a firm in a list, by the kind of difficulty.

A way of writing is a pattern of ``ways.txt``; what follows ``|`` are other columns. Some ways are
held back: the matcher was written without a look at their rows.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks.lists.world import Firm, World, plain


@dataclasses.dataclass(frozen=True)
class Row:
    """A row of a list. ``tax_id`` is what it means; ``None``: no company, or not one alone."""

    kind: str
    tax_id: str | None
    name: str
    county: str = ""
    locality: str = ""
    address: str = ""
    registry_number: str = ""


_DIGITS: Final = {"I": "1", "O": "0", "S": "5", "B": "8", "Z": "2", "L": "1"}


def _misread(dice: random.Random, core: str, how: Callable[[str], str | None]) -> str | None:
    """One letter within the longest word is replaced."""
    word = max(core.split(), key=len)
    places = [at for at in range(1, len(word) - 1) if how(word[at])]
    if not places:
        return None
    at = dice.choice(places)
    return core.replace(word, f"{word[:at]}{how(word[at])}{word[at + 1 :]}")


def _mistyped(dice: random.Random, core: str) -> str | None:
    """A letter is wrong, missing or added in a word that is long enough."""
    word = max(core.split(), key=len)
    if len(word) < 8:
        return None
    at = dice.randrange(1, len(word) - 1)
    letter = dice.choice([each for each in "ABDEGHIKMNOPRTUV" if each != word[at]])
    changed = dice.choice((word[:at] + letter + word[at + 1 :], word[:at] + word[at + 1 :],
                           word[:at] + letter + word[at:]))  # fmt: skip
    return core.replace(word, changed) if changed != word else None


def _blanks(dice: random.Random, core: str) -> str | None:
    """A blank is lost or added."""
    if not core.replace(" ", "").isalpha():
        return None
    at = dice.randrange(3, len(core) - 2)
    return core.replace(" ", "", 1) if " " in core else f"{core[:at]} {core[at:]}"


_CHANGES: Final[dict[str, Callable[[random.Random, str], str | None]]] = {
    "digit": lambda dice, core: _misread(dice, core, _DIGITS.get),
    "lost": lambda dice, core: _misread(dice, core, lambda _letter: "?"),
    "gone": lambda dice, core: _misread(dice, core, lambda _letter: "\ufffd"),
    "two": lambda dice, core: _misread(dice, core, lambda x: "??" if x in "STAI" else None),
    "typo": _mistyped,
    "blanks": _blanks,
    "glued": lambda _dice, core: core.replace(" ", ""),
}
"""The names of changed cores in patterns."""


def written(pattern: str, world: World, firm: Firm) -> Row | None:
    """A firm in a pattern; ``None`` where it cannot be written so."""
    dice, street = world.dice, firm.street.removeprefix("Str. ")
    values: dict[str, str | None] = {
        "name": firm.name, "core": firm.core, "form": firm.form, "town": firm.town,
        "TOWN": plain(firm.town), "county": firm.county, "plate": firm.plate,
        "COUNTY": plain(firm.county).upper(), "street": street, "STREET": plain(street),
        "nr": firm.number, "id": firm.tax_id, "j": firm.registry_number,
        "other": dice.choice(("Arad", "Zalău", "Vaslui", "Slobozia", "Alexandria", "Tulcea")),
        "practice": dice.choice(("LEXIS", "ORDO", "VERITAS", "CASA LUMINA")),
    }  # fmt: skip
    values |= {
        name: change(dice, firm.core)
        for name, change in _CHANGES.items()
        if f"{{{name}}}" in pattern
    }
    if "{in}" in pattern:
        values["in"] = dice.choice(world.spellings_of_town(firm)) if firm.town else None
    if "{at}" in pattern:
        values["at"] = dice.choice(world.spellings_of_county(firm))
    if None in values.values() or ("own}" in pattern.lower() and not firm.town):
        return None
    name, *more = pattern.format(**values).split(" | ")
    return Row("", firm.tax_id, name, **dict(each.split("=", 1) for each in more))


class Kind(NamedTuple):
    """A kind of difficulty: the firms that are taken, and the ways of writing them."""

    whose: str
    seen: list[str]
    held: list[str]


def _read_kinds(text: str) -> dict[str, Kind]:
    """``[kind: whose]``, its ways a line each, ``held:``, and the ways that are held back."""
    found = {}
    for block in text.strip().split("\n\n"):
        (title, *lines) = block.split("\n")
        kind, whose = title.strip("[]").split(": ")
        at = lines.index("held:")
        found[kind] = Kind(whose, lines[:at], lines[at + 1 :])
    return found


KINDS: Final = _read_kinds(Path(__file__).with_name("ways.txt").read_text(encoding="utf-8"))
