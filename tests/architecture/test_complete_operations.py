"""An operation is complete: missing parts are listed with the places where they belong."""

from __future__ import annotations

import datetime as dt
import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any, cast, get_args

import msgspec
import pytest

from tui_app.cli.ask import ask
from tui_app.cli.examples import EXAMPLES
from tui_app.cli.sections import SINGLE
from tui_app.client import Companies
from tui_app.contract import openapi, views
from tui_app.contract import resources as r
from tui_app.contract.openapi import openapi_document
from tui_app.contract.operations import (
    AS_OF,
    CONTRACTS,
    COURT_CASES,
    EXTENSIONS,
    OPERATIONS,
    PAGE,
    POSTED,
    PROFILE,
    Operation,
)
from tui_app.export.labels import has_label
from tui_app.insight.figures import SOURCES
from tui_app.public.live import LiveRegistry
from tui_app.public.register import Register
from tui_app.registry.company_registry import CompanyRegistry, RegistryInfo
from tui_app.registry.content import RegistryContent
from tui_app.registry.sql_registry import SqlRegistry
from tui_app.service.reading import method_name
from tui_app.ui.sections import SECTIONS

LONGEST_KEPT = dt.timedelta(days=30)
SHOWN = {
    PROFILE,
    CONTRACTS,
    *(each for section in SECTIONS for each in section.pane.own_operations),
}
"""All tabs need the profile; the contracts of the money tab are loaded row by row."""
PRINTED = {each.operation for each in SINGLE.values()}
ANNOUNCED = RegistryContent(
    cast("RegistryInfo", None), lambda _sql, _values: [(1, 1)], has_contracts=True, has_history=True
).extensions
"""What a registry announces to which everything was imported."""


# Any: the operations differ in their result.
def missing_of(operation: Operation[Any], *, is_extension: bool) -> list[str]:
    """The missing parts of an operation, with the places where they belong."""
    method = method_name(operation)
    answer = getattr(SqlRegistry, method, None)
    found = {
        "an age limit of 1 s to 30 days (contract/operations.py)": not dt.timedelta(seconds=1)
        <= operation.max_age
        <= LONGEST_KEPT,
        "paging for its pages (contract/operations.py)": _lacks_paging(operation),
        "its answer from a database (registry/sql_registry.py)": not _takes_all(answer, operation),
        "its answer as of a day (registry/sql_registry.py)": AS_OF in operation.also
        and not _takes_day(answer),
        "a place in the OpenAPI document": operation.url_path("{taxId}")
        not in openapi_document()["paths"],
    }
    if operation.names_company:
        found["a tab that shows it (contract/views.py)"] = not any(
            operation in view.operations for view in views.TABS
        )
        found["an example of its command (cli/examples.py)"] = not any(
            each.startswith(f"ask {method.replace('_', '-')} ") for each in EXAMPLES
        )
        found["its place in the class of that tab (own_operations in ui/sections/)"] = (
            operation not in SHOWN
        )
    if is_extension:
        found["when it is announced (extensions in registry/content.py)"] = (
            operation.name not in ANNOUNCED
        )
    else:
        found["its rows for firmeterm show (cli/sections.py)"] = (
            operation.names_company
            and operation not in {each.operation for each in SINGLE.values()}
        )
        found["a method of every registry (registry/company_registry.py)"] = not _takes_all(
            getattr(CompanyRegistry, method, None), operation
        )
        found["its answer from public services (public/live.py)"] = not re.search(
            rf"def {method}\(|self\.{method} = ", inspect.getsource(LiveRegistry)
        )
        found["what the imported register knows of it (public/register.py)"] = (
            operation is not COURT_CASES and not hasattr(Register, method)
        )
        found["a name for people (SOURCES in insight/figures.py)"] = (
            operation.names_company and operation.name not in SOURCES
        )
        found["a method of Companies (client/methods.py)"] = not _takes_all(
            getattr(Companies, operation.name, None), operation
        )
        found["a field of CompanyProfile for its flag (contract/resources.py)"] = (
            operation.flag not in {"", *r.CompanyProfile.__struct_fields__}
        )
        found["words for its fields (export/labels.py)"] = operation.names_company and not all(
            map(has_label, _fields(operation.result))
        )
        found["a command of firmeterm ask"] = operation.name.replace("_", "-") not in ask.commands
    return [what for what, is_so in found.items() if is_so]


def _fields(shape: Any) -> Iterator[str]:
    """The fields of a result that a report shows, and those of the records in it."""
    for field in msgspec.structs.fields(shape):
        if field.encode_name not in {"totalPages", "currentPage"}:
            yield field.encode_name
        for each in get_args(field.type):
            if isinstance(each, type) and issubclass(each, msgspec.Struct):
                yield from _fields(each)


def _lacks_paging(operation: Operation[Any]) -> bool:
    has_page = PAGE in operation.query
    if operation.paging is None:
        return has_page
    fields = {field.name for field in msgspec.structs.fields(operation.result)}
    needed = {"current_page", "total_pages", operation.paging.items, operation.paging.total}
    return not (has_page and needed <= fields)


def _takes_all(method: Callable[..., Any] | None, operation: Operation[Any]) -> bool:
    """Whether a method takes the tax id, if the path has one, and each parameter."""
    if method is None:
        return False
    _self, *parameters = inspect.signature(method).parameters.values()
    taken = [each for each in parameters if each.kind is not inspect.Parameter.KEYWORD_ONLY]
    return len(taken) == len(operation.query) + operation.names_company


def _takes_day(method: Callable[..., Any] | None) -> bool:
    return method is not None and "day" in inspect.signature(method).parameters


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.name)
def test_nothing_is_missing_of_an_operation(operation: Operation[Any]) -> None:
    missing = missing_of(operation, is_extension=False)
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize("operation", EXTENSIONS, ids=lambda operation: operation.name)
def test_nothing_is_missing_of_an_extension(operation: Operation[Any]) -> None:
    missing = missing_of(operation, is_extension=True)
    assert not missing, "\n".join(missing)


def test_nothing_is_there_that_no_operation_names() -> None:
    number = len(OPERATIONS) + len(EXTENSIONS) + len(POSTED)
    assert len(openapi_document()["paths"]) == number
    assert all(hasattr(SqlRegistry, each.name) for each in POSTED)
    assert all(hasattr(Companies, each.name) for each in POSTED)


def test_what_a_new_operation_lacks_is_named() -> None:
    shareholders = Operation(
        name="shareholders",
        path="/v1/companies/{tax_id}/shareholders",
        result=r.Peers,
        flag="has_shareholders",
        summary="The shareholders of a company",
        max_age=dt.timedelta(),
        query=(PAGE,),
        also=(AS_OF,),
    )
    assert missing_of(shareholders, is_extension=False) == [
        "an age limit of 1 s to 30 days (contract/operations.py)",
        "paging for its pages (contract/operations.py)",
        "its answer from a database (registry/sql_registry.py)",
        "its answer as of a day (registry/sql_registry.py)",
        "a place in the OpenAPI document",
        "a tab that shows it (contract/views.py)",
        "an example of its command (cli/examples.py)",
        "its place in the class of that tab (own_operations in ui/sections/)",
        "its rows for firmeterm show (cli/sections.py)",
        "a method of every registry (registry/company_registry.py)",
        "its answer from public services (public/live.py)",
        "what the imported register knows of it (public/register.py)",
        "a name for people (SOURCES in insight/figures.py)",
        "a method of Companies (client/methods.py)",
        "a field of CompanyProfile for its flag (contract/resources.py)",
        "a command of firmeterm ask",
    ]
    assert "when it is announced (extensions in registry/content.py)" in missing_of(
        shareholders, is_extension=True
    )
    wordless = missing_of(
        msgspec.structs.replace(shareholders, result=r.ConnectionPage), is_extension=False
    )
    assert "words for its fields (export/labels.py)" in wordless
    assert "paging for its pages (contract/operations.py)" in missing_of(
        msgspec.structs.replace(OPERATIONS[3], paging=None), is_extension=False
    )


def test_two_operations_may_have_one_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    phones = next(each for each in OPERATIONS if each.result is r.Phones)
    seals = msgspec.structs.replace(phones, name="seals", path="/v1/companies/{tax_id}/seals")
    monkeypatch.setattr(openapi, "_ALL", (*OPERATIONS, seals))
    schemas = openapi_document.__wrapped__()["components"]["schemas"]
    one, other = (schemas[openapi.answer_schema_name(each)] for each in (phones, seals))
    assert one["properties"] == other["properties"] and one["title"] != other["title"]
    assert not [name for name in schemas if name.startswith("Success_")]
