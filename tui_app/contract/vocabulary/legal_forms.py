"""Legal forms of companies: their abbreviations and names, and their spellings."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold, letters, words
from tui_app.contract.lazy_pattern import lazy_pattern


class LegalForm(Struct, frozen=True):
    """A form: its abbreviation and its folded name, if the name is in use.

    ``is_in_register``: it is a value in the trade register. ``ends_names``: a company's name may
    end in the abbreviation.
    """

    code: str
    name: str = ""
    is_in_register: bool = True
    ends_names: bool = True

    @property
    def letters(self) -> str:
        """The abbreviation in lower case, without signs."""
        return letters(fold(self.code))


DEBUTANT: Final = LegalForm("SRL-D", "cu raspundere limitata debutant")
"""A kind of SRL. The trade register calls it SRL; only the company's name shows it."""

LEGAL_FORMS: Final = (
    LegalForm("SRL", "cu raspundere limitata"),
    DEBUTANT,
    LegalForm("SA", "pe actiuni"),
    LegalForm("PFA", "persoana fizica autorizata"),
    LegalForm("II", "intreprindere individuala"),
    LegalForm("IF", "intreprindere familiala"),
    LegalForm("PF", "persoana fizica"),
    LegalForm("AF", "asociatie familiala"),
    LegalForm("SNC", "in nume colectiv"),
    LegalForm("SCS", "in comandita simpla"),
    LegalForm("SCA", "in comandita pe actiuni"),
    LegalForm("SC", ends_names=False),
    LegalForm("RA", "regie autonoma"),
    LegalForm("CA", ends_names=False),
    LegalForm("GIE", "grup de interes economic"),
    LegalForm("SE", "societate europeana", ends_names=False),
    LegalForm("OC1", ends_names=False),
    LegalForm("OC2", ends_names=False),
    LegalForm("OC3", ends_names=False),
    LegalForm("N/A", ends_names=False),
    LegalForm("GEIE", is_in_register=False, ends_names=False),
    LegalForm("SCE", is_in_register=False, ends_names=False),
    LegalForm("ONG", is_in_register=False, ends_names=False),
)
"""The trade register writes ``N/A`` for a missing form; ``SC`` and ``CA`` are forms there, too."""

CODES: Final = tuple(form.code for form in LEGAL_FORMS if form.is_in_register)
"""The forms in the trade register."""

WORDS: Final = frozenset(form.letters for form in LEGAL_FORMS if form.code not in {"SC", "N/A"})
"""Words of a folded name that are its form; a leading ``SC`` is not."""

AT_END_OF_NAMES: Final = "|".join(
    sorted((f.letters for f in LEGAL_FORMS if f.ends_names and f is not DEBUTANT), key=len)[::-1]
)
"""A pattern of the abbreviations that follow a folded name, ``srld`` as ``srl`` and ``d``."""

_BY_LETTERS: Final = {form.letters: form for form in LEGAL_FORMS}
_SHORTENED: Final = {
    "raspundere": "rasp(?:undere)?", "limitata": "(?:lim(?:itata)?|ltd)", "actiuni": "act(?:iuni)?",
    "nume": "n(?:ume)?", "colectiv": "col(?:ectiv)?", "autorizata": "aut(?:orizata)?",
    "persoana": "pers(?:oana)?", "fizica": "fiz(?:ica)?", "intreprindere": "intr(?:eprindere)?",
    "individuala": "ind(?:ividuala)?",
}  # fmt: skip
"""Patterns of the words of forms, abbreviated or not."""

_LONGEST_FIRST: Final = sorted(
    (form for form in LEGAL_FORMS if form.name), key=lambda form: -len(form.name)
)
_GLUED: Final = lazy_pattern(r"(\w{3,})(srl ?d|srl|pfa|snc)$")
"""Forms without a blank before them; no word ends in these letters."""


@lru_cache(maxsize=4096)
def read_form(text: str) -> LegalForm | None:
    """The form that a text means: ``S.R.L.``, ``srl-d``, ``Societate pe acțiuni``; or ``None``."""
    return _BY_LETTERS.get(letters(fold(text))) or form_named(text)


def form_named(text: str) -> LegalForm | None:
    """The form whose name is in a text: ``SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ``."""
    folded = f" {fold(text)} "
    return next((form for form in _LONGEST_FIRST if f" {form.name} " in folded), None)


def plain_form(text: str | None) -> str:
    """A form for comparison: ``S.R.L.`` and ``Societate cu răspundere limitată`` are ``srl``."""
    form = read_form(text or "")
    return form.letters if form else letters(fold(text or ""))


def forms_of(form: str) -> tuple[str, ...]:
    """The forms that a form includes: an SRL-D is an SRL."""
    return (form, DEBUTANT.code) if plain_form(form) == "srl" else (form,)


def with_short_forms(folded: str) -> str:
    """A folded name with the names of forms abbreviated; ``srl d`` is written as ``srl``.

    ``s r l`` and a form without a blank before it are written as usual, too.
    """
    folded = _GLUED().sub(r"\1 \2", folded)
    # Most names end in a short form, and the history compares millions.
    if _any_abbreviation().search(folded):
        for pattern, short in _abbreviations():
            folded = pattern.sub(short, folded)
    return folded


@lru_cache(maxsize=1)
def _any_abbreviation() -> re.Pattern[str]:
    return re.compile("|".join(pattern.pattern for pattern, _ in _abbreviations()))


@lru_cache(maxsize=1)
def _abbreviations() -> list[tuple[re.Pattern[str], str]]:
    found = [("s r l", "srl"), ("srl d|srld", "srl"), ("s n c", "snc"), ("p f a", "pfa")]
    for form in _LONGEST_FIRST:
        is_society = form.name.startswith(("cu ", "pe ", "in "))
        # soc. com. cu rasp. lim.
        words = " ".join(_SHORTENED.get(word, word) for word in form.name.split(" "))
        name = f"soc(?:ietatea?)? (?:com(?:erciala)? )?{words}" if is_society else words
        if form.ends_names:
            found.append((name, "srl" if form is DEBUTANT else form.letters))
    return [(re.compile(rf"\b(?:{name})\b"), short) for name, short in found]


ANYWHERE_IN_NAMES: Final = frozenset({"srl", "srld", "pfa", "snc", "scs", "sca"})
"""Abbreviations that are not ordinary words of a name, wherever they are."""


def form_in_name(name: str) -> str:
    """The abbreviation of the form in a name, for a company without one; empty if there is none."""
    _first, *rest = words(fold(name)) or [""]
    last = _BY_LETTERS.get(rest[-1]) if rest else None
    if last is not None and last.ends_names:
        return last.code
    return next(
        (_BY_LETTERS[word].code for word in reversed(rest) if word in ANYWHERE_IN_NAMES), ""
    )
