"""Parses the JSON of ANAF's register of taxpayers (version 9).

A missing or wrongly typed value is absent here, never an error: the answers for
real companies lack fields. Source of the format: ANAF's doc_WS_V9 and its clients.
"""

from __future__ import annotations

import datetime as dt
from codecs import BOM_UTF8
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

LARGEST_BATCH: Final = 100
"""The most tax ids in one request."""

# Any: JSON of many shapes.
_Json = dict[str, Any]


class NoAnswerError(ValueError):
    """An answer is none of the register's."""


class RegisteredOffice(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A registered office in parts."""

    street: str = ""
    number: str = ""
    locality: str = ""
    county: str = ""
    postal_code: str = ""


class Taxpayer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A company in ANAF's records on ``day``. Texts are ANAF's own, flags ``None`` when unknown."""

    tax_id: str
    day: str
    name: str = ""
    registry_number: str = ""
    address: str = ""
    phone: str = ""
    postal_code: str = ""
    state: str = ""
    registered_on: str = ""
    caen: str = ""
    legal_form: str = ""
    vat: bool | None = None
    cash_vat: bool | None = None
    split_vat: bool | None = None
    inactive: bool | None = None
    struck_off_on: str = ""
    seat: RegisteredOffice = RegisteredOffice()


class Found(Struct, frozen=True):
    """The answer to a batch: the taxpayers by tax id, in any order.

    A tax id that is neither in it nor ``unknown`` was omitted: nothing is known of it.
    """

    taxpayers: dict[str, Taxpayer]
    unknown: frozenset[str]


def question(tax_ids: Iterable[str], day: dt.date) -> bytes:
    """The body of a request: numbers without leading zeros, and the date."""
    return msgspec.json.encode([{"cui": int(t), "data": day.isoformat()} for t in tax_ids])


def is_not_found(body: bytes) -> bool:
    """Whether the body of a 404 says that none of the companies is known."""
    try:
        answer = _decoded(body)
    except NoAnswerError:
        return False
    return isinstance(answer.get("notFound"), list)


def read_answer(body: bytes) -> Found:
    """The taxpayers of an answer; raises ``NoAnswerError``."""
    answer = _decoded(body)
    found, unknown = answer.get("found"), answer.get("notFound")
    if not isinstance(found, list) and not isinstance(unknown, list):
        raise NoAnswerError
    taxpayers = [_taxpayer(each) for each in found or () if isinstance(each, dict)]
    return Found(
        {each.tax_id: each for each in taxpayers if each is not None},
        frozenset(map(_named_unknown, unknown)) if isinstance(unknown, list) else frozenset(),
    )


def _decoded(body: bytes) -> _Json:
    try:
        answer = msgspec.json.decode(body.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, RecursionError):
        raise NoAnswerError from None
    if not isinstance(answer, dict):
        raise NoAnswerError
    return answer


def _named_unknown(entry: object) -> str:
    """The tax id of an entry of ``notFound``: a number, or a copy of the request's entry."""
    part = entry if isinstance(entry, dict) else {"cui": entry}
    return _text(part, "cui").lstrip("0")


def _taxpayer(record: _Json) -> Taxpayer | None:
    general = _part(record, "date_generale")
    tax_id = _text(general, "cui").lstrip("0")
    if not (tax_id.isascii() and tax_id.isdigit() and 2 <= len(tax_id) <= 10):
        return None
    inactive = _part(record, "stare_inactiv")
    return Taxpayer(
        tax_id=tax_id,
        day=_text(general, "data"),
        name=_text(general, "denumire"),
        registry_number=_text(general, "nrRegCom"),
        address=_text(general, "adresa"),
        phone=_text(general, "telefon"),
        postal_code=_text(general, "codPostal"),
        state=_text(general, "stare_inregistrare"),
        registered_on=_text(general, "data_inregistrare"),
        caen=_text(general, "cod_CAEN"),
        legal_form=_text(general, "forma_juridica"),
        vat=_flag(_part(record, "inregistrare_scop_Tva"), "scpTVA"),
        cash_vat=_flag(_part(record, "inregistrare_RTVAI"), "statusTvaIncasare"),
        split_vat=_flag(_part(record, "inregistrare_SplitTVA"), "statusSplitTVA"),
        inactive=_flag(inactive, "statusInactivi"),
        struck_off_on=_text(inactive, "dataRadiere"),
        seat=_registered_office(record),
    )


def _registered_office(record: _Json) -> RegisteredOffice:
    """The registered office; if it is empty, the address for taxes."""
    for part, prefix in (("adresa_sediu_social", "s"), ("adresa_domiciliu_fiscal", "d")):
        address = _part(record, part)
        seat = RegisteredOffice(
            street=_text(address, f"{prefix}denumire_Strada"),
            number=_text(address, f"{prefix}numar_Strada"),
            locality=_text(address, f"{prefix}denumire_Localitate"),
            county=_text(address, f"{prefix}denumire_Judet"),
            postal_code=_text(address, f"{prefix}cod_Postal"),
        )
        if seat != RegisteredOffice():
            return seat
    return RegisteredOffice()


def _part(record: _Json, name: str) -> _Json:
    part = record.get(name)
    return part if isinstance(part, dict) else {}


def _text(part: _Json, name: str) -> str:
    value = part.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return " ".join(str(value).split())


def _flag(part: _Json, name: str) -> bool | None:
    value = part.get(name)
    return value if isinstance(value, bool) else None
