"""Contracts as releases of the Open Contracting Data Standard, version 1.1.

https://standard.open-contracting.org/1.1/en/schema/reference/. Fields that the files do not contain
are left out: nothing here claims that a contract was paid or fulfilled.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

from tui_app.contract.public_money import Contract
from tui_app.export.contract_values import amount, digest, remarks_on
from tui_app.system.untyped import JsonObject

PREFIX: Final = "ocds-firmeterm"
"""The beginning of our identifiers.

It is not registered: these releases are derived ones, not the publisher's.
"""

_SCHEME: Final = "RO-CUI"
_METHODS: Final = {"purchase": "direct", "noNotice": "limited"}
_SIGNED: Final = frozenset({"contract", "callOff", "purchase"})

Release = JsonObject


def release_package(contracts: Iterable[Contract], tax_id: str, now: dt.datetime) -> JsonObject:
    """A package with a release for each contract of a company."""
    seen = Counter[str]()
    return {
        "uri": f"urn:firmeterm:contracts:{tax_id}:{now.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}",
        "version": "1.1",
        "publishedDate": _moment(now),
        "publisher": {"name": "firmeterm", "scheme": "other"},
        "releases": [_release(each, _identity(each, seen), now) for each in contracts],
    }


def _release(contract: Contract, identity: str, now: dt.datetime) -> Release:
    """A release of one contract; one without a day has the time of the package."""
    buyer = _organisation(contract.buyer_tax_id, contract.buyer_name)
    winner = _organisation(contract.winner_tax_id, contract.winner_name)
    day, nature = contract.date, contract.nature
    date = f"{day}T00:00:00Z" if day else None
    is_contract = nature in _SIGNED
    shared = _shared(contract)
    award = {
        "id": f"{identity}-award",
        "status": "active",
        "suppliers": [_reference(winner)],
        **shared,
        **({"date": date} if date else {}),
    }
    found: Release = {
        "ocid": identity,
        "id": f"{identity}-{day or 'undated'}",
        "date": date or _moment(now),
        "tag": ["award", "contract"] if is_contract else ["award"],
        "initiationType": "tender",
        "language": "ro",
        "parties": _parties(buyer, winner),
        "buyer": _reference(buyer),
        "awards": [award],
    }
    if nature in _METHODS:
        found["tender"] = {
            "id": f"{identity}-tender",
            "procurementMethod": _METHODS[nature],
            "procurementMethodDetails": nature,
        }
    if is_contract:
        signed = {"dateSigned": date} if date else {}
        found["contracts"] = [
            {"id": f"{identity}-contract", "awardID": award["id"], **shared, **signed}
        ]
    return found


def _shared(contract: Contract) -> JsonObject:
    """What an award and its contract have in common."""
    found: JsonObject = {"title": contract.title or contract.nature}
    if said := remarks_on(contract):
        found["description"] = said
    if (value := amount(contract)) is not None:
        found["value"] = {"amount": value, "currency": "RON"}
    if contract.cpv:
        found["items"] = [{"id": "1", "classification": {"scheme": "CPV", "id": contract.cpv}}]
    return found


def _identity(contract: Contract, seen: Counter[str]) -> str:
    """An identifier that stays the same from one package to the next; equal rows are numbered."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", contract.number).strip("-") or "without-number"
    own = f"{PREFIX}-{contract.buyer_tax_id or '0'}-{plain}-{digest(contract)}"
    seen[own] += 1
    return own if seen[own] == 1 else f"{own}-{seen[own]}"


def _moment(at: dt.datetime) -> str:
    return f"{at.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}"


def _organisation(tax_id: str | None, name: str) -> JsonObject:
    shown = name or "A person"
    plain = re.sub(r"[^a-z0-9]+", "-", shown.lower()).strip("-") or "unknown"
    found: JsonObject = {"id": f"{_SCHEME}-{tax_id}" if tax_id else plain, "name": shown}
    if tax_id:
        found["identifier"] = {"scheme": _SCHEME, "id": tax_id, "legalName": shown}
    return found


def _reference(organisation: JsonObject) -> JsonObject:
    return {"id": organisation["id"], "name": organisation["name"]}


def _parties(buyer: JsonObject, winner: JsonObject) -> list[JsonObject]:
    if buyer["id"] == winner["id"]:
        return [{**buyer, "roles": ["buyer", "supplier"]}]
    return [{**buyer, "roles": ["buyer"]}, {**winner, "roles": ["supplier"]}]
