"""One handler per operation: reads the data from the registry.

A handler blocks, in a thread of the service's pool. The methods of a registry may also be
coroutines: then the handler returns an awaitable, which is awaited on the loop.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from tui_app.contract import operations as op
from tui_app.contract.envelope import Reason
from tui_app.contract.matching import CompanyMatch
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import (
    CompanyRegistry,
    HistoricRegistry,
    ResearchRegistry,
    SearchResults,
)

Found = Resource | SearchResults | tuple[CompanyMatch, ...] | None
"""The data of an answer, ``None`` for an unknown company."""

Answerable = Found | Awaitable[Found]

# Any: each query value has its parameter's type.
Handler = Callable[[CompanyRegistry, str, dict[str, Any], threading.Event], Answerable]
"""Gets the registry, the tax id, the query, and an event set when the caller disconnects."""


def _search(registry: CompanyRegistry, query: dict[str, Any], gone: threading.Event) -> Answerable:
    if day := query.get(op.AS_OF.name):
        return _historic(registry).search_on(query["q"], day)
    return registry.search(query["q"], interrupt=gone)


def _profile(registry: CompanyRegistry, tax_id: str, query: dict[str, Any]) -> Answerable:
    if day := query.get(op.AS_OF.name):
        return _historic(registry).profile_on(tax_id, day)
    return registry.profile(tax_id)


def _screen(registry: ResearchRegistry, query: dict[str, Any]) -> Answerable:
    page = query["q"], query["sort"], query["limit"], query["cursor"]
    if day := query.get(op.AS_OF.name):
        return _historic(registry).screen_on(*page, day)
    return registry.screen(*page)


def _screen_facets(registry: ResearchRegistry, query: dict[str, Any]) -> Answerable:
    if day := query.get(op.AS_OF.name):
        return _historic(registry).screen_facets_on(query["q"], day)
    return registry.screen_facets(query["q"])


def _historic(registry: CompanyRegistry) -> HistoricRegistry:
    if not isinstance(registry, HistoricRegistry):
        raise InvalidParameter(
            Reason.NOT_KNOWN_TO_SOURCE, "There is no history of the register here"
        )
    return registry


HANDLERS: Final[Mapping[str, Handler]] = {
    op.AUTOCOMPLETE.name: lambda registry, _, query, gone: _search(registry, query, gone),
    op.PROFILE.name: lambda registry, tax_id, query, _: _profile(registry, tax_id, query),
    op.FINANCIAL.name: lambda registry, tax_id, *_: registry.financial(tax_id),
    op.COURT_CASES.name: lambda registry, tax_id, query, _: registry.court_cases(
        tax_id, query["page"]
    ),
    op.REGISTERED.name: lambda registry, _, query, __: registry.registered(
        query["registration_date"], query["page"]
    ),
    op.PHONES.name: lambda registry, tax_id, *_: registry.phones(tax_id),
    op.EMAILS.name: lambda registry, tax_id, *_: registry.emails(tax_id),
    op.ADMINISTRATORS.name: lambda registry, tax_id, *_: registry.administrators(tax_id),
    op.WEBSITES.name: lambda registry, tax_id, *_: registry.websites(tax_id),
}
"""The handlers by operation name."""

EXTENSION_HANDLERS: Final[
    Mapping[str, Callable[[ResearchRegistry, str, dict[str, Any]], Found | Awaitable[Found]]]
] = {
    op.PEERS.name: lambda registry, tax_id, _query: registry.peers(tax_id),
    op.CONNECTIONS.name: lambda registry, tax_id, query: registry.connections(
        tax_id, query["page"]
    ),
    op.SCREEN.name: lambda registry, _, query: _screen(registry, query),
    op.SCREEN_FACETS.name: lambda registry, _, query: _screen_facets(registry, query),
    op.HISTORY.name: lambda registry, tax_id, _query: registry.history(tax_id),
    op.CHANGES.name: lambda registry, _, query: registry.changes(
        query["q"], query["limit"], query["cursor"]
    ),
    op.PUBLIC_MONEY.name: lambda registry, tax_id, query: registry.public_money(
        tax_id, query["side"], query["partners"]
    ),
    op.CONTRACTS.name: lambda registry, tax_id, query: registry.contracts(
        tax_id, query["side"], query["limit"], query["cursor"]
    ),
}
"""The handlers of our extensions, for a registry that supports them."""


def research_registry(registry: CompanyRegistry) -> ResearchRegistry | None:
    """The registry, if it supports our extensions. Checked once: that reads its properties."""
    return registry if isinstance(registry, ResearchRegistry) else None
