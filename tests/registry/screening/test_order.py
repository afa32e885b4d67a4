"""Rows in the order of a column, page by page."""

from __future__ import annotations

import pytest

from tests.registry.screening.companies import COMPANIES
from tests.registry.screening.oracle import Company
from tests.registry.screening.rows import rows_of
from tui_app.contract.folding import fold
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ORDERS, ScreeningRow
from tui_app.registry.screening import layout
from tui_app.registry.sqlite.registry_file import RegistryFile


def test_a_full_last_page_promises_none_after_it(registry: RegistryFile) -> None:
    for line in ("", "county:CJ"):
        total = len(rows_of(registry, line))
        sizes = [size for size in range(1, total + 2) if size == total + 1 or not total % size]
        for size in sizes[-4:]:
            for order in ("-turnover", "companyName"):
                assert len(rows_of(registry, line, order, size)) == total


def comparable(row: ScreeningRow, order: str) -> object:
    name = {"VAT": "vat"}.get(order) or "".join(
        f"_{c.lower()}" if c.isupper() else c for c in order
    )
    value = getattr(row, name)
    if order == "caen" and value and value.startswith("111 -"):
        value = f"0{value}"
    if order == "taxId":
        return int(value)
    if isinstance(value, str) and order not in {"companyId", "registrationDate", "statusClass"}:
        return fold(value)
    return value


OF_EACH_KIND = {"companyName", "taxId", "caen", "turnover", "VAT", "registrationDate"}


@pytest.mark.parametrize(
    ("registry", "order"),
    [
        *(("many small spans", order) for order in ORDERS),
        *(
            pytest.param("as usual", order, marks=[pytest.mark.slow] * (order not in OF_EACH_KIND))
            for order in ORDERS
        ),
    ],
    indirect=["registry"],
)
def test_every_column_sorts_both_ways_and_pages_lose_and_repeat_nobody(
    registry: RegistryFile, companies: list[Company], order: str
) -> None:
    # Where there is one span, all companies are no other case than some.
    for line in ("", "county:Cluj phone") if layout.SPAN < COMPANIES else ("county:Cluj phone",):
        everybody = {each.tax_id for each in companies if each.fulfils(parse(line))}
        for sign in ("", "-"):
            rows = rows_of(registry, line, sign + order, size=13 if line else 83)
            assert len(rows) == len(everybody) and {row.tax_id for row in rows} == everybody
            values = [comparable(row, order) for row in rows]
            known = [value for value in values if value is not None]
            assert values[: len(known)] == known, "what is unknown comes last"
            assert known == sorted(known, reverse=bool(sign))  # type: ignore[type-var]


def test_a_cursor_is_of_one_list(registry: RegistryFile) -> None:
    page = registry.screen(parse("phone"), "-turnover", 5, "")
    assert page.next_cursor
    for line, order in (("not phone", "-turnover"), ("phone", "turnover")):
        with pytest.raises(InvalidParameter, match="start again"):
            registry.screen(parse(line), order, 5, page.next_cursor)
    page = registry.screen(parse(""), "county", 5, "")
    assert page.next_cursor
    with pytest.raises(InvalidParameter, match="start again"):
        registry.screen(parse(""), "county", 5, f"{page.next_cursor.rpartition('.')[0]}.{2**32}")
