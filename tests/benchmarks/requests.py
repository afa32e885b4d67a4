"""``python -m tests.benchmarks requests``: what a research session costs, and what it must cost.

A researcher types letter by letter, opens companies, walks their tabs, turns pages, goes back
and looks again. The requests are counted where they arrive, in the service's own log, and
compared with the fewest that could have answered everything looked at. Then the rules that a
clock or a restart decides, at the screen.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import datetime as dt
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import httpx

from tests.benchmarks.requests_at_screen import at_screen
from tests.sample import landmarks
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.secret import Secret
from tui_app.contract import operations as o
from tui_app.contract.folding import fold
from tui_app.contract.operations import MAXIMUM_RESULTS, QUERY
from tui_app.contract.ranking import Query, narrows, read_query, tier
from tui_app.contract.resources import CompanyProfile, CompanySummary
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.registry.registry_location import open_registry
from tui_app.registry.sample import sample_path
from tui_app.service.embedded import Embedded, open_embedded
from tui_app.service.log import LogEntry

OPENED: Final = (
    landmarks.SHOWPIECE,
    landmarks.MANY_COURT_CASES,
    landmarks.NOTHING_ON_RECORD,
    landmarks.HOLES,
    landmarks.SHOWPIECE,
)
TYPED: Final = ("petroterm", "agro dun", "ștefan", "99000001", "construct", "x-nothing")


@dataclass
class Researcher:
    """Somebody at the client, as the screen uses it. ``looked_at`` is all they wanted to see."""

    companies: Companies
    looked_at: list[str] = field(default_factory=list)
    searches: list[str] = field(default_factory=list)

    async def type(self, text: str) -> None:
        """Type slowly, take half of it back, and type on."""
        typed = [text[:end] for end in range(1, len(text) + 1)]
        for q in [*typed, *reversed(typed[len(typed) // 2 :]), *typed[len(typed) // 2 :]]:
            if not QUERY.missing(q):
                self.searches.append(q)
                await self.companies.autocomplete(q)

    async def open(self, tax_id: str) -> None:
        """Open a company, walk all tabs, page through its cases and back to the first."""
        profile = (await self.companies.profile(tax_id)).data
        self._mark_seen(o.PROFILE, tax_id)
        if profile.has_fin_data is not False:
            await self.companies.financial(tax_id)
            self._mark_seen(o.FINANCIAL, tax_id)
        await self._turn_case_pages(tax_id)
        await self._contacts(profile)

    async def _turn_case_pages(self, tax_id: str) -> None:
        page, pages = 1, [1]
        while True:
            answer = await self.companies.court_cases(tax_id, page)
            self._mark_seen(o.COURT_CASES, f"{tax_id} {page}")
            if page >= (answer.data.total_pages or 1) or page == 3:
                break
            page += 1
            pages.append(page)
        for page in reversed(pages):
            await self.companies.court_cases(tax_id, page)

    async def _contacts(self, profile: CompanyProfile) -> None:
        tax_id = profile.tax_id
        if profile.has_phone is not False:
            await self.companies.phones(tax_id)
            self._mark_seen(o.PHONES, tax_id)
        if profile.has_email is not False:
            await self.companies.emails(tax_id)
            self._mark_seen(o.EMAILS, tax_id)
        if profile.has_administrator is not False:
            await self.companies.administrators(tax_id)
            self._mark_seen(o.ADMINISTRATORS, tax_id)
        if profile.has_website is not False:
            await self.companies.websites(tax_id)
            self._mark_seen(o.WEBSITES, tax_id)

    async def browse(self, day: dt.date) -> None:
        """The companies registered on a day, to the last page and back; then the next day."""
        for shown in (day, day + dt.timedelta(days=1), day):
            pages = 1
            for page in (1, 2, 3, 1):
                if page <= pages:
                    answer = await self.companies.registered(shown, page)
                    pages = answer.data.total_pages or 1
                    self._mark_seen(o.REGISTERED, f"{shown} {page}")

    def _mark_seen(self, operation: o.Operation[object], what: str) -> None:
        self.looked_at.append(f"{operation.name} {what}")


def fewest_searches(searches: list[str], registry: CompanyRegistry) -> int:
    """How many of the texts, in their order, cannot be answered from those asked before."""
    asked: list[tuple[Query, tuple[CompanySummary, ...]]] = []
    for text in searches:
        query = read_query(text)
        if not any(follows(query, known, found) for known, found in asked):
            asked.append((query, registry.search(text.strip()).companies))
    return len(asked)


def follows(query: Query, known: Query, found: tuple[CompanySummary, ...]) -> bool:
    """Whether the answer to a text, order included, is certain from an earlier answer."""
    if fold(query.text) == fold(known.text):
        return True
    if len(found) == MAXIMUM_RESULTS or not narrows(query, known):
        return False
    left = [c for c in found if _tier(query, c) is not None]
    return all(
        (_tier(query, a), _active(a)) != (_tier(query, b), _active(b))
        or _tier(known, a) == _tier(known, b)
        for a in left
        for b in left
    )


def _tier(query: Query, company: CompanySummary) -> int | None:
    return tier(query, company.company_name, company.tax_id, company.company_id)


def _active(company: CompanySummary) -> bool:
    return classify_status(company.status) is StatusGroup.ACTIVE


@dataclass(frozen=True)
class Bill:
    """What a session looked at, the requests that arrived, and the fewest possible."""

    looked_at: int
    arrived: Counter[str]
    fewest: Counter[str]


async def research(embedded: Embedded, registry: CompanyRegistry, entries: list[LogEntry]) -> Bill:
    """Run the session once."""
    companies = Companies(
        Connection(
            base_url="http://127.0.0.1",
            key=Secret(embedded.token),
            open_transport=lambda: httpx.ASGITransport(embedded.app),
        )
    )
    researcher = Researcher(companies)
    for text in (*TYPED, *TYPED):
        await researcher.type(text)
    for tax_id in (*OPENED, *OPENED):
        await researcher.open(tax_id)
    for day in (landmarks.MANY_COMPANIES_DAY, landmarks.ONE_COMPANY_DAY):
        await researcher.browse(day)
    assert companies.allowance.session_requests == sum(1 for entry in entries if entry.operation)
    await companies.aclose()
    fewest = Counter(seen.split(" ")[0] for seen in set(researcher.looked_at))
    fewest[o.AUTOCOMPLETE.name] = fewest_searches(researcher.searches, registry)
    return Bill(
        looked_at=len(researcher.looked_at) + len(researcher.searches),
        arrived=Counter(entry.operation for entry in entries if entry.operation),
        fewest=fewest,
    )


@contextlib.contextmanager
def served(cache: Path) -> Iterator[tuple[Embedded, CompanyRegistry, list[LogEntry]]]:
    """The service over the sample, with its log at hand."""
    entries: list[LogEntry] = []
    sample = sample_path(cache)
    registry = open_registry(sample)
    embedded = open_embedded(lambda: registry, cache / "accounts.db", entries.append)
    try:
        yield embedded, registry, entries
    finally:
        embedded.close()


def main(arguments: list[str]) -> None:
    argparse.ArgumentParser(
        prog="python -m tests.benchmarks requests", description=__doc__
    ).parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as parts:
        embedded, _registry, entries = parts
        bill = asyncio.run(research(*parts))
        rules = asyncio.run(at_screen(embedded, entries, Path(folder)))
    print(f"{'operation':16} {'arrived':>8} {'fewest':>8}")
    for operation in o.OPERATIONS:
        name = operation.name
        print(f"{name:16} {bill.arrived[name]:8} {bill.fewest[name]:8}")
    print(f"{'all':16} {bill.arrived.total():8} {bill.fewest.total():8}")
    print(f"{bill.looked_at} answers were looked at.\n")
    print(f"{'at the screen':32} {'arrived':>8} {'at most':>8}")
    for rule in rules:
        print(f"{rule.what:32} {rule.arrived:8} {rule.most:8}")
    holds = bill.arrived == bill.fewest and all(rule.arrived <= rule.most for rule in rules)
    raise SystemExit(not holds)
