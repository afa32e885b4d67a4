"""One handler for each operation: what the registry knows of a request.

A handler blocks, in a thread of the service's pool. A registry whose methods are coroutines
is served as well: its handler returns an awaitable, which is awaited on the loop.
"""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from tui_app.contract import operations as op
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import CompanyRegistry, ResearchRegistry, SearchResults

Found = Resource | SearchResults | None
"""The data of an answer, ``None`` for a company that is not on record."""

# Any: each value of the query has the type its parameter reads.
Handler = Callable[
    [CompanyRegistry, str, dict[str, Any], threading.Event], Found | Awaitable[Found]
]
"""Takes the registry, the tax id, the query, and what is set when the caller has left."""

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
"""By the name of the operation."""

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
}
"""The same for our extensions, where the registry answers them."""


def researched(registry: CompanyRegistry) -> ResearchRegistry | None:
    """The registry, if it answers our extensions. Asked once: the check reads its properties."""
    return registry if isinstance(registry, ResearchRegistry) else None
