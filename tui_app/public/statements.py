"""Parses one year's statement from the JSON of ANAF's ``bilant`` service.

The indicators' codes (``I1`` …) mean different things for different kinds of company, so
they are matched by their labels. An empty amount arrives as 0, and cannot be
told from a reported 0. Money is whole RON.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract.folding import fold
from tui_app.contract.resources import YearlyRecord

FIRST_YEAR: Final = 2014
"""The oldest statements that the service has."""

_PROFIT: Final = "profit net"
_LOSS: Final = "pierdere neta"
_FIELDS: Final = {
    "active imobilizate total": "fixed_assets",
    "active circulante total": "current_assets",
    "stocuri": "inventory",
    "creante": "receivables",
    "casa si conturi la banci": "cash",
    "datorii": "debts",
    "capitaluri total": "equity",
    "capital subscris varsat": "share_capital",
    "cifra de afaceri neta": "turnover",
    "numar mediu de salariati": "employee",
}
_DATE: Final = re.compile(r" la \d{1,2} \d{1,2} \d{4}$")
_MOST: Final = 2**63


class NoAnswerError(ValueError):
    """An answer is no statement of the requested company and year."""


class Statement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The statement of one year. ``record`` is ``None`` where none is filed.

    ``other_kind``: there is a statement, but none of its lines is known (a bank, an NGO).
    """

    year: int
    record: YearlyRecord | None = None
    caen: str = ""
    activity: str = ""
    other_kind: bool = False

    @property
    def is_filed(self) -> bool:
        """Whether there is a statement of any kind."""
        return self.record is not None

    @property
    def has_zero(self) -> bool:
        """Whether an amount is 0, which may mean that it was empty."""
        values = (getattr(self.record, f, None) for f in YearlyRecord.__struct_fields__)
        return any(value == 0 for value in values)


def read_statement(body: bytes, tax_id: str, year: int) -> Statement:
    """The statement in an answer; raises ``NoAnswerError``."""
    try:
        answer = msgspec.json.decode(body.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, RecursionError):
        raise NoAnswerError from None
    lines = answer.get("i") if isinstance(answer, dict) else None
    if not isinstance(lines, list) or _whole(answer.get("an")) != year:
        raise NoAnswerError
    about = _whole(answer.get("cui"))
    if about and about != int(tax_id):
        raise NoAnswerError
    if not lines:
        return Statement(year=year)
    amounts = _amounts(lines)
    statement = Statement(
        year=year,
        record=YearlyRecord(year=year),
        caen=str(_whole(answer.get("caen")) or ""),
        activity=_text(answer.get("den_caen")),
    )
    if not amounts.keys() & {*_FIELDS, _PROFIT, _LOSS}:
        return replace(statement, other_kind=True)
    known = {_FIELDS[label]: amount for label, amount in amounts.items() if label in _FIELDS}
    profit, loss = amounts.get(_PROFIT), amounts.get(_LOSS)
    if profit is not None or loss is not None:
        known["net_profit"] = (profit or 0) - (loss or 0)
    return replace(statement, record=YearlyRecord(year=year, **known))


# Any: what JSON holds.
def _amounts(lines: list[Any]) -> dict[str, int | None]:
    """Each label in plain form with its amount; of equal labels the first counts."""
    found: dict[str, int | None] = {}
    for line in lines:
        if isinstance(line, dict):
            label = plain_label(_text(line.get("val_den_indicator")))
            if label and found.get(label) is None:
                found[label] = _whole(line.get("val_indicator"))
    return found


def plain_label(label: str) -> str:
    """A label without case, marks, punctuation, a date, or ``din care`` at its end."""
    # Folding removes dots, but in a date they separate numbers.
    words = " ".join(re.sub(r"[^a-z0-9]+", " ", fold(label.replace(".", " "))).split())
    return _DATE.sub("", words.removesuffix(" din care")).removesuffix(" din care")


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _whole(value: object) -> int | None:
    """A whole number, which may be written as text or with zero decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value) if isinstance(value, float) else int(value)
        whole = round(number)
    except (ValueError, OverflowError):
        return None
    return whole if -_MOST <= whole < _MOST else None
