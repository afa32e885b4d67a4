"""Converts ANAF's record of a company into the contract's resources."""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

from tui_app.contract.dates import day_timestamp
from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanyProfile, CompanySummary, Phones
from tui_app.contract.vocabulary.legal_forms import form_named
from tui_app.opendata.classification.caen import caen_path, read_class, revision_of
from tui_app.opendata.numbers import read_phones
from tui_app.opendata.places import county_name, locality_name, tidy
from tui_app.public.party_names import PartyName
from tui_app.public.statements import FIRST_YEAR
from tui_app.public.taxpayers import Taxpayer

_REGISTERED: Final = ("inregistrat", "transfer", "relua")
"""The states of a normal taxpayer: registered, moved, active again."""

_ACTIVE: Final = "functiune"
_INACTIVE: Final = "inactiva"
_STRUCK_OFF: Final = "radiere"
_DAY_IN_STATE: Final = re.compile(r"\d{2}\.\d{2}\.\d{4}")


def profile_of(taxpayer: Taxpayer, *, has_fin_data: bool | None = None) -> CompanyProfile:
    """The general profile from ANAF's record; other fields are absent.

    The registration date is the one for taxes. ``has_fin_data`` is known after a request for a
    statement.
    """
    seat = taxpayer.seat
    registered = _registered(taxpayer)
    return CompanyProfile(
        tax_id=taxpayer.tax_id,
        company_id=taxpayer.registry_number or None,
        company_name=taxpayer.name,
        company_type=company_type(taxpayer),
        status=status(taxpayer),
        county=county_name(seat.county),
        locality=locality_name(seat.locality),
        street_name=tidy(seat.street),
        street_nr=tidy(seat.number),
        postal_code=_postal_code(seat.postal_code) or _postal_code(taxpayer.postal_code),
        full_address=tidy(taxpayer.address),
        registration_date=registered,
        update_date=day_timestamp(taxpayer.day),
        founding_year=founding_year(taxpayer),
        vat=taxpayer.vat,
        split_vat=taxpayer.split_vat,
        checkout_vat=taxpayer.cash_vat,
        caen=_caen(taxpayer.caen),
        has_phone=bool(read_phones(taxpayer.phone)),
        has_fin_data=has_fin_data,
    )


def summary_of(taxpayer: Taxpayer) -> CompanySummary:
    """The company as a search result."""
    return CompanySummary(
        tax_id=taxpayer.tax_id,
        company_id=taxpayer.registry_number,
        company_name=taxpayer.name,
        company_type=company_type(taxpayer) or "",
        status=status(taxpayer) or "",
        locality=locality_name(taxpayer.seat.locality) or "",
        county=county_name(taxpayer.seat.county) or "",
    )


def phones_of(taxpayer: Taxpayer) -> Phones:
    """ANAF's phone numbers: often none, sometimes two in one field."""
    numbers = read_phones(taxpayer.phone)
    return Phones(
        primary_phone=numbers[0] if numbers else None,
        secondary_phone=numbers[1] if len(numbers) > 1 else None,
    )


def company_type(taxpayer: Taxpayer) -> str | None:
    """The abbreviated legal form, if it is a usual one."""
    if form := form_named(taxpayer.legal_form):
        return form.code
    return PartyName.read(taxpayer.name).form.upper() or tidy(taxpayer.legal_form)


def status(taxpayer: Taxpayer) -> str | None:
    """The tax state, worded as in other services; several states are joined.

    A date of striking off, and an inactive flag, count whatever the text says: ``TRANSFER(SOSIRE)
    din data …`` only moves a company to another tax office.
    """
    state = fold(taxpayer.state).partition(" din data")[0].strip()
    grave = [] if state.startswith(_REGISTERED) else [state]
    if taxpayer.struck_off_on:
        grave = [_STRUCK_OFF]
    if taxpayer.inactive and not any("inactiv" in text for text in grave):
        grave.append(_INACTIVE)
    return ", ".join(filter(None, grave)) or (_ACTIVE if state else None)


def founding_year(taxpayer: Taxpayer) -> int | None:
    """The earlier of two years: in the registry number, and of the registration for taxes.

    A company that moves to another county gets a new number, with the year of the move.
    """
    number = new_registry_number(taxpayer.registry_number)
    registered = _registered(taxpayer)
    years = [int(number[1:5])] if number else []
    years += [int(registered[:4])] if registered else []
    return min(years, default=None)


def statements_since(taxpayer: Taxpayer | None) -> int:
    """The oldest year that may have a statement."""
    founded = (founding_year(taxpayer) if taxpayer else None) or FIRST_YEAR
    return max(FIRST_YEAR, founded) if founded <= dt.datetime.now(dt.UTC).year else FIRST_YEAR


def _registered(taxpayer: Taxpayer) -> str | None:
    day = _DAY_IN_STATE.search(taxpayer.state)
    in_state = day[0] if day and fold(taxpayer.state).startswith(_REGISTERED[0]) else ""
    return day_timestamp(taxpayer.registered_on) or day_timestamp(in_state)


def _postal_code(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) and int(text) else None


def _caen(text: str) -> tuple[str, ...]:
    code = read_class(text)
    revision = revision_of(code, dt.datetime.now(dt.UTC).year) if code else None
    return caen_path(code, revision) if code and revision else ()
