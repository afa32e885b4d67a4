"""The parameters of the operations: parsing and checks."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct

from tui_app.contract.envelope import Reason
from tui_app.contract.folding import AMPERSAND, fold
from tui_app.contract.screening import LONGEST_LINE

if TYPE_CHECKING:
    from tui_app.contract.screening.criteria import Criteria

_REFUSED: Final = frozenset({"Cc", "Cs", "Cn"})
"""Control characters, surrogates and non-characters, but not unusual blanks or emoji."""


class InvalidParameter(ValueError):
    """A parameter breaks a rule of the interface; ``reason`` says which, for programs."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class TextParameter(Struct, frozen=True, kw_only=True):
    """A text; of its characters only letters and digits count towards the least length."""

    name: str
    minimum_length: int
    maximum_length: int
    invalid: Reason = Reason.QUERY_INVALID
    required: Literal[True] = True
    description: str = ""

    def read(self, raw: str | None) -> str:
        """The trimmed text; raises ``InvalidParameter``."""
        if raw is None:
            raise InvalidParameter(Reason.QUERY_MISSING, f"The parameter {self.name} is missing")
        text = raw.strip()
        if len(text) > self.maximum_length:
            message = f"{self.name} may have at most {self.maximum_length} characters"
            raise InvalidParameter(Reason.QUERY_TOO_LONG, message)
        if any(unicodedata.category(c) in _REFUSED for c in text):
            message = f"{self.name} contains a character that cannot be searched"
            raise InvalidParameter(self.invalid, message)
        if self.missing(text):
            message = f"{self.name} needs at least {self.minimum_length} letters or digits"
            raise InvalidParameter(Reason.QUERY_TOO_SHORT, message)
        return text

    def missing(self, text: str) -> int:
        """How many letters or digits are missing; ``&`` between two is a word, as in ``H&M``."""
        folded = fold(text)
        counted = sum(map(str.isalnum, folded)) + (f" {AMPERSAND} " in folded)
        return max(0, self.minimum_length - min(len(text.strip()), counted))


class NumberParameter(Struct, frozen=True, kw_only=True):
    """A whole number from ``minimum`` to ``maximum``; others are refused, never clamped."""

    name: str
    invalid: Reason
    default: int
    maximum: int
    description: str
    minimum: int = 1
    required: Literal[False] = False

    def read(self, raw: str | None) -> int:
        """The number, by default the default one; raises ``InvalidParameter``."""
        if raw is None:
            return self.default
        # Converting more digits than an allowed number has would only cost time.
        most = len(str(self.maximum))
        number = int(raw) if re.fullmatch(rf"[0-9]{{1,{most}}}", raw, re.ASCII) else 0
        if not self.minimum <= number <= self.maximum:
            raise InvalidParameter(
                self.invalid,
                f"{self.name} must be a whole number from {self.minimum} to {self.maximum}",
            )
        return number


class DateParameter(Struct, frozen=True, kw_only=True):
    """A calendar day written YYYY-MM-DD."""

    name: str
    invalid: Reason = Reason.DATE_INVALID
    required: Literal[True] = True
    description: str = ""

    def read(self, raw: str | None) -> dt.date:
        """The day; raises ``InvalidParameter``."""
        if raw is None or not raw.strip():
            raise InvalidParameter(Reason.DATE_MISSING, f"The parameter {self.name} is missing")
        try:
            if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", raw, re.ASCII):
                raise ValueError
            return dt.date.fromisoformat(raw)
        except ValueError:
            raise InvalidParameter(
                self.invalid, f"{self.name} must be a real day written YYYY-MM-DD"
            ) from None


class AsOfParameter(Struct, frozen=True, kw_only=True):
    """A day in the past, YYYY-MM-DD; if absent, today."""

    name: str = "asOf"
    invalid: Reason = Reason.DATE_INVALID
    default: None = None
    required: Literal[False] = False
    description: str = "According to the newest snapshot of that day or before (extension)"

    def read(self, raw: str | None) -> dt.date | None:
        """The day, ``None`` when absent; raises ``InvalidParameter``."""
        return None if raw is None else DateParameter(name=self.name).read(raw)


class CriteriaParameter(Struct, frozen=True, kw_only=True):
    """A line in the language of ``screening``; if absent, every company matches."""

    name: str = "q"
    invalid: Reason = Reason.CRITERIA_INVALID
    default: str = ""
    maximum_length: int = LONGEST_LINE
    required: Literal[False] = False
    description: str = "Criteria that a company must match: county:Cluj form:SRL turnover:>1M"

    def read(self, raw: str | None) -> Criteria:
        """The criteria; raises ``InvalidParameter``, which says where the wrong word is."""
        # Few commands need the language, and it takes time to load.
        from tui_app.contract.screening.criteria import CriteriaError
        from tui_app.contract.screening.language import parse

        line = raw or self.default
        if any(unicodedata.category(c) in _REFUSED and not c.isspace() for c in line):
            message = f"{self.name} contains a character that cannot be searched"
            raise InvalidParameter(self.invalid, message)
        try:
            return parse(line)
        except CriteriaError as error:
            where = f"characters {error.start + 1} to {max(error.end, error.start + 1)}"
            raise InvalidParameter(self.invalid, f"{error} ({where} of {self.name})") from None


class SortParameter(Struct, frozen=True, kw_only=True):
    """A field of the items, with a ``-`` in front for descending order."""

    choices: tuple[str, ...]
    default: str
    name: str = "sort"
    invalid: Reason = Reason.SORT_INVALID
    required: Literal[False] = False
    description: str = "Field to sort by, with - before it in descending order; missing values last"

    def read(self, raw: str | None) -> str:
        """The order, by default the default one; raises ``InvalidParameter``."""
        order = raw or self.default
        if order.removeprefix("-") not in self.choices:
            fields = ", ".join(self.choices)
            message = f"{self.name} must be a field, with or without - before it: {fields}"
            raise InvalidParameter(self.invalid, message)
        return order


class ChoiceParameter(Struct, frozen=True, kw_only=True):
    """One of a few words."""

    name: str
    choices: tuple[str, ...]
    default: str
    description: str
    invalid: Reason = Reason.QUERY_INVALID
    required: Literal[False] = False

    def read(self, raw: str | None) -> str:
        """The word, by default the default one; raises ``InvalidParameter``."""
        word = raw or self.default
        if word not in self.choices:
            raise InvalidParameter(self.invalid, f"{self.name} is {', '.join(self.choices)}")
        return word


class CursorParameter(Struct, frozen=True, kw_only=True):
    """The cursor of a page, taken from the page before; absent for the first page."""

    name: str = "cursor"
    invalid: Reason = Reason.CURSOR_INVALID
    default: str = ""
    maximum_length: int = 200
    required: Literal[False] = False
    description: str = "nextCursor of the page before, under the same q, sort and limit"

    def read(self, raw: str | None) -> str:
        """The cursor, empty if absent; raises ``InvalidParameter`` for an impossible one."""
        cursor = raw or self.default
        if not re.fullmatch(rf"[0-9A-Za-z._-]{{0,{self.maximum_length}}}", cursor, re.ASCII):
            raise InvalidParameter(self.invalid, f"{self.name} was not issued by this service")
        return cursor


Parameter = (
    TextParameter
    | NumberParameter
    | DateParameter
    | AsOfParameter
    | CriteriaParameter
    | SortParameter
    | ChoiceParameter
    | CursorParameter
)
