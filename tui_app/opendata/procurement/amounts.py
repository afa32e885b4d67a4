"""The amounts of one column: all of them together decide whether a dot or a comma has decimals.

Files have ``1000.50``, ``1.000,50``, ``1,000.50``, ``1 000,5``, and thousands as ``12.345`` beside
``1.112.500``. A cell as ``12.345`` can be read in two ways; the other cells of the column settle
it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tui_app.opendata.numbers import is_missing
from tui_app.system.language import N_, _

NO_VALUE: Final = "no value"
NOT_A_VALUE: Final = N_("a value that cannot be read")
AMBIGUOUS_VALUE: Final = N_(
    "a value as 12.345, in a column that does not settle whether it has thousands or decimals"
)
IN_OTHER_CURRENCY: Final = N_("a value in another currency than RON: it is not summed")

_MAX_DIGITS: Final = 13
"""The most digits of whole RON: with more, a sum could exceed 64 bits.

The national budget has twelve.
"""

_AGREEING: Final = 0.9
"""The share of the cells that settle the style which have to agree."""

_OTHER: Final = {".": ",", ",": "."}
_MEANING: Final = {".": N_("a dot before decimals"), ",": N_("a comma before decimals")}
_LEI: Final = re.compile(r"\b(?:ron|lei|leu)\b|(?<=\d)(?:ron|lei)\b", re.IGNORECASE)
_WITHOUT_TAX: Final = re.compile(r"\b(?:f[aă]r[aă]|excl\.?)\s+tva\b", re.IGNORECASE)
_CURRENCY: Final = re.compile(
    r"[€$£]|(?<![a-z])(?:eur|euro|usd|gbp|chf|huf|pln|czk|bgn|mdl|rol|sek|nok|dkk|jpy|try|cad|aud)"
    r"(?![a-z])",
    re.IGNORECASE,
)
_GROUPS: Final = re.compile(r"\d[\s'’]\d{3}(?!\d)")
_BLANKS: Final = re.compile(r"[\s'’]")
_PLAIN: Final = re.compile(r"[0-9][0-9.,]*(?:[eE][+-]?[0-9]{1,2})?", re.ASCII)


@lru_cache(maxsize=1024)
def is_lei(currency: str) -> bool:
    """Whether a cell of a column of currencies is RON, or says nothing."""
    return is_missing(currency) or _LEI.search(currency) is not None


class AmountColumn:
    """Reads the cells of a column, and counts those that settle which mark precedes decimals.

    ``mark`` is that mark if it is known, ``None`` if the column is read for the first time, and
    empty if its cells do not settle it.
    """

    def __init__(self, mark: str | None = None) -> None:
        self.mark = mark
        self.ambiguous = 0
        self._votes = {".": 0, ",": 0}

    def settled(self) -> str:
        """The mark before decimals, after all cells were read; empty if they disagree."""
        (fewer, _), (votes, mark) = sorted((count, mark) for mark, count in self._votes.items())
        return mark if votes and votes >= _AGREEING * (votes + fewer) else ""

    @property
    def account(self) -> str:
        """How ambiguous cells were read, for people; empty without any."""
        if not self.ambiguous:
            return ""
        cells = _("{ambiguous} values as 12.345").format(ambiguous=self.ambiguous)
        if not self.mark:
            return _(
                "{cells} are set aside: no other value settles whether they have decimals"
            ).format(cells=cells)
        return _("{cells} are read with {meaning}, as other values of the column have it").format(
            cells=cells, meaning=_(_MEANING[self.mark])
        )

    def read(self, text: str) -> int:
        """A value in bani; raises ``ValueError`` with the reason."""
        whole, _dot, part = text.partition(".")
        if (
            whole.isdecimal()
            and whole.isascii()
            and len(whole) <= _MAX_DIGITS
            and len(part) < 3
            and (not part or (part.isdecimal() and part.isascii()))
        ):
            if part:
                self._votes["."] += 1
            return int(whole) * 100 + int((part + "00")[:2])
        value = self._unusual(text)
        if abs(value) >= 10 ** (_MAX_DIGITS + 2):
            raise ValueError(NOT_A_VALUE)
        return value

    def _unusual(self, text: str) -> int:
        if is_missing(text):
            raise ValueError(NO_VALUE)
        if _CURRENCY.search(text):
            raise ValueError(IN_OTHER_CURRENCY)
        bare = _LEI.sub(" ", _WITHOUT_TAX.sub(" ", text)).strip()
        if is_missing(bare):
            raise ValueError(NO_VALUE)
        has_blanks = _GROUPS.search(bare) is not None
        plain = re.sub(r"([.,])-{1,2}$", r"\g<1>00", _BLANKS.sub("", bare))
        is_negative = plain.startswith(("-", "−")) or (plain[0] == "(" and plain[-1] == ")")
        plain = plain.lstrip("+-−(").removesuffix(")")
        if not _PLAIN.fullmatch(plain):
            raise ValueError(NOT_A_VALUE)
        number = self._with_dot(plain, has_blanks=has_blanks)
        if "e" in number.lower():
            value = round(float(number) * 100)
        else:
            whole, _, part = number.partition(".")
            value = int(whole) * 100 + (int((part + "000")[:3]) + 5) // 10
        return -value if is_negative else value

    def _with_dot(self, plain: str, *, has_blanks: bool) -> str:
        """A number without groups, with a dot before decimals."""
        last = max(plain.rfind("."), plain.rfind(","))
        if last < 0:
            return plain
        mark, other = plain[last], _OTHER[plain[last]]
        before, after = plain[:last], plain[last + 1 :]
        if other in before:
            self._votes[mark] += 1
            return f"{_ungrouped(before, other)}.{after}"
        if mark in before:
            self._votes[other] += 1
            return _ungrouped(plain, mark)
        if not after:
            return before
        is_ambiguous = (
            len(after) == 3
            and after.isdecimal()
            and len(before) <= 3
            and not before.startswith("0")
            and not has_blanks
        )
        if not is_ambiguous:
            self._votes[mark] += 1
            return f"{before}.{after}"
        self.ambiguous += 1
        if self.mark == "":
            raise ValueError(AMBIGUOUS_VALUE)
        return before + after if self.mark == other else f"{before}.{after}"


def _ungrouped(text: str, mark: str) -> str:
    """Digits without the mark between groups of three; raises ``ValueError`` for other groups."""
    if not re.fullmatch(rf"\d{{1,3}}(?:\{mark}\d{{3}})+", text, re.ASCII):
        raise ValueError(NOT_A_VALUE)
    return text.replace(mark, "")
