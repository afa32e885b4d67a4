"""Contracts as releases of the Open Contracting Data Standard, version 1.1.

https://standard.open-contracting.org/1.1/en/schema/reference/. Fields that the files do not contain
are left out: nothing here claims that a contract was paid or fulfilled.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

PREFIX: Final = "ocds-firmeterm"
"""The beginning of our identifiers.

It is not registered: these releases are derived ones, not the publisher's.
"""

_SCHEME: Final = "RO-CUI"
_METHODS: Final = {"purchase": "direct", "noNotice": "limited"}

# Any: JSON, and records with the interface's names.
Record = Mapping[str, Any]


# Any: as above.
def release_package(contracts: Iterable[Record], tax_id: str, now: dt.datetime) -> dict[str, Any]:
    """A package with a release for each contract of a company."""
    return {
        "uri": f"urn:firmeterm:contracts:{tax_id}:{now:%Y%m%dT%H%M%SZ}",
        "version": "1.1",
        "publishedDate": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        "publisher": {"name": "firmeterm", "scheme": "other"},
        "releases": [release(each, at) for at, each in enumerate(contracts, 1)],
    }


# Any: as above.
def release(contract: Record, number: int) -> dict[str, Any]:
    """A release for one contract; ``number`` makes its identifier unique within a package."""
    identity = _identity(contract, number)
    buyer = _organisation(contract.get("buyerTaxId"), contract.get("buyerName"))
    winner = _organisation(contract.get("winnerTaxId"), contract.get("winnerName"))
    day = contract.get("date")
    date = f"{day}T00:00:00Z" if day else "1970-01-01T00:00:00Z"
    nature = str(contract.get("nature") or "")
    is_contract = nature in {"contract", "callOff", "purchase"}
    title = str(contract.get("title") or "") or nature
    shared: dict[str, Any] = {"title": title}
    # The value of a framework agreement is a ceiling, shared with other suppliers.
    if nature != "framework" and contract.get("value") is not None:
        shared["value"] = {"amount": contract["value"], "currency": "RON"}
    if cpv := contract.get("cpv"):
        classification = {"scheme": "CPV", "id": cpv}
        shared["items"] = [{"id": "1", "classification": classification}]
    award: dict[str, Any] = {
        "id": f"{identity}-award",
        "status": "active",
        "suppliers": [_reference(winner)],
        **shared,
        **({"date": date} if day else {}),
    }
    found: dict[str, Any] = {
        "ocid": identity,
        "id": f"{identity}-{day or 'undated'}",
        "date": date,
        "tag": ["award", "contract"] if is_contract else ["award"],
        "initiationType": "tender",
        "language": "ro",
        "parties": _parties(buyer, winner),
        "buyer": _reference(buyer),
        "awards": [award],
    }
    if nature in _METHODS:
        details: dict[str, Any] = {
            "id": f"{identity}-tender",
            "procurementMethod": _METHODS[nature],
        }
        found["tender"] = {**details, "procurementMethodDetails": nature}
    if is_contract:
        found["contracts"] = [_contract(contract, identity, award["id"], shared, date)]
    return found


# Any: as above.
def _contract(
    contract: Record, identity: str, award: object, shared: dict[str, Any], date: str
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": f"{identity}-contract",
        "awardID": award,
        **shared,
        "dateSigned": date,
    }
    after = contract.get("valueAfterChanges")
    if after is not None:
        said = f"Value after changes: {after} RON"
        found["amendments"] = [{"id": "1", "description": said}]
    return found


def _identity(contract: Record, number: int) -> str:
    plain = re.sub(r"[^A-Za-z0-9]+", "-", str(contract.get("number") or "")).strip("-")
    buyer = contract.get("buyerTaxId") or "0"
    return f"{PREFIX}-{buyer}-{plain or 'without-number'}-{number}"


# Any: as above.
def _organisation(tax_id: object, name: object) -> dict[str, Any]:
    shown = str(name or "") or "A person"
    plain = re.sub(r"[^a-z0-9]+", "-", shown.lower()).strip("-") or "unknown"
    found: dict[str, Any] = {"id": f"{_SCHEME}-{tax_id}" if tax_id else plain, "name": shown}
    if tax_id:
        found["identifier"] = {"scheme": _SCHEME, "id": str(tax_id), "legalName": shown}
    return found


# Any: as above.
def _reference(organisation: dict[str, Any]) -> dict[str, Any]:
    return {"id": organisation["id"], "name": organisation["name"]}


# Any: as above.
def _parties(buyer: dict[str, Any], winner: dict[str, Any]) -> list[dict[str, Any]]:
    if buyer["id"] == winner["id"]:
        return [{**buyer, "roles": ["buyer", "supplier"]}]
    return [{**buyer, "roles": ["buyer"]}, {**winner, "roles": ["supplier"]}]
