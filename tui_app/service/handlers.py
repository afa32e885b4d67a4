"""One handler per operation: reads the data from the registry.

A handler blocks, in a thread of the service's pool. The methods of a registry may also be
coroutines: then the handler returns an awaitable, which is awaited on the loop.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from tui_app.contract import operations as op
from tui_app.contract.matching import CompanyMatch
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import CompanyRegistry, ResearchRegistry, SearchResults

Found = Resource | SearchResults | tuple[CompanyMatch, ...] | None
"""The data of an answer, ``None`` for an unknown company."""

# Any: each query value has its parameter's type.
Handler = Callable[
    [CompanyRegistry, str, dict[str, Any], threading.Event], Found | Awaitable[Found]
]
"""Gets the registry, the tax id, the query, and an event set when the caller disconnects."""

HANDLERS: Final[Mapping[str, Handler]] = {
    op.AUTOCOMPLETE.name: lambda registry, _, query, disconnected: registry.search(
        query["q"], interrupt=disconnected
    ),
    op.PROFILE.name: lambda registry, tax_id, *_: registry.profile(tax_id),
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
    op.SCREEN.name: lambda registry, _, query: registry.screen(
        query["q"], query["sort"], query["limit"], query["cursor"]
    ),
    op.SCREEN_FACETS.name: lambda registry, _, query: registry.screen_facets(query["q"]),
    op.PUBLIC_MONEY.name: lambda registry, tax_id, query: registry.public_money(
        tax_id, query["side"], query["partners"]
    ),
    op.CONTRACTS.name: lambda registry, tax_id, query: registry.contracts(
        tax_id, query["side"], query["limit"], query["cursor"]
    ),
}
"""The handlers of our extensions, for a registry that supports them."""


def researched(registry: CompanyRegistry) -> ResearchRegistry | None:
    """The registry, if it supports our extensions. Checked once: that reads its properties."""
    return registry if isinstance(registry, ResearchRegistry) else None
