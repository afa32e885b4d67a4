"""Reads an operation's data from the registry, by the method that has the operation's name."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from tui_app.contract.envelope import Reason
from tui_app.contract.matching import CompanyMatch
from tui_app.contract.operations import AS_OF, AUTOCOMPLETE, AnyOperation
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import CompanyRegistry, SearchResults
from tui_app.registry.sql_registry import SqlRegistry

Found = Resource | SearchResults | tuple[CompanyMatch, ...] | None
"""The data of an answer, ``None`` for an unknown company."""


def method_name(operation: AnyOperation) -> str:
    """The method of a registry that answers an operation."""
    return "search" if operation is AUTOCOMPLETE else operation.name


# Any: the operations differ in their result, and the values in their parameter's type.
def read(
    registry: CompanyRegistry,
    operation: AnyOperation,
    tax_id: str,
    query: Mapping[str, Any],
    disconnected: threading.Event,
) -> Found:
    """The data of an operation; its parameters follow the tax id in their order in the table.

    Raises ``InvalidParameter`` for a day in the past if the registry has no history.
    """
    given: dict[str, Any] = {}
    if AS_OF.name in query:
        if not isinstance(registry, SqlRegistry):
            message = "There is no history of the register here"
            raise InvalidParameter(Reason.NOT_KNOWN_TO_SOURCE, message)
        given["day"] = query[AS_OF.name]
    if operation is AUTOCOMPLETE:
        given["interrupt"] = disconnected
    values = [query[parameter.name] for parameter in operation.query]
    if operation.names_company:
        values.insert(0, tax_id)
    method: Callable[..., Found] = getattr(registry, method_name(operation))
    return method(*values, **given)
