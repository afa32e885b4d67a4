"""Decides whether a party named in a court case is a given company.

Courts have names, not tax ids, and write them freely: ``S.C. X S.R.L.``, ``X SRL - în
insolvență``, with the old cedilla letters or with ``?`` where a letter was lost.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from typing import Final

from msgspec import Struct

from tui_app.contract.vocabulary.legal_forms import AT_END_OF_NAMES, with_short_forms
from tui_app.contract.vocabulary.states import STATE


class MatchKind(StrEnum):
    """How a party's name matches the company's, most certain first."""

    EXACT = "exact"
    """Same name, same legal form."""
    STATE = "state"
    """Same name and legal form, followed by a state such as insolvency, or by a representative."""
    LOST_LETTERS = "lost_letters"
    """Same name and legal form, with ``?`` where the ministry lost an ``ș`` or ``ț``."""
    NO_FORM = "no_form"
    """Same name, and a sign that it is a company; one side has no legal form."""
    EXTENDED = "extended"
    """Same name and legal form, followed by something else, such as a branch."""
    BARE_NAME = "bare_name"
    """Same name without a sign of a company: it may be a private person."""
    OTHER_FORM = "other_form"
    """Same name, another legal form."""

    @property
    def is_certain(self) -> bool:
        """Whether another company or a private person is unlikely."""
        return self not in {MatchKind.EXTENDED, MatchKind.BARE_NAME, MatchKind.OTHER_FORM}

    @property
    def rank(self) -> int:
        """A larger rank is more certain."""
        return -list(MatchKind).index(self)


_FORM: Final = AT_END_OF_NAMES
# Without a legal form before it, "prin" may be a word of the name: "LUCRĂM PRIN PROBE SRL".
_AFTER_FORM: Final = f"{STATE}|prin .*"
_OWN_NAME: Final = re.compile(
    rf"(?P<words>.+?)(?: {STATE}| (?P<form>{_FORM})(?: (?:{_AFTER_FORM}))?)?"
)
_FORM_FIRST: Final = re.compile(r"(?P<form>pfa|ii|if|af|snc|scs|srl|ra) (?P<words>.+)")
_HAS_FORM: Final = re.compile(rf" (?:{_FORM})(?: |$)")
_INTRODUCTION: Final = re.compile(r"^(?:societatea comerciala|societatea|firma|sc) (?=\S)")
# With dots, and three letters with blanks too: "s.r.l.", "S R L", "s. r. l".
_INITIALS: Final = re.compile(
    r"(?<!\w)(?:"
    + "|".join(
        (r"\s*\.\s*" if len(form) == 2 else r"(?:\s*\.\s*|\s+)").join(form)
        for form in (*_FORM.split("|"), "sc")
    )
    + r")(?!\w)\s*\.?",
    re.IGNORECASE,
)
_CEDILLA: Final = str.maketrans("șțȘȚ", "şţŞŢ")


class PartyName(Struct, frozen=True):
    """A company's name in parts: its words and its legal form, which may be empty."""

    words: str
    form: str

    @classmethod
    def read(cls, name: str) -> PartyName:
        """Split a name as a register or the tax administration writes it."""
        found = _OWN_NAME.fullmatch(_plain(name))
        return cls(found["words"], found["form"] or "") if found else cls("", "")

    def match(self, party: str) -> MatchKind | None:
        """How a party's name matches this one, or ``None``."""
        text = _plain(party)
        kind = self._kind(text) if self.words else None
        if kind is MatchKind.NO_FORM and not _shows_company(party, text):
            kind = MatchKind.BARE_NAME
        return kind

    def _kind(self, text: str) -> MatchKind | None:
        found = re.fullmatch(f"(?P<words>{self._with_lost_letters})(?: (?P<rest>.+))?", text)
        if found is None:
            return None
        form, rest = _form_and_rest(found["rest"] or "")
        kind = self._kind_by_form(form, rest)
        if kind and kind.is_certain and found["words"] != self.words:
            return MatchKind.LOST_LETTERS
        return kind

    def _kind_by_form(self, form: str, rest: str) -> MatchKind | None:
        if rest and not re.fullmatch(_AFTER_FORM if form else STATE, rest):
            # Words between the name and the form belong to another company's name.
            return MatchKind.EXTENDED if form and form == self.form else None
        if form == self.form:
            return MatchKind.STATE if rest else MatchKind.EXACT
        return MatchKind.OTHER_FORM if form and self.form else MatchKind.NO_FORM

    @property
    def _with_lost_letters(self) -> str:
        return re.sub("[st]", lambda m: f"[{m[0]}?]", re.escape(self.words))


def search_text(name: str) -> str:
    """A company's name in the form that the portal finds: ``SRL`` for ``S.R.L.``, cedilla letters.

    Quotation marks and a leading ``S.C.`` are removed: many files lack them.
    """
    text = re.sub(r"[\"“”„«»]", " ", unicodedata.normalize("NFC", name))
    text = _INITIALS.sub(_joined, text)
    text = re.sub(r"(?i)^\s*sc\s+", "", " ".join(text.split()))
    return text.translate(_CEDILLA)


def _plain(name: str) -> str:
    """Lower case without marks or punctuation, with abbreviated forms after the name."""
    text = _INTRODUCTION.sub("", _plain_words(name), count=1)
    form_first = _FORM_FIRST.fullmatch(text)
    if form_first and not _HAS_FORM.search(text):
        return f"{form_first['words']} {form_first['form']}"
    return text


def _plain_words(name: str) -> str:
    decomposed = unicodedata.normalize("NFKD", name).casefold()
    text = "".join(c for c in decomposed if not unicodedata.combining(c))
    text = _INITIALS.sub(_joined, text)
    text = re.sub(r"(?<!\w)\?(?!\w)|[^\w?&]|_", " ", text).replace("&", " si ")
    return with_short_forms(" ".join(text.split()))


def _joined(initials: re.Match[str]) -> str:
    letters = re.sub(r"[.\s]", "", initials[0])
    return f" {letters} "


def _shows_company(party: str, text: str) -> bool:
    """Whether a party's name is a company's: it has a legal form, or ``SC`` in front."""
    return _plain_words(party) != text or _HAS_FORM.search(text) is not None


def _form_and_rest(text: str) -> tuple[str, str]:
    """A legal form at the beginning of the text after a name, and the rest."""
    first, _, rest = text.partition(" ")
    return (first, rest) if re.fullmatch(_FORM, first) else ("", text)
