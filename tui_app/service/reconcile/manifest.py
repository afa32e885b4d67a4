"""The reconciliation service's description of itself: its manifest, type and properties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from tui_app import __version__
from tui_app.system.untyped import JsonObject

TYPE: Final = {"id": "company", "name": "Company"}
"""The only type of entity."""

MAX_QUERIES: Final = 1_000
"""The most queries, or identifiers, in one request."""

_IDENTIFIERS: Final = "urn:ro:cui"
_SCHEMA: Final = "urn:firmeterm:company"
_PREVIEW: Final = (400, 220)


class ReconcileProperty(Struct, frozen=True):
    """A property: of a query, which it refines, or of a company, which can be fetched."""

    id: str
    name: str
    description: str


ASKED: Final = (
    ReconcileProperty("county", "County", "Name or plate code"),
    ReconcileProperty("locality", "Locality", "Town, or sector of the capital"),
    ReconcileProperty("address", "Address", "JsonObject address with the town or the street"),
    ReconcileProperty("registry_number", "Registry number", "J40/123/2020 or J2020000123404"),
    ReconcileProperty("tax_id", "Tax id", "CUI, with or without RO"),
)
"""What a query may contain beside the name."""

FETCHED: Final = (
    ReconcileProperty("status", "Status", "As in the trade register"),
    ReconcileProperty("county", "County", "Of the registered office"),
    ReconcileProperty("caen", "CAEN", "Class of the main activity"),
    ReconcileProperty("turnover", "Turnover", "Whole RON, of a year"),
    ReconcileProperty("employees", "Employees", "Average number, of a year"),
)
"""What can be fetched about a company."""


def manifest(base: str, name: str) -> JsonObject:
    """The manifest of the service at an address, which includes the key if one is needed."""
    services = {
        kind: {"service_url": base, "service_path": f"/suggest/{kind}"}
        for kind in ("entity", "property", "type")
    }
    width, height = _PREVIEW
    page = f"{base}/preview/{{{{id}}}}"
    return {
        "versions": ["0.2"],
        "name": name,
        "identifierSpace": _IDENTIFIERS,
        "schemaSpace": _SCHEMA,
        "serviceVersion": __version__,
        "defaultTypes": [TYPE],
        "view": {"url": page},
        "preview": {"url": page, "width": width, "height": height},
        "suggest": services,
        "extend": {
            "propose_properties": {"service_url": base, "service_path": "/properties"},
            "property_settings": [
                {
                    "name": "year",
                    "label": "Year",
                    "type": "number",
                    "help_text": "Of turnover and employees; 0: the latest",
                    "default": 0,
                }
            ],
        },
    }


def suggested(properties: Sequence[ReconcileProperty], prefix: str) -> list[JsonObject]:
    """The properties whose names begin with a text, as suggestions."""
    wanted = prefix.casefold().strip()
    return [
        {"id": each.id, "name": each.name, "description": each.description}
        for each in properties
        if each.name.casefold().startswith(wanted) or each.id.startswith(wanted)
    ]


def extend_properties() -> JsonObject:
    """The properties of the type that can be fetched."""
    properties = [{"id": each.id, "name": each.name} for each in FETCHED]
    return {"type": TYPE["id"], "properties": properties}
