"""A page of a selection in some order.

For a large selection it goes through the groups until the page is full; a small one is sorted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pyroaring import FrozenBitMap

from tui_app.contract.folding import fold
from tui_app.contract.status import classify_status
from tui_app.registry.screening import layout
from tui_app.registry.screening.bitmap_index import BitmapIndex
from tui_app.registry.screening.groups import activity_texts, field_of, groups

SMALL: Final = 1_000
"""Up to this many companies are sorted: going through groups would find them too rarely."""

_OF_COMPANY: Final = "SELECT id, {column} FROM {{s}}company WHERE id IN"
_OF_FIGURES: Final = "SELECT company, {column} FROM {{s}}screen_figure WHERE company IN"
_OF_MONEY: Final = "SELECT company, {column} FROM {{s}}money_figure WHERE company IN"
_MONEY: Final = {"won": "won", "public_share": "share", "buyers": "buyers"}
_SHARES: Final = {
    "margin": "net_profit, turnover",
    "growth": "turnover - turnover_before, turnover_before",
}
_FIGURES: Final = ("turnover", "net_profit", "equity", "employee", "loss_years")


class PageStart(NamedTuple):
    """The start of a page: the group, and the position in it."""

    group: int = 0
    at: int = 0


def page_of(
    index: BitmapIndex, found: FrozenBitMap, order: str, size: int, start: PageStart
) -> tuple[list[int], PageStart | None]:
    """The numbers of a page, and the start of the next."""
    field, backward = field_of(order)
    if len(found) <= SMALL:
        ordered = _sorted(index, list(found), field, backward=backward)
        end = start.at + size
        return ordered[start.at : end], PageStart(0, end) if end < len(ordered) else None
    numbers: list[int] = []
    for turn, group in enumerate(groups(index, field, backward=backward)):
        if turn < start.group or group.members(index).isdisjoint(found):
            continue
        for position, number in group.walk(index, found, start.at if turn == start.group else 0):
            if len(numbers) == size:
                return numbers, PageStart(turn, position)
            numbers.append(number)
    return numbers, None


def _sorted(index: BitmapIndex, numbers: list[int], field: str, *, backward: bool) -> list[int]:
    """By value, then by number; missing values last."""
    keys = _keys(index, numbers, field)
    known = [number for number in numbers if keys.get(number) is not None]
    known.sort(key=keys.__getitem__, reverse=backward)
    return known + [number for number in numbers if keys.get(number) is None]


# Any: values of one column, which are comparable.
def _keys(index: BitmapIndex, numbers: list[int], field: str) -> dict[int, Any]:
    if field in layout.FLAG_SETS:
        members = index.members(field, "1")
        return {number: number in members for number in numbers}
    if field in _SHARES:
        rows = index.rows(_OF_FIGURES.format(column=_SHARES[field]), numbers)
        return {number: _share(part, whole) for number, part, whole in rows}
    if field in _MONEY:
        if not index.has_contracts:
            return {}
        return dict(index.rows(_OF_MONEY.format(column=_MONEY[field]), numbers))
    if field in (*_FIGURES, "statement_year"):
        column = "year" if field == "statement_year" else field
        return dict(index.rows(_OF_FIGURES.format(column=column), numbers))
    column = {"status_class": "status", "caen": "activity"}.get(field, field)
    rows = index.rows(_OF_COMPANY.format(column=column), numbers)
    key_of = _key_functions(index).get(field, lambda value: value)
    return {number: key_of(value) for number, value in rows}


def _key_functions(index: BitmapIndex) -> dict[str, Callable[[Any], Any]]:
    """The sort keys of columns that are not compared by their stored value."""
    texts = activity_texts(index)
    compared: dict[str, Callable[[Any], Any]] = {
        field: lambda text: None if text is None else fold(text)
        for field in (*layout.TEXT_SETS, "company_name")
    }
    return compared | {
        "tax_id": int,
        "caen": lambda number: texts.get(str(number)),
        "status_class": lambda text: classify_status(text).value,
    }


def _share(part: int | None, whole: int | None) -> tuple[int, float] | None:
    key = layout.share_key(part, whole)
    return None if key is None or part is None or whole is None else (key, 100 * part / whole)
