"""Public money for an assistant."""

from __future__ import annotations

import datetime as dt

from tui_app.agents.parts import PARTS, Wish
from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract.public_money import FrameworkCount, MoneyYear, PublicMoney
from tui_app.sources.company_data import CompanyData


def told(money: PublicMoney) -> object:
    answer = Answer(data=money, fetched_at=dt.datetime(2026, 5, 4, tzinfo=dt.UTC))
    return PARTS["public_money"].write(
        CompanyData({ops.PUBLIC_MONEY.name: answer}, {}, set()), Wish(years=5, with_people=False)
    )


def test_a_company_with_frameworks_alone_is_on_record() -> None:
    """Nothing of theirs is in a sum, which is not the same as nothing on record."""
    year = MoneyYear(year=2025, frameworks=FrameworkCount(count=40))
    found = told(PublicMoney(side="supplier", years=(year,), sum=0, count=0))
    assert isinstance(found, dict)
    assert found["years"][0]["frameworks"] == 40
    assert found["sum"] == 0
    assert not told(PublicMoney(side="supplier", sum=0, count=0))
