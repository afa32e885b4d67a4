"""Compares names of companies: letters and marks folded, legal forms apart."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, words
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.vocabulary.legal_forms import WORDS, with_short_forms
from tui_app.contract.vocabulary.states import STATE

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
    return "srl" in folded_name and _DEBUTANT_AT_END().fullmatch(folded_name) is not None
