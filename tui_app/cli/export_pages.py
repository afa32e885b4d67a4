"""The pages after the first in an export: court cases and public contracts, and their price."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from tui_app.cli.consent import may_spend
from tui_app.client.answer import Answer, joined
from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.sources.public_contracts import load_contracts, sides_of
from tui_app.sources.source import SourceKind, kind_of, name_of
from tui_app.system.language import ngettext

if TYPE_CHECKING:
    from tui_app.cli.session import Session
    from tui_app.client.companies import Companies
    from tui_app.contract.resources import CourtCasePage
    from tui_app.sources.company_data import CompanyData


class MorePages:
    """The pages after the first: free ones are loaded, those of a server only on request."""

    def __init__(
        self, run: Session, companies: Companies, tax_id: str, *, fresh: bool, yes: bool
    ) -> None:
        self._run, self._companies, self._tax_id = run, companies, tax_id
        self._fresh, self._yes = fresh, yes
        self._is_free = kind_of(run.settings) is not SourceKind.REMOTE

    async def of_cases(self, company: CompanyData, *, wanted: bool) -> None:
        """Add the court cases of the other pages to the first."""
        first: Answer[CourtCasePage] | None = company.answers.get(ops.COURT_CASES.name)
        last = min(first.data.total_pages or 1, ops.PAGE.maximum) if first else 1
        if first is None or last == 1 or not self._may_load(_cases_cost, last - 1, wanted=wanted):
            return
        pages = [first]
        for number in range(2, last + 1):
            try:
                page = await self._companies.court_cases(
                    self._tax_id, number, fresh=self._fresh, confirm=True
                )
            except ClientError as error:
                company.problems[ops.COURT_CASES.name] = error
                break
            pages.append(page)
            if not page.data.court_cases:
                break
        cases = tuple(case for each in pages for case in each.data.court_cases)
        company.answers[ops.COURT_CASES.name] = joined(
            pages, replace(first.data, court_cases=cases)
        )

    async def of_contracts(self, company: CompanyData, *, wanted: bool) -> None:
        """Add the public contracts, if the source has any."""
        money, name = company.data(ops.PUBLIC_MONEY), ops.CONTRACTS.name
        if money is None:
            return
        if not sides_of(money):
            company.nothing.add(name)
            return
        may_go_on = partial(self._may_load, _contracts_cost, wanted=wanted)
        try:
            found = await load_contracts(
                self._companies, self._tax_id, money, may_go_on, fresh=self._fresh
            )
        except ClientError as error:
            company.problems[name] = error
            return
        company.answers[name] = found.answer
        if found.problem is not None:
            company.problems[name] = found.problem

    def _may_load(self, cost: Callable[[int], str], pages: int, *, wanted: bool) -> bool:
        """Whether pages are free, or the user agrees to their price."""
        if self._is_free or not wanted:
            return self._is_free
        click.echo(cost(pages).format(count=pages, name=name_of(self._run.settings)), err=True)
        return may_spend(self._run.settings, yes=self._yes)


def _cases_cost(pages: int) -> str:
    return ngettext(
        "Court cases: {count} more request to {name}.",
        "Court cases: {count} more requests to {name}.",
        pages,
    )


def _contracts_cost(pages: int) -> str:
    return ngettext(
        "Public contracts: {count} more request to {name}.",
        "Public contracts: {count} more requests to {name}.",
        pages,
    )
