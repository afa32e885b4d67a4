"""Compares names of companies: letters and marks folded, legal forms apart."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, words
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.legal_forms import DEBUTANT, LEGAL_FORMS, WORDS, with_short_forms
from tui_app.contract.vocabulary.lost_letters import STAND_IN, are_alike, fits, marked, modern
from tui_app.contract.vocabulary.states import STATE, without_state

_BEFORE: Final = frozenset({"pfa", "ii", "if", "af"})
"""Forms that people also write before a name."""


class CompanyName(Struct, frozen=True):
    """A name in parts: its folded words, and its legal form, which may be missing."""

    words: tuple[str, ...]
    form: str

    @classmethod
    def read(cls, name: str) -> CompanyName:
        """The parts of ``S.C. ANA IMPEX S.R.L.``: ``ana``, ``impex``; ``srl``."""
        return cls.of(with_short_forms(fold(name)))

    @classmethod
    def of(cls, folded: str) -> CompanyName:
        """The parts of a folded name whose form is abbreviated, as in most names."""
        found = words(folded)
        if found[:1] == ["sc"] and len(found) > 1:
            del found[0]
        form = ""
        if len(found) > 1 and found[-1] in WORDS:
            form = found.pop()
        elif len(found) > 1 and found[0] in _BEFORE:
            form = found.pop(0)
        return cls(tuple(found), form)

    def equals(self, other: CompanyName) -> bool:
        """Whether both have the same words, and no different forms."""
        return self.words == other.words and (
            not self.form or not other.form or self.form == other.form
        )


_DEBUTANT_AT_END: Final = lazy_pattern(rf".* srl ?d(?: {STATE})?")


def names_debutant(folded_name: str) -> bool:
    """Whether a folded name ends in ``SRL-D``, apart from a state such as ``în lichidare``."""
    # An import calls this for every name.
    is_likely = "srl d" in folded_name or "srld" in folded_name
    return is_likely and _DEBUTANT_AT_END().fullmatch(folded_name) is not None


@lru_cache(maxsize=4096)
def plain_name(name: str) -> str:
    """A name for comparison over time: without signs, a leading ``SC``, and a state after it.

    Its form is abbreviated: ``"ALFA" Societate cu răspundere limitată - în lichidare`` is ``alfa
    srl``. An SRL-D is not an SRL: it became another one.
    """
    folded = fold(modern(name))
    if STAND_IN in folded:
        folded = " ".join(map(_whole_word, folded.split(" ")))
    folded = without_state(folded)
    found = words(with_short_forms(folded))
    if found[-1:] == ["srl"] and _is_debutant(folded):
        found[-1] = DEBUTANT.letters
    return " ".join(found[1:] if len(found) > 1 and found[0] == "sc" else found)


_COMMON: Final = (
    *("si", "societate", "societatea", "comerciala", "insolventa", "radiata", "dizolvata"),
    *(word for form in LEGAL_FORMS for word in form.name.split() if len(word) > 3),
)


def _whole_word(word: str) -> str:
    """A word of a form or a state that lost letters, with them; any other unchanged."""
    if STAND_IN not in word:
        return word
    return next((known for known in _COMMON if fits(word, known)), word)


def is_same_name(one: str, other: str) -> bool:
    """Whether two texts may be one name, apart from spelling and lost letters."""
    if plain_name(one) == plain_name(other):
        return True
    return are_alike(plain_name(marked(one)), plain_name(marked(other)))


def _is_debutant(folded_name: str) -> bool:
    return names_debutant(folded_name) or folded_name.endswith(DEBUTANT.name)
