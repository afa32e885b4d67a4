"""What a registry answers to everything that can be asked about its companies, page by page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any, Final

from tui_app.contract.matching import MatchRow
from tui_app.contract.resources import CompanyProfile
from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ORDERS
from tui_app.registry.sqlite.registry_file import RegistryFile

_SIZE: Final = 50
_SCREENS: Final = ("", "status:active", "name:petro", "employees:10..", "county:CJ phone")
_EVERY_ORDER: Final = (*ORDERS, *(f"-{order}" for order in ORDERS))
_ABOUT_ONE: Final = ("profile", "financial", "phones", "emails", "administrators", "websites")


def assert_same_answers(one: Path, other: Path) -> None:
    for found, expected in zip(answers(one), answers(other), strict=True):
        assert found == expected


# Any: each operation has an answer of its own.
def answers(path: Path) -> Iterator[tuple[str, Any]]:
    """Questions with their answers."""
    with closing(RegistryFile(path)) as registry:
        for line in _SCREENS:
            criteria = parse(line)
            yield f"facets {line}", registry.screen_facets(criteria)
            for order in _EVERY_ORDER if not line else ("companyName", "-turnover"):
                cursor: str | None = ""
                for page in count(1):
                    found = registry.screen(criteria, order, _SIZE, cursor or "")
                    yield f"screen {line} by {order}, page {page}", found.companies
                    cursor = found.next_cursor
                    if not cursor:
                        break
        companies = [
            row.tax_id for row in registry.screen(parse(""), "taxId", 10_000, "").companies
        ]
        profiles = [profile for each in companies if (profile := registry.profile(each))]
        for profile in profiles:
            yield from _about(registry, profile)
        rows = [MatchRow(name=profile.company_name[:-1]) for profile in profiles]
        yield "match", registry.match(rows)


def _about(registry: RegistryFile, profile: CompanyProfile) -> Iterator[tuple[str, Any]]:
    tax_id = profile.tax_id
    for name in _ABOUT_ONE:
        ask: Callable[[str], object] = getattr(registry, name)
        yield f"{name} of {tax_id}", ask(tax_id)
        yield f"sources of {name} of {tax_id}", registry.sources(tax_id, name)
    yield f"peers of {tax_id}", registry.peers(tax_id)
    for page in count(1):
        found = registry.connections(tax_id, page)
        yield f"connections of {tax_id}, page {page}", found
        if found is None or page >= (found.total_pages or 0):
            break
    name, number = profile.company_name, profile.company_id or tax_id
    for q in (name, name[2:6], name[-3:], tax_id[:3], number, number[-4:]):
        yield f"search {q}", registry.search(q)
