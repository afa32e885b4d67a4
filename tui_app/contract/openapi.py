"""The OpenAPI 3.1 document of the interface, derived from the operations and the resources.

One rule for fields: a field of plain type is required; a field that is ``T | None`` may be absent
and is never null. Arrays are always present, empty if nothing is on record.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Final

import msgspec

from tui_app.contract.envelope import Failure, Reason, Success
from tui_app.contract.identifier_spelling import TAX_ID_PATTERN
from tui_app.contract.operations import (
    AS_OF,
    AUTOCOMPLETE,
    EXTENSIONS,
    EXTENSIONS_HEADER,
    HISTORY,
    MAXIMUM_RESULTS,
    OPERATIONS,
    POSTED,
    AnyOperation,
)
from tui_app.contract.parameters import (
    AsOfParameter,
    ChoiceParameter,
    CriteriaParameter,
    CursorParameter,
    DateParameter,
    NumberParameter,
    Parameter,
    SortParameter,
    TextParameter,
)
from tui_app.system.untyped import JsonObject

_REFERENCE: Final = "#/components/schemas/"
_TAX_ID: Final = {
    "name": "taxId",
    "in": "path",
    "required": True,
    "description": "The unique registration code (CUI): digits, without RO",
    "schema": {"type": "string", "format": "tax-id", "pattern": f"^{TAX_ID_PATTERN}$"},
}
_QUOTA: Final = ["RateLimit", "RateLimit-Policy"]
_ALL: Final = (*OPERATIONS, *EXTENSIONS, *POSTED)
_ALL_OPTIONAL: Final = {"MatchRow"}
"""Types that a caller sends, in which any field may be absent."""

_SENT: Final = [*_QUOTA, EXTENSIONS_HEADER]
_HEADERS: Final[dict[str, str]] = {
    "RateLimit": "The remainder of each limit, and the seconds until it resets",
    "RateLimit-Policy": "The limits in force",
    EXTENSIONS_HEADER: "The extensions that this server answers, separated by commas",
    "Retry-After": "Seconds to wait before the next attempt",
    "WWW-Authenticate": "How to authenticate: Bearer",
}


@cache
def openapi_document(extensions: frozenset[str] | None = None) -> JsonObject:
    """The document of the nine operations and of these ``extensions``, ``None`` for all.

    The same object every time.
    """
    described = [
        op for op in _ALL if op in OPERATIONS or extensions is None or op.name in extensions
    ]
    schemas = _schemas(described)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Company information service",
            "version": "1",
            "description": "Read-only information about Romanian companies.",
        },
        "security": [{"bearer": []}],
        "paths": {
            op.url_path("{taxId}"): {
                "post" if op.body else "get": _operation(op, knows_past=HISTORY in described)
            }
            for op in described
        },
        "components": {
            "schemas": schemas,
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "headers": {
                name: {"description": text, "schema": {"type": "string"}}
                for name, text in _HEADERS.items()
            },
        },
    }


def answer_schema_name(operation: AnyOperation) -> str:
    """The name of the schema of an operation's whole answer, envelope included."""
    return operation.name.title().replace("_", "") + "Answer"


def _operation(operation: AnyOperation, *, knows_past: bool) -> JsonObject:
    parameters = [_TAX_ID] if operation.names_company else []
    also = [each for each in operation.also if knows_past or each is not AS_OF]
    return {
        "operationId": operation.name,
        "summary": operation.summary,
        **({"description": operation.description} if operation.description else {}),
        "parameters": parameters + [_parameter(p) for p in (*operation.query, *also)],
        **({"requestBody": _body(operation.body)} if operation.body else {}),
        "responses": {
            "200": _response("The requested data", answer_schema_name(operation), _SENT),
            **{status: _failure(status) for status in _failures_of(operation)},
        },
    }


def _body(body: type[msgspec.Struct]) -> JsonObject:
    schema = {"$ref": _REFERENCE + body.__name__}
    return {"required": True, "content": {"application/json": {"schema": schema}}}


def _failures_of(operation: AnyOperation) -> list[str]:
    possible = {"401", "429", "500", "503"}
    if operation.query or operation.also or operation.body:
        possible.add("400")
    if operation.body:
        possible.add("413")
    if operation.names_company or operation.also or operation in (*EXTENSIONS, *POSTED):
        possible.add("404")
    return sorted(possible)


def _failure(status: str) -> JsonObject:
    reasons = [reason.value for reason in Reason if str(reason.status) == status]
    sent = {
        "401": ["WWW-Authenticate"],
        "404": _SENT,
        "429": ["Retry-After", *_QUOTA],
        "500": [],
        "503": ["Retry-After"],
    }
    return _response(f"Reason: {', '.join(reasons)}", Failure.__name__, sent.get(status, _QUOTA))


def _response(description: str, schema: str, headers: list[str]) -> JsonObject:
    return {
        "description": description,
        "headers": {name: {"$ref": f"#/components/headers/{name}"} for name in headers},
        "content": {"application/json": {"schema": {"$ref": _REFERENCE + schema}}},
    }


def _parameter(parameter: Parameter) -> JsonObject:
    return {
        "name": parameter.name,
        "in": "query",
        "required": parameter.required,
        "description": parameter.description,
        "schema": _parameter_schema(parameter),
    }


def _parameter_schema(parameter: Parameter) -> JsonObject:
    match parameter:
        case TextParameter(minimum_length=shortest, maximum_length=longest):
            return {
                "type": "string",
                "format": "search-text",
                "minLength": shortest,
                "maxLength": longest,
            }
        case NumberParameter(minimum=first, maximum=last, default=default):
            return {"type": "integer", "minimum": first, "maximum": last, "default": default}
        case DateParameter() | AsOfParameter():
            return {"type": "string", "format": "date"}
        case CriteriaParameter(maximum_length=longest):
            return {"type": "string", "format": "criteria", "maxLength": longest}
        case SortParameter(choices=fields, default=default):
            orders = [sign + field for field in fields for sign in ("", "-")]
            return {"type": "string", "enum": orders, "default": default}
        case ChoiceParameter(choices=words, default=default):
            return {"type": "string", "enum": list(words), "default": default}
        case CursorParameter(maximum_length=longest):
            return {"type": "string", "format": "cursor", "maxLength": longest}


def _schemas(described: Sequence[AnyOperation]) -> JsonObject:
    # A type created at run time, which a type checker cannot follow.
    answers = [Success[op.result] for op in described]  # type: ignore[name-defined]
    bodies = [op.body for op in described if op.body is not None]
    references, schemas = msgspec.json.schema_components(
        [*answers, Failure, *bodies], ref_template=_REFERENCE + "{name}"
    )
    derived = [reference["$ref"].removeprefix(_REFERENCE) for reference in references]
    answered = dict(zip(map(answer_schema_name, described), derived, strict=False))
    schemas |= {name: deepcopy(schemas[common]) for name, common in answered.items()}
    for common in set(answered.values()):  # of operations with one result
        del schemas[common]
    for name, schema in schemas.items():
        schema["title"] = name
        if "properties" in schema:
            _require_what_is_never_absent(schema)
    for name in _ALL_OPTIONAL & schemas.keys():
        schemas[name]["required"] = []
    results = schemas[answer_schema_name(AUTOCOMPLETE)]["properties"]["data"]
    results["maxItems"] = MAXIMUM_RESULTS
    return schemas


def _require_what_is_never_absent(schema: JsonObject) -> None:
    required = []
    for name, field in list(schema["properties"].items()):
        field.pop("default", None)
        choices = [choice for choice in field.pop("anyOf", []) if choice != {"type": "null"}]
        if any("x-extension" in choice for choice in choices):
            del schema["properties"][name]
            continue
        if choices:
            (sole,) = choices
            field.update(sole)
        else:
            required.append(name)
    schema["required"] = required
