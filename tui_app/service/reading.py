"""Reads an operation's data from the registry, by the method that has the operation's name."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tui_app.contract.envelope import Reason
from tui_app.contract.matching import CompanyMatch
from tui_app.contract.operations import AS_OF, AUTOCOMPLETE, AnyOperation
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.resources import Resource
from tui_app.registry.company_registry import CompanyRegistry, SearchResults

Found = Resource | SearchResults | tuple[CompanyMatch, ...] | None
"""The data of an answer, ``None`` for an unknown company."""


def method_name(name: str, *, is_of_past: bool = False) -> str:
    """The method of a registry that answers an operation, today or as of a day."""
    method = "search" if name == AUTOCOMPLETE.name else name
    return f"{method}_on" if is_of_past else method


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
    day: dt.date | None = query.get(AS_OF.name)
    method: Callable[..., Found] | None = getattr(
        registry, method_name(operation.name, is_of_past=day is not None), None
    )
    if method is None:
        raise InvalidParameter(
            Reason.NOT_KNOWN_TO_SOURCE, "There is no history of the register here"
        )
    values = [query[parameter.name] for parameter in operation.query]
    if day is not None:
        values.append(day)
    elif operation is AUTOCOMPLETE:
        method = partial(method, interrupt=disconnected)
    return method(tax_id, *values) if operation.names_company else method(*values)
