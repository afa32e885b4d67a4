"""Parses the JSON of ANAF's register of taxpayers (version 9).

A missing or wrongly typed value is absent here, never an error: the answers for
real companies lack fields. Source of the format: ANAF's doc_WS_V9 and its clients.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.public.answers import NoAnswerError, read_object, text_of
from tui_app.system.untyped import JsonObject

LARGEST_BATCH: Final = 100
"""The most tax ids in one request."""


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


class TaxpayerAnswer(Struct, frozen=True):
    """The answer to a batch: the taxpayers by tax id, in any order.

    A tax id that is neither in it nor ``unknown`` was omitted: nothing is known about it.
    """

    taxpayers: dict[str, Taxpayer]
    unknown: frozenset[str]


def request_body(tax_ids: Iterable[str], day: dt.date) -> bytes:
    """The body of a request: numbers without leading zeros, and the date."""
    return msgspec.json.encode([{"cui": int(t), "data": day.isoformat()} for t in tax_ids])


def is_not_found(body: bytes) -> bool:
    """Whether the body of a 404 says that none of the companies is known."""
    try:
        answer = read_object(body)
    except NoAnswerError:
        return False
    return isinstance(answer.get("notFound"), list)


def read_answer(body: bytes) -> TaxpayerAnswer:
    """The taxpayers of an answer; raises ``NoAnswerError``."""
    answer = read_object(body)
    found, unknown = answer.get("found"), answer.get("notFound")
    if not isinstance(found, list) and not isinstance(unknown, list):
        raise NoAnswerError
    records = found if isinstance(found, list) else []
    taxpayers = [_taxpayer(each) for each in records if isinstance(each, dict)]
    return TaxpayerAnswer(
        {each.tax_id: each for each in taxpayers if each is not None},
        frozenset(map(_named_unknown, unknown)) if isinstance(unknown, list) else frozenset(),
    )


def _named_unknown(entry: object) -> str:
    """The tax id of an entry of ``notFound``: a number, or a copy of the request's entry."""
    part = entry if isinstance(entry, dict) else {"cui": entry}
    return text_of(part, "cui").lstrip("0")


def _taxpayer(record: JsonObject) -> Taxpayer | None:
    general = _part(record, "date_generale")
    tax_id = text_of(general, "cui").lstrip("0")
    if not (tax_id.isascii() and tax_id.isdigit() and 2 <= len(tax_id) <= 10):
        return None
    inactive = _part(record, "stare_inactiv")
    return Taxpayer(
        tax_id=tax_id,
        day=text_of(general, "data"),
        name=text_of(general, "denumire"),
        registry_number=text_of(general, "nrRegCom"),
        address=text_of(general, "adresa"),
        phone=text_of(general, "telefon"),
        postal_code=text_of(general, "codPostal"),
        state=text_of(general, "stare_inregistrare"),
        registered_on=text_of(general, "data_inregistrare"),
        caen=text_of(general, "cod_CAEN"),
        legal_form=text_of(general, "forma_juridica"),
        vat=_flag(_part(record, "inregistrare_scop_Tva"), "scpTVA"),
        cash_vat=_flag(_part(record, "inregistrare_RTVAI"), "statusTvaIncasare"),
        split_vat=_flag(_part(record, "inregistrare_SplitTVA"), "statusSplitTVA"),
        inactive=_flag(inactive, "statusInactivi"),
        struck_off_on=text_of(inactive, "dataRadiere"),
        seat=_registered_office(record),
    )


def _registered_office(record: JsonObject) -> RegisteredOffice:
    """The registered office; if it is empty, the address for taxes."""
    for part, prefix in (("adresa_sediu_social", "s"), ("adresa_domiciliu_fiscal", "d")):
        address = _part(record, part)
        seat = RegisteredOffice(
            street=text_of(address, f"{prefix}denumire_Strada"),
            number=text_of(address, f"{prefix}numar_Strada"),
            locality=text_of(address, f"{prefix}denumire_Localitate"),
            county=text_of(address, f"{prefix}denumire_Judet"),
            postal_code=text_of(address, f"{prefix}cod_Postal"),
        )
        if seat != RegisteredOffice():
            return seat
    return RegisteredOffice()


def _part(record: JsonObject, name: str) -> JsonObject:
    part = record.get(name)
    return part if isinstance(part, dict) else {}


def _flag(part: JsonObject, name: str) -> bool | None:
    value = part.get(name)
    return value if isinstance(value, bool) else None
