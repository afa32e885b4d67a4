"""All public contracts of a company, page after page, as supplier and as authority."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from tui_app.client.answer import Answer, joined
from tui_app.client.errors import ClientError
from tui_app.contract.operations import SCREEN_SIZE
from tui_app.contract.public_money import AUTHORITY, SUPPLIER, ContractPage, PublicMoney

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

_PAGE = SCREEN_SIZE.maximum
"""Contracts on a page."""


class LoadedContracts(Struct, frozen=True):
    """The contracts that came, as one page, and the failure that ended them before the last."""

    answer: Answer[ContractPage]
    problem: ClientError | None = None


def sides_of(money: PublicMoney) -> tuple[str, ...]:
    """The sides on which the company has something; none where nothing is on record."""
    if not money.years:
        return ()
    other = SUPPLIER if money.side == AUTHORITY else AUTHORITY
    return (money.side, other) if money.has_other_side else (money.side,)


async def load_contracts(
    companies: Companies,
    tax_id: str,
    money: PublicMoney,
    may_go_on: Callable[[int], bool],
    *,
    fresh: bool = False,
) -> LoadedContracts:
    """Load the first page of each side on which something is on record, then the others.

    There must be such a side: see ``sides_of``. ``may_go_on`` is asked with the number of the
    other pages, and again where a server has more than it told. Raises ``ClientError`` if a first
    page fails.
    """
    pages = {
        side: [await companies.contracts(tax_id, side, limit=_PAGE, fresh=fresh, confirm=True)]
        for side in sides_of(money)
    }
    problem = None
    try:
        while (left := sum(map(_pages_left, pages.values()))) and may_go_on(left):
            await companies.learn_extensions(confirm=True)  # the first pages may be cached
            for side, loaded in pages.items():
                while left and (cursor := loaded[-1].data.next_cursor):
                    left -= 1
                    loaded.append(
                        await companies.contracts(
                            tax_id, side, limit=_PAGE, cursor=cursor, fresh=fresh, confirm=True
                        )
                    )
    except ClientError as error:
        problem = error
    return LoadedContracts(_joined([*pages.values()]), problem)


def _pages_left(loaded: list[Answer[ContractPage]]) -> int:
    came = sum(len(each.data.contracts) for each in loaded)
    left = (loaded[0].data.total_contracts or 0) - came
    return max(1, math.ceil(left / _PAGE)) if loaded[-1].data.next_cursor else 0


def _joined(sides: list[list[Answer[ContractPage]]]) -> Answer[ContractPage]:
    every = [answer for side in sides for answer in side]
    whole = ContractPage(
        contracts=tuple(row for answer in every for row in answer.data.contracts),
        total_contracts=sum(side[0].data.total_contracts or 0 for side in sides),
    )
    return joined(every, whole)
