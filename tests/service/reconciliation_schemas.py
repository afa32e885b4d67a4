"""What the Reconciliation Service API 0.2 demands of each answer, as JSON Schemas.

Written from the community report's own schemas, with the same constraints and without their words:
https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/
"""

from __future__ import annotations

from typing import Any, Final

Schema = dict[str, Any]

_TEXT: Final = {"type": "string"}
_HAS_ID: Final = {"pattern": r".*\{\{id\}\}.*", "type": "string"}


def _record(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


_TYPE: Final = _record(["id", "name"], id=_TEXT, name=_TEXT, description=_TEXT)
_TYPE_OR_ID: Final = {"oneOf": [_record(["id"], id=_TEXT, name=_TEXT), _TEXT]}
_SERVICE: Final = _record([], service_url=_TEXT, service_path=_TEXT)
_SETTING: Final = _record(
    ["type", "label", "name"],
    type={"enum": ["number", "text", "checkbox", "select"]},
    label=_TEXT,
    name=_TEXT,
    help_text=_TEXT,
)
_SETTING_OF_NUMBER: Final = {
    "if": {"properties": {"type": {"const": "number"}}},
    "then": {"properties": {"default": {"type": "number"}}},
}

MANIFEST: Final = _record(
    ["versions", "name", "identifierSpace", "schemaSpace"],
    versions={"type": "array", "items": _TEXT, "contains": {"enum": ["0.2"]}},
    name=_TEXT,
    identifierSpace=_TEXT,
    schemaSpace=_TEXT,
    documentation=_TEXT,
    serviceVersion=_TEXT,
    logo=_TEXT,
    view=_record(["url"], url=_HAS_ID),
    defaultTypes={"type": "array", "items": _TYPE, "uniqueItems": True},
    suggest=_record([], entity=_SERVICE, property=_SERVICE, type=_SERVICE),
    preview=_record(
        ["url", "width", "height"],
        url=_HAS_ID,
        width={"type": "integer"},
        height={"type": "integer"},
    ),
    extend=_record(
        [],
        propose_properties=_SERVICE,
        property_settings=_list({"allOf": [_SETTING, _SETTING_OF_NUMBER]}),
    ),
)

_CANDIDATE: Final = _record(
    ["id", "name", "score"],
    id=_TEXT,
    name=_TEXT,
    description=_TEXT,
    score={"type": "number"},
    match={"type": "boolean"},
    type=_list(_TYPE_OR_ID),
    features=_list(
        _record([], id=_TEXT, value={"oneOf": [{"type": "boolean"}, {"type": "number"}]})
    ),
)
RESULTS: Final = {
    "type": "object",
    "additionalProperties": _record(["result"], result=_list(_CANDIDATE)),
}


def _value(name: str, schema: Schema) -> Schema:
    return {**_record([name], **{name: schema}), "additionalProperties": False}


EXTENSION: Final = _record(
    ["rows", "meta"],
    meta=_list(_record(["id", "name"], id=_TEXT, name=_TEXT)),
    rows={
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "additionalProperties": _list(
                {
                    "oneOf": [
                        {"type": "object", "maxProperties": 0},
                        _value("str", _TEXT),
                        _value("int", {"type": "integer"}),
                        _value("float", {"type": "number"}),
                    ]
                }
            ),
        },
    },
)
ENTITIES: Final = _record(
    ["result"],
    result=_list(
        _record(["id", "name"], id=_TEXT, name=_TEXT, description=_TEXT, notable=_list(_TYPE_OR_ID))
    ),
)
PROPERTIES: Final = _record(
    ["result"], result=_list(_record(["id", "name"], id=_TEXT, name=_TEXT, description=_TEXT))
)
TYPES: Final = _record(["result"], result=_list(_TYPE))
PROPOSED: Final = _record(
    ["properties"], type=_TEXT, properties=_list(_record(["id", "name"], id=_TEXT, name=_TEXT))
)
