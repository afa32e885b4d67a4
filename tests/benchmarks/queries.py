"""A mix of search texts, drawn from companies in the registry."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tests.benchmarks.country import FREQUENT, companies
from tui_app.contract.folding import fold
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter

DRAWN_FROM: Final = 50_000
"""The companies from which texts are drawn; every measured registry has them."""


class Text(NamedTuple):
    kind: str
    q: str


def mixed(count: int, seed: int = 7) -> list[Text]:
    """``count`` texts, as many of each kind, in a shuffled order."""
    dice = random.Random(seed)
    drawn = [record.profile for record in companies(DRAWN_FROM)]
    folded = [fold(profile.company_name) for profile in drawn]
    kinds = {
        "prefix": (_cut(dice, dice.choice(folded), start=True) for _ in itertools.count()),
        "infix": (_cut(dice, dice.choice(folded), start=False) for _ in itertools.count()),
        "identifier": (
            _identifier(dice, p.tax_id, p.company_id or "")
            for p in (dice.choice(drawn) for _ in itertools.count())
        ),
        "frequent word": itertools.cycle([*FREQUENT, "srl", "pfa", "sc agro", "maria", "ion"]),
        "frequent trigrams apart": _never_together(dice, folded),
        "in no name": (_nonsense(dice) for _ in itertools.count()),
    }
    each = -(-count // len(kinds))
    texts = [
        Text(kind, q)
        for kind, source in kinds.items()
        for q in itertools.islice(filter(may_be_sent, source), each)
    ]
    dice.shuffle(texts)
    return texts


def as_people_write(count: int, seed: int = 8) -> list[Text]:
    """``count`` texts for the tiers of our own: joined, parted and turned round."""
    dice = random.Random(seed)
    names = [fold(record.profile.company_name) for record in companies(DRAWN_FROM)]
    kinds: dict[str, Callable[[str], str]] = {
        "blanks left out": lambda name: name.replace(" ", "")[: dice.randint(5, 30)],
        "words parted": lambda name: f"{name[:4]} {name[4:]}",
        "words in another order": lambda name: " ".join(name.split()[::-1]),
        "beginnings of words": lambda name: " ".join(w[: dice.randint(2, 4)] for w in name.split()),
        "SC before and SRL behind": lambda name: f"sc {name.split()[0]} srl",
        "words of two names": lambda name: f"{name.split()[0]} {dice.choice(names).split()[0]}",
    }
    each = -(-count // len(kinds))
    texts = [
        Text(kind, q)
        for kind, changed in kinds.items()
        for q in itertools.islice(
            filter(may_be_sent, (changed(dice.choice(names)) for _ in itertools.count())), each
        )
    ]
    dice.shuffle(texts)
    return texts


def may_be_sent(q: str) -> bool:
    """Whether the contract accepts a text unchanged."""
    try:
        return QUERY.read(q) == q
    except InvalidParameter:
        return False


def _cut(dice: random.Random, name: str, *, start: bool) -> str:
    length = dice.randint(3, 10)
    at = 0 if start else dice.randint(0, max(0, len(name) - length))
    return name[at : at + length].strip()


def _identifier(dice: random.Random, tax_id: str, company_id: str) -> str:
    whole = dice.choice((tax_id, f"RO{tax_id}", company_id, company_id))
    if dice.random() < 0.5:
        return whole
    at = dice.randint(0, len(whole) - 4)
    return whole[at : at + dice.randint(3, 10)]


def _never_together(dice: random.Random, folded: Sequence[str]) -> itertools.cycle[str]:
    """Texts whose every trigram is frequent but that stand in no name looked at."""
    counts = Counter(name[at : at + 3] for name in folded for at in range(len(name) - 2))
    frequent = [trigram for trigram, _ in counts.most_common(400)]
    following: dict[str, list[str]] = {}
    for trigram in frequent:
        following.setdefault(trigram[:2], []).append(trigram[2])
    everything = "\n".join(folded)
    found: dict[str, None] = {}
    while len(found) < 300:
        text = dice.choice(frequent)
        while len(text) < dice.randint(4, 9) and (after := following.get(text[-2:])):
            text += dice.choice(after)
        if len(text) > 3 and text == text.strip() and text not in everything:
            found[text] = None
    # And two frequent words run together, as no name writes them.
    found |= dict.fromkeys(
        fold(first + second)
        for first, second in (dice.sample(FREQUENT, 2) for _ in range(100))
        if fold(first + second) not in everything
    )
    return itertools.cycle(dice.sample(list(found), len(found)))


def _nonsense(dice: random.Random) -> str:
    return "".join(dice.choices("qwxyzjk", k=dice.randint(4, 12)))
