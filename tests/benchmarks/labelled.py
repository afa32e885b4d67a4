"""Lists of names as people write them, with the company that each row means.

Drawn from the companies of a registry: one typing error or two, a form that is dropped or written
otherwise, other case and order, abbreviations, a town after the name, and homonyms with and
without a place. Foreign and invented names mean no company. The manual's page ``matching`` tells
which errors there are.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from tui_app.contract.matching import MatchRow
from tui_app.contract.names import CompanyName
from tui_app.contract.resources import CompanySummary
from tui_app.contract.vocabulary.counties import read_county

LETTERS: Final = "abcdefghijklmnoprstuvz"
LONG: Final = 5
"""Letters of a word that is mistyped."""

_FOREIGN: Final = tuple(
    f"{name} {trade} {form}"
    for name in ("Müller", "Schneider", "Rossi", "Dubois", "Kowalski", "Andersen", "Hendriks")
    for trade in ("Maschinenbau", "Logistik", "Costruzioni", "Frères", "Transport", "Shipping")
    for form in ("GmbH", "S.p.A.", "SARL", "Sp. z o.o.", "ApS", "B.V.", "Ltd")
)
_SYLLABLES: Final = tuple(c + v + e for c in "bdfgklmnprstvz" for v in "aeiou" for e in "nrsltx")
_SHORT: Final = {
    "construct": "constr.", "constructii": "constr.", "group": "grp.", "consulting": "consult.",
    "management": "mgmt", "international": "intl", "imobiliare": "imob.", "solutions": "sol.",
    "transport": "transp.", "distribution": "distrib.", "spedition": "sped.",
}  # fmt: skip

Words = list[str]


class Labelled(Struct, frozen=True):
    """A row, the change made to it, and the tax id that it means; ``None``: no single company."""

    row: MatchRow
    kind: str
    tax_id: str | None


def labelled(
    companies: Sequence[CompanySummary],
    count: int,
    seed: int = 1,
    exists: Callable[[str], bool] | None = None,
) -> Iterator[Labelled]:
    """So many rows, of each kind in turn.

    ``companies`` has all that share a name, whatever the order of its words. ``exists`` tells
    whether a company has a name: an error that leads to another company's whole name is no error.
    """
    dice = random.Random(seed)
    names = [CompanyName.read(each.company_name) for each in companies]
    homonyms = Counter(tuple(sorted(name.words)) for name in names)
    known = {name.words for name in names}
    is_taken = exists or (lambda text: CompanyName.read(text).words in known)
    alone = [at for at, name in enumerate(names) if homonyms[tuple(sorted(name.words))] == 1]
    shared = _shared(companies, names)
    kinds = (*_ERRORS, "county", "homonym", "homonym with county", "foreign", "invented")
    made = 0
    while made < count:
        kind = kinds[made % len(kinds)]
        if kind == "foreign":
            yield Labelled(MatchRow(name=dice.choice(_FOREIGN)), kind, None)
        elif kind == "invented":
            yield Labelled(MatchRow(name=_invented(dice, is_taken)), kind, None)
        elif kind.startswith("homonym"):
            if shared:
                yield _homonym(dice.choice(shared), with_county="county" in kind)
            else:
                yield Labelled(MatchRow(name=dice.choice(_FOREIGN)), "foreign", None)
        else:
            yield _mistaken(companies, names, dice, alone, kind, is_taken)
        made += 1


def _mistaken(
    companies: Sequence[CompanySummary],
    names: Sequence[CompanyName],
    dice: random.Random,
    alone: Sequence[int],
    kind: str,
    is_taken: Callable[[str], bool],
) -> Labelled:
    while True:
        at = dice.choice(alone)
        company, name = companies[at], names[at]
        if kind == "county":
            return Labelled(_in_county(company), kind, company.tax_id)
        text = _ERRORS[kind](dice, company, list(name.words))
        is_changed = CompanyName.read(text).words != name.words
        if text and not (is_changed and is_taken(text)):
            return Labelled(MatchRow(name=text), kind, company.tax_id)


def _in_county(company: CompanySummary) -> MatchRow:
    county = read_county(company.county)
    return MatchRow(
        name=company.company_name.title(), county=county.plate if county else company.county
    )


def _shared(
    companies: Sequence[CompanySummary], names: Sequence[CompanyName]
) -> list[list[CompanySummary]]:
    """Companies of one name and form, more than one of which is not struck off."""
    groups: dict[tuple[str, ...], list[CompanySummary]] = {}
    for company, name in zip(companies, names, strict=True):
        groups.setdefault((*name.words, name.form), []).append(company)
    return [group for group in groups.values() if len(_in_being(group)) > 1]


def _in_being(group: Sequence[CompanySummary]) -> list[CompanySummary]:
    return [each for each in group if "radi" not in each.status]


def _homonym(group: Sequence[CompanySummary], *, with_county: bool) -> Labelled:
    """A name that several firms have; with its county where one alone is there."""
    company = group[0]
    if not with_county:
        return Labelled(MatchRow(name=company.company_name), "homonym", None)
    there = Counter(read_county(each.county) for each in _in_being(group))
    alone = [each for each in _in_being(group) if there[read_county(each.county)] == 1]
    found = alone[0] if alone else _in_being(group)[0]
    row = MatchRow(name=found.company_name, county=found.county)
    if not alone:
        return Labelled(row, "homonym of one county", None)
    return Labelled(row, "homonym with county", found.tax_id)


def _invented(dice: random.Random, is_taken: Callable[[str], bool]) -> str:
    while True:
        words = ["".join(dice.choices(_SYLLABLES, k=3)) for _ in range(dice.choice((1, 2)))]
        words += dice.choice(([], ["construct"], ["impex"], ["grup"]))
        if not is_taken(" ".join(words)):
            return " ".join(words).upper() + dice.choice((" SRL", " SA", ""))


def mistyped(dice: random.Random, word: str) -> str:
    """A word with one letter wrong, missing or extra, or two neighbours swapped."""
    at = dice.randrange(len(word) - 1)
    letter = dice.choice([each for each in LETTERS if each != word[at]])
    return dice.choice(
        (
            word[:at] + letter + word[at + 1 :],
            word[:at] + word[at + 1 :],
            word[:at] + letter + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        )
    )


def _with_errors(dice: random.Random, words: Words, count: int) -> str:
    long = [at for at, word in enumerate(words) if len(word) >= LONG and word.isalpha()]
    if len(long) < count:
        return ""
    for at in dice.sample(long, count):
        changed = mistyped(dice, words[at])
        if changed == words[at]:
            return ""
        words[at] = changed
    return " ".join(words)


def _abbreviated(words: Words) -> str:
    at = next((at for at, word in enumerate(words) if word in _SHORT), None)
    if at is None:
        return ""
    words[at] = _SHORT[words[at]]
    return " ".join(words)


def _reordered(dice: random.Random, words: Words) -> str:
    if len(words) < 2:
        return ""
    return " ".join([*words[1:], words[0]])


def _town(company: CompanySummary) -> str:
    county = read_county(company.county)
    return company.locality or (county.plain_name if county else "")


_ERRORS: Final[dict[str, Callable[[random.Random, CompanySummary, Words], str]]] = {
    "as it is": lambda _dice, company, _words: company.company_name,
    "no form": lambda _dice, _company, words: " ".join(words).upper(),
    "lower case": lambda _dice, company, _words: company.company_name.lower(),
    "S.C. … S.R.L.": lambda _dice, company, words: (
        f"S.C. {' '.join(words).title()} S.R.L." if company.company_type == "SRL" else ""
    ),
    "one error": lambda dice, _company, words: _with_errors(dice, words, 1),
    "one error with form": lambda dice, company, words: (
        f"{text} {company.company_type}" if (text := _with_errors(dice, words, 1)) else ""
    ),
    "two errors": lambda dice, _company, words: _with_errors(dice, words, 2),
    "other order": lambda dice, _company, words: _reordered(dice, words),
    "abbreviated": lambda _dice, _company, words: _abbreviated(words),
    "town after the name": lambda _dice, company, words: f"{' '.join(words)} {_town(company)}",
}
