"""One handler for each operation: what the registry knows of a question."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from tui_app.contract import operations as op
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.service.questions import Question

Found = Resource | SearchResults | None
"""The data of an answer, ``None`` for a company that is not on record."""

# Any: each value has the type its parameter reads.
_Handler = Callable[[CompanyRegistry, str, dict[str, Any], threading.Event], Found]

_HANDLERS: Final[dict[str, _Handler]] = {
    op.AUTOCOMPLETE.name: lambda registry, _, query, hung_up: registry.search(
        query["q"], interrupt=hung_up
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


def look_up(registry: CompanyRegistry, question: Question, hung_up: threading.Event) -> Found:
    """What the registry has for a question; raises ``InvalidParameter``.

    ``hung_up`` ends a search whose answer nobody waits for any more.
    """
    query = question.parameters()
    if question.operation.names_company and not question.has_possible_tax_id:
        return None
    return _HANDLERS[question.operation.name](registry, question.tax_id, query, hung_up)
