"""Streets and numbers, as people and files write them: kinds, short forms, and no number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.lost_letters import are_alike, marked, modern

_KINDS: Final = {
    "strada": "str strad",
    "bulevardul": "bulevard bd bdul bld bldul blv blvd bul bvd bvdul bdl",
    "piata": "pta pia",
    "soseaua": "sos sosea sosua",
    "aleea": "al alee",
    "calea": "cal cale",
    "intrarea": "intr intrare",
    "splaiul": "spl splai",
    "drumul": "dr drum",
    "fundatura": "fund fundat fdt fnd",
    "prelungirea": "prel prelungire prelung",
    "pasajul": "pas pasaj",
    "stradela": "strla",
    "cartierul": "cart cartier",
    "scuarul": "scuar",
    "esplanada": "espl",
}
"""Kinds of streets, folded, with other ways to write them."""

_KIND_BY_WORD: Final = {
    fold(each): kind for kind, short in _KINDS.items() for each in short.split()
}
_AMBIGUOUS: Final = frozenset({"al", "cal", "cart", "dr", "fund", "pas", "pia"})
"""Also short for a first name or a title, so they are a kind only at the beginning."""

_HYPHENATED: Final = {
    ("b", "dul"): "bulevardul", ("b", "d"): "bulevardul", ("b", "dl"): "bulevardul",
    ("bl", "vd"): "bulevardul", ("p", "ta"): "piata", ("p", "ata"): "piata", ("c", "lea"): "calea",
    ("s", "os"): "soseaua", ("s", "oseaua"): "soseaua", ("str", "la"): "stradela",
    ("a", "leea"): "aleea", ("g", "ral"): "general", ("f", "n"): "fn", ("f", "nr"): "fn",
    ("fara", "numar"): "fn", ("fara", "nr"): "fn", ("fara", "numarul"): "fn", ("f", "numar"): "fn",
}  # fmt: skip
_IN_NAMES: Final = {
    "gen": "general", "gral": "general", "col": "colonel", "mr": "maior", "lt": "locotenent",
    "slt": "sublocotenent", "cpt": "capitan", "serg": "sergent", "sg": "sergent",
    "prof": "profesor", "ing": "inginer", "dr": "doctor", "acad": "academician",
    "arh": "arhitect", "sf": "sfantu", "sfanta": "sfantu", "sfintu": "sfantu", "sfant": "sfantu",
    "ctin": "constantin", "gh": "gheorghe", "dec": "decembrie",
}  # fmt: skip
"""Short forms of titles and first names within the names of streets."""

_NUMBER: Final = frozenset({"nr", "numar", "numarul", "no"})
_WITHOUT: Final = frozenset({"fn", "fnr"})
_SPLIT: Final = lazy_pattern(r"(?<=\d) (?=[a-z]\b)")
_INITIALS: Final = lazy_pattern(r"(?<=\b[^\W\d_]) (?=[^\W\d_]\b)")
_LEADING_ZEROS: Final = lazy_pattern(r"\b0+(?=\d)")


def words_for(*kinds: str) -> frozenset[str]:
    """The kinds of streets, or all if none is named, with the short forms that mean a street."""
    short = " ".join(_KINDS[kind] for kind in kinds or _KINDS).split()
    return frozenset(kinds or _KINDS) | frozenset(short) - _AMBIGUOUS


@lru_cache(maxsize=65_536)
def plain_street(text: str) -> str:
    """A street with its number for comparison; empty if it says neither.

    ``Str. M. Viteazul, nr. 12 A`` is ``m viteazu 12a``, ``Blv. Unirii FN`` and ``B-dul Unirii,
    fără număr`` are ``bulevardul unirii``. A street without a kind is a ``strada``.
    """
    found = _joined(fold(modern(text).replace(".", " ")).split())
    kind, named = _kind(found)
    kept = [_IN_NAMES.get(word, word) for word in named]
    kept = [word.removesuffix("l") if word.endswith("ul") else word for word in kept]
    plain = _LEADING_ZEROS().sub("", " ".join(filter(None, (kind, *_without_words(kept)))))
    return _SPLIT().sub("", plain)


def is_same_street(one: str, other: str) -> bool:
    """Whether two texts may name one street and number, apart from lost letters and initials."""
    if plain_street(one) == plain_street(other):
        return True
    first, second = plain_street(marked(one)).split(), plain_street(marked(other)).split()
    return len(first) == len(second) and all(
        are_alike(a, b) or (at < len(first) - 1 and _is_initial(a, b))
        for at, (a, b) in enumerate(zip(first, second, strict=True))
    )


def _is_initial(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) == 1 and short.isalpha() and long.isalpha() and long.startswith(short)


def _kind(words: Sequence[str]) -> tuple[str, list[str]]:
    """The kind of a street, empty for an ordinary one, and the words after it."""
    rest = list(words)
    kind = ""
    while rest:
        is_first = len(rest) == len(words)
        word = rest[0]
        found = word if word in _KINDS else _KIND_BY_WORD.get(word, "")
        is_known = found and (is_first or word not in _AMBIGUOUS)
        if word == "al" and rest[1:2] in (["i"], ["ioan"]):
            rest[0] = "alexandru"
            break
        if not is_known or len(rest) == 1:
            break
        del rest[0]
        if found != "strada":
            kind = found
            break
    return kind, rest


def _joined(words: Sequence[str]) -> list[str]:
    """The words with ``b dul`` and the like as one, and initials together: ``i c`` is ``ic``."""
    whole: list[str] = []
    for word in words:
        pair = (whole[-1], word) if whole else None
        if pair in _HYPHENATED:
            whole[-1] = _HYPHENATED[pair]
        else:
            whole.append(word)
    return _INITIALS().sub("", " ".join(whole)).split()


def _without_words(words: Sequence[str]) -> Iterator[str]:
    """The words without ``nr``, and without what says that there is no number."""
    return (word for word in words if word not in _NUMBER and word not in _WITHOUT)
