"""The words in a line of criteria: English ones, which are saved and sent, and Romanian ones.

Both are read everywhere. The language of the screen decides which are offered and shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from tui_app.contract.folding import fold
from tui_app.contract.screening.fields import CHANGE_KINDS, FIELDS, STATUSES, CriterionField


class Vocabulary(Struct, frozen=True):
    """The words of a language by their English names.

    They are for fields, classes of status and kinds of change.
    """

    fields: Mapping[str, str]
    statuses: Mapping[str, str]
    kinds: Mapping[str, str]
    yes: str
    no: str
    negation: str

    def word(self, name: str) -> str:
        """A field or a class of status in this language; any other word unchanged."""
        return self.fields.get(name) or self.statuses.get(name) or self.kinds.get(name) or name

    def values_of(self, field: str) -> Mapping[str, str]:
        """The words for the values of a field; empty if they are the same in all languages."""
        return {"status": self.statuses, "was": self.statuses, "changed": self.kinds}.get(field, {})


ENGLISH: Final = Vocabulary(
    {name: name for name in FIELDS},
    {name: name for name in STATUSES},
    {name: name for name in CHANGE_KINDS},
    "yes",
    "no",
    "not",
)
ROMANIAN: Final = Vocabulary(
    {
        "name": "nume", "county": "judet", "locality": "localitate", "form": "forma",
        "status": "stare", "caen": "caen", "founded": "infiintata", "registered": "inregistrata",
        "turnover": "cifra", "profit": "profit", "employees": "salariati", "equity": "capital",
        "margin": "marja", "growth": "crestere", "losses": "pierderi", "vat": "tva",
        "won": "castigat", "won-year": "an-castigat", "buyer": "autoritate", "cpv": "cpv",
        "public-share": "cota-publica", "buyers": "autoritati",
        "phone": "telefon", "email": "email", "website": "site", "cases": "dosare",
        "changed": "schimbata", "since": "din", "was": "fosta", "moved-from": "mutata-din",
    },
    {
        "active": "activa", "inactive": "inactiva", "suspended": "suspendata",
        "reorganisation": "reorganizare", "insolvent": "insolventa", "bankrupt": "faliment",
        "dissolved": "dizolvata", "struck_off": "radiata", "other": "alta",
    },
    {
        "state": "stare", "name": "nume", "seat": "sediu", "form": "forma",
        "liquidator": "lichidator", "new": "noua", "gone": "disparuta",
    },
    "da", "nu", "nu",
)  # fmt: skip

VOCABULARIES: Final = {"en": ENGLISH, "ro": ROMANIAN}
_ALL: Final = tuple(VOCABULARIES.values())

_FIELD_BY_WORD: Final = {
    fold(word): FIELDS[name] for each in _ALL for name, word in each.fields.items()
} | {
    # Other words that Romanian users try first.
    "angajati": FIELDS["employees"], "cifra de afaceri": FIELDS["turnover"],
    "cifra_de_afaceri": FIELDS["turnover"], "capitaluri": FIELDS["equity"],
    "fondata": FIELDS["founded"], "statut": FIELDS["status"],
}  # fmt: skip
_STATUS_BY_WORD: Final = {fold(word): name for name, word in ROMANIAN.statuses.items()}
_KIND_BY_WORD: Final = {fold(word): name for name, word in ROMANIAN.kinds.items()} | {
    "denumire": "name", "nou": "new", "disparut": "gone",
}  # fmt: skip
_ANSWERS: Final = {each.yes: True for each in _ALL} | {each.no: False for each in _ALL}


def field_named(word: str) -> CriterionField | None:
    """The field that a word names in any language."""
    return _FIELD_BY_WORD.get(fold(word))


def status_named(word: str) -> str | None:
    """The class of status that a Romanian word names."""
    return _STATUS_BY_WORD.get(fold(word.replace("_", " ")))


def value_named(field: str, word: str) -> str | None:
    """The value of a field that a Romanian word names."""
    if field == "changed":
        return _KIND_BY_WORD.get(fold(word))
    return status_named(word) if field in {"status", "was"} else None


def answer(word: str) -> bool | None:
    """Whether a word is yes or no in any language; ``None`` for any other word."""
    return _ANSWERS.get(fold(word))
