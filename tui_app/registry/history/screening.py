"""Screening as of a day: the statements that select companies by their values on that day.

Both engines filter, sort and count the rows that are valid on the day. Only words of names are
compared here, since no index knows the names of the past: an engine selects the names that may
have them.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from tui_app.contract.envelope import Reason
from tui_app.contract.folding import fold, words
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.screening.criteria import Criteria, Criterion
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.vocabulary.counties import COUNTIES
from tui_app.contract.vocabulary.legal_forms import (
    ANYWHERE_IN_NAMES,
    AT_END_OF_NAMES,
    DEBUTANT,
    forms_of,
)
from tui_app.registry.history.layout import LARGEST_TAX_ID, Field
from tui_app.registry.history.reading import HistoryDescription
from tui_app.registry.sql import Read
from tui_app.system.untyped import DbRow

SECONDS: Final = 10.0
"""The time limit of an answer."""

FILTERED: Final = ("name", "county", "locality", "form", "status")
"""The criteria that the register answers for a day in the past."""

IDENTIFIER: Final = "identifier"
"""A criterion of searches alone: a part of the tax id or the registry number, folded."""

_CHUNK: Final = 200_000
_LAST_OF_CHUNK: Final = (
    "SELECT max(company) FROM (SELECT company FROM {s}past_version WHERE company > ?"
    " AND company <= ? ORDER BY company LIMIT ?) AS chunk"
)
# Dots and apostrophes may be within a word; a name with other letters is folded to be compared.
_HAS_WORD: Final = (
    "upper({name}) LIKE ? OR length({name}) <> length(CAST({name} AS BLOB))"
    " OR ({name} LIKE ? OR {name} LIKE ? OR {name} LIKE ?)"
    " AND replace(replace(replace(upper({name}), '.', ''), '''', ''), '`', '') LIKE ?"
)
_COUNTY_NAMES: Final = {county.plain_name: county.name for county in COUNTIES.values()}
_SORTED_BY: Final = {
    "company_id": Field.NUMBER, "company_type": Field.FORM, "county": Field.COUNTY,
    "locality": Field.LOCALITY, "status": Field.STATE, "statusClass": Field.STATE,
}  # fmt: skip


class PastPage(Struct, frozen=True):
    """The tax ids of a page, and how many companies matched."""

    companies: tuple[int, ...]
    total: int


class PastScreening:
    """Selects companies as they were on the day of a snapshot.

    Raises ``InvalidParameter`` for criteria that the register does not answer for the past.
    """

    def __init__(
        self, read: Read, history: HistoryDescription, day: int, criteria: Criteria
    ) -> None:
        self._read = read
        self._history = history
        self._day = day
        self.is_whole = False
        """Whether there was time for all companies."""
        self._names: list[tuple[bool, list[list[str]]]] = []
        """The words of each criterion on names, and whether it is negated."""
        self._conditions: list[str] = []
        self._values: list[object] = []
        # Names leave few companies for the others. They also decide the forms that the register
        # does not say: those are looked at last.
        for criterion in sorted(criteria, key=lambda c: (c.field != "name", c.field == "form")):
            if criterion.field == "name":
                sought = [words(fold(str(value))) for value in criterion.values]
                sought = [each for each in sought if each]
                self._names.append((criterion.negated, sought))
                if not criterion.negated:
                    self._conditions.append(self._may_be_named(sought))
            else:
                condition = self._condition(criterion)
                self._conditions.append(f"NOT {condition}" if criterion.negated else condition)

    def page(self, order: str, start: int, size: int) -> PastPage:
        """The companies from ``start`` on, in the order of a field or of their names."""
        field = _SORTED_BY.get(order.removeprefix("-"), Field.NAME)
        backward = order.startswith("-")
        most = start + size
        first: list[DbRow] = []
        total = 0
        for low, high in self._chunks():
            rows, matched = self._first_rows(field, most, low, high, backward=backward)
            total += matched
            first = sorted([*first, *rows], reverse=backward)[:most]
        return PastPage(tuple(company for _, company in first[start:]), total)

    def counts(self) -> tuple[dict[Field, Counter[str]], int]:
        """How many companies have each county, form and set of states, and how many there are."""
        fields = (Field.COUNTY, Field.FORM, Field.STATE)
        counts: dict[Field, Counter[str]] = {field: Counter() for field in fields}
        total = 0
        names = (Field.NAME,) if self._names else ()
        columns = ", ".join(self._value(field) for field in (*fields, *names))
        groups = ", ".join(str(at + 1) for at in range(len(fields) + len(names)))
        for low, high in self._chunks():
            statement = f"{self._select(f'{columns}, count(*)')} GROUP BY {groups}"
            for row in self._read(statement, (low, high, *self._values)):
                if self._names and not self._is_named(row[-2]):
                    continue
                total += row[-1]
                for field, value in zip(fields, row, strict=False):
                    counts[field][value] += row[-1]
        return counts, total

    def _first_rows(
        self, field: Field, most: int, low: int, high: int, *, backward: bool
    ) -> tuple[list[DbRow], int]:
        """The first matches of a chunk as sort key and tax id, and the number of its matches."""
        key, values = f"upper({self._value(field)})", (low, high, *self._values)
        if self._names:
            found = self._read(self._select(f"{key}, company, {self._value(Field.NAME)}"), values)
            rows = [(key, company) for key, company, name in found if self._is_named(name)]
            return rows, len(rows)
        direction = "DESC" if backward else "ASC"
        statement = self._select(f"{key} AS sorted_by, company, count(*) OVER ()")
        statement += f" ORDER BY sorted_by {direction}, company {direction} LIMIT {most}"
        found = self._read(statement, values)
        return [row[:2] for row in found], found[0][2] if found else 0

    def _chunks(self) -> Iterator[tuple[int, int]]:
        """The tax ids that each chunk lies between, until the time is over."""
        until = time.monotonic() + SECONDS
        low = 0
        while time.monotonic() < until:
            ((high,),) = self._read(_LAST_OF_CHUNK, (low, LARGEST_TAX_ID, _CHUNK))
            if high is None:
                self.is_whole = True
                return
            yield low, high
            low = high

    def _select(self, columns: str) -> str:
        on_day = f"company > ? AND company <= ? AND valid_from <= {self._day}"
        on_day += f" AND valid_to > {self._day}"
        where = " AND ".join([on_day, *self._conditions])
        return f"SELECT {columns} FROM {{s}}past_version WHERE {where}"

    def _value(self, field: Field) -> str:
        """SQL: a value on that day, empty if there is none."""
        return f"coalesce({field.column}, '')" if self._history.covers(self._day, field) else "''"

    def _condition(self, criterion: Criterion) -> str:
        values = [value for value in criterion.values if isinstance(value, str)]
        match criterion.field:
            case "county":
                return self._is_any(Field.COUNTY, [_COUNTY_NAMES[value] for value in values])
            case "status":
                codes = [
                    each
                    for each in self._history.texts(self._read, Field.STATE)
                    if classify_status(self._history.status(each)).value in values
                ]
                # A missing state belongs to no known class.
                missing = [""] if StatusGroup.OTHER.value in values else []
                return self._is_any(Field.STATE, [*codes, *missing])
            case "locality":
                return self._is_any(Field.LOCALITY, self._localities(values))
            case "form":
                return self._has_form(values)
            case "identifier":
                return self._has_identifier(values)
        message = (
            f"{criterion.field} is not known for a day in the past: the register knows"
            f" {', '.join(FILTERED)}"
        )
        raise InvalidParameter(Reason.CRITERIA_INVALID, message)

    def _is_any(self, field: Field, values: Sequence[str]) -> str:
        self._values += values
        marks = ", ".join("?" * len(values))
        return f"({self._value(field)} IN ({marks}))" if values else "(1 = 0)"

    def _localities(self, values: Sequence[str]) -> list[str]:
        sought = [set(words(fold(value))) for value in values]
        return [
            locality
            for locality in self._history.texts(self._read, Field.LOCALITY)
            if any(each and each <= set(words(fold(locality))) for each in sought)
        ]

    def _has_identifier(self, parts: Sequence[str]) -> str:
        self._values += [f"%{part.upper()}%" for part in parts for _ in range(2)]
        number = f"replace(upper({self._value(Field.NUMBER)}), '/', ' ')"
        likes = [f"CAST(company AS TEXT) LIKE ? OR {number} LIKE ?" for _ in parts]
        return f"({' OR '.join(likes)})"

    def _has_form(self, wanted: Sequence[str]) -> str:
        """By the register, else by the name, as ``form_in_name`` reads it."""
        codes = list(dict.fromkeys(code for each in wanted for code in forms_of(each)))
        of_register = self._is_any(Field.FORM, codes)
        by_name = [pattern for code in codes for pattern in _patterns(code)]
        self._values += by_name
        likes = " OR ".join(["1 = 0", *[f"{self._plain_name()} LIKE ?"] * len(by_name)])
        condition = f"{of_register} OR {self._value(Field.FORM)} = '' AND ({likes})"
        if DEBUTANT.code in codes:
            # The register calls it SRL; only the name shows it.
            self._values += _patterns(DEBUTANT.code)
            condition += f" OR {self._plain_name()} LIKE ?"
        return f"({condition})"

    def _plain_name(self) -> str:
        """SQL: a name with a blank before and after each word."""
        plain = f"upper({self._value(Field.NAME)})"
        for sign, instead in ((".", ""), ('"', " "), (",", " "), ("-", " ")):
            plain = f"replace({plain}, '{sign}', '{instead}')"
        return f"replace(' ' || trim({plain}) || ' ', ' SRL D ', ' SRLD ')"

    def _may_be_named(self, sought: Sequence[Sequence[str]]) -> str:
        """SQL: the name may have the words of one of ``sought``."""
        longest = [max(filter(_is_plain, each), key=len, default="") for each in sought]
        if not all(longest):
            return "(1 = 1)"
        for word in longest:
            self._values += [f"%{each}%" for each in (word.upper(), *".'`", word.upper())]
        has_one = _HAS_WORD.format(name=Field.NAME.column)
        return f"({' OR '.join([has_one] * len(longest)) or '1 = 0'})"

    def _is_named(self, name: str) -> bool:
        """Whether a name fulfils all criteria on names."""
        folded = fold(name)
        return all(
            any(has_words(folded, each) for each in sought) is not is_negated
            for is_negated, sought in self._names
        )


def has_words(folded: str, sought: Sequence[str]) -> bool:
    """Whether a folded name has words that begin with each of ``sought``."""
    own = f" {' '.join(words(folded))}"
    return bool(sought) and all(f" {word}" in own for word in sought)


def _is_plain(word: str) -> bool:
    """Whether names have a word letter by letter, apart from signs that vanish."""
    return word.isascii() and word.isalnum() and not word.startswith("srl")


def _patterns(code: str) -> list[str]:
    """Patterns of the names that end in the abbreviation of a form, or have it anywhere."""
    letters = code.replace("-", "")
    if letters.lower() in ANYWHERE_IN_NAMES:
        return [f"% {letters} %"]
    return [f"% {letters} "] if letters.lower() in AT_END_OF_NAMES.split("|") else []
