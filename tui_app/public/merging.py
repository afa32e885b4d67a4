"""Merges ANAF's profile of today with that of the imported register.

The result has today's values, and the fields that only the register has. For a field that
differs, a note gives both values and their dates.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from operator import eq
from typing import Final

from msgspec.structs import replace

from tui_app.contract.folding import fold
from tui_app.contract.live import SourceNote
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanyProfile, FinancialData, Phones, YearlyRecord
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.timestamps import parse_timestamp
from tui_app.contract.vocabulary.counties import plain_county
from tui_app.contract.vocabulary.legal_forms import plain_form
from tui_app.contract.vocabulary.localities import is_same_place, read_locality
from tui_app.contract.vocabulary.streets import plain_street
from tui_app.insight.growth import by_year, latest_two
from tui_app.public.party_names import PartyName
from tui_app.system.language import N_, _
from tui_app.system.wording import day_text, grouped

# Any: two values of the same field.
_Same = Callable[[object, object], bool]


def merge_profiles(
    live: CompanyProfile, register: CompanyProfile, register_day: dt.date, today: dt.date
) -> tuple[CompanyProfile, tuple[SourceNote, ...]]:
    """The merged profile, and a note for each field that differs."""
    notes = [
        note
        for field, label, same in _COMPARED
        if (note := _difference(field, label, same, (live, register), (register_day, today)))
    ]
    from_register = {
        field: getattr(register, field)
        for field in CompanyProfile.__struct_fields__
        if getattr(live, field) in (None, "", ())
    }
    # A field that the register lacks may still exist: its source files did not contain it.
    from_register |= {
        flag: True if getattr(register, flag) or getattr(live, flag) else None for flag in _FLAGS
    }
    from_register |= {
        # ANAF's date is the registration for taxes.
        "registration_date": register.registration_date or live.registration_date,
        "has_phone": bool(live.has_phone or register.has_phone),
    }
    from_register["status"] = _graver(live.status, register.status)
    return replace(live, **from_register), tuple(notes)


def _graver(live: str | None, register: str | None) -> str | None:
    """The register's legal state, with tax states that are more serious.

    ANAF calls a bankrupt company registered; the register knows no inactive companies.
    """
    if not live or not register:
        return register or live
    legal = classify_status(register)
    known = {legal, StatusGroup.ACTIVE, StatusGroup.OTHER}
    added = [part for part in live.split(", ") if classify_status(part) not in known]
    return ", ".join(added if added and legal is StatusGroup.ACTIVE else [register, *added])


def merge_phones(live: Phones, register: Phones | None) -> Phones:
    """ANAF's number first, then the register's."""
    if register is None:
        return live
    todays = (live.primary_phone, live.secondary_phone)
    known = (register.primary_phone, register.secondary_phone)
    numbers = list(dict.fromkeys(number for number in (*todays, *known) if number))
    others = dict.fromkeys([*numbers[2:], *register.contact_phones])
    return replace(
        register,
        primary_phone=numbers[0] if numbers else None,
        secondary_phone=numbers[1] if len(numbers) > 1 else None,
        contact_phones=tuple(number for number in others if number not in numbers[:2]),
    )


def financial_data(records: Iterable[YearlyRecord]) -> FinancialData:
    """Some years in the contract's shape: with the latest and the previous year on top."""
    newest_first = by_year(records)[::-1]
    latest, before = latest_two(FinancialData(financial_data=newest_first))
    return FinancialData(
        turnover=latest.turnover,
        turnover_prev_year=before.turnover,
        net_profit=latest.net_profit,
        net_profit_prev_year=before.net_profit,
        employee=latest.employee,
        employee_prev_year=before.employee,
        financial_data=newest_first,
    )


def differing_figures(
    live: Mapping[int, YearlyRecord],
    register: Mapping[int, YearlyRecord],
    register_day: dt.date,
    today: dt.date,
) -> tuple[SourceNote, ...]:
    """A note for each amount that differs, newest first, up to a limit."""
    texts = [
        _both(f"{_(label)} {year}", (grouped(known), grouped(amount)), register_day, today)
        for year in sorted(live, reverse=True)
        if (theirs := register.get(year)) is not None
        for field, label in _AMOUNTS
        if (amount := getattr(live[year], field)) is not None
        and (known := getattr(theirs, field)) not in (None, amount)
    ]
    more = len(texts) - _MAX_DIFFERENCES
    if more > 0:
        texts[_MAX_DIFFERENCES:] = [_("{count} more amounts differ").format(count=more)]
    return tuple(SourceNote(text, "financialData") for text in texts)


def _difference(
    field: str,
    label: str,
    same: _Same,
    profiles: tuple[CompanyProfile, CompanyProfile],
    days: tuple[dt.date, dt.date],
) -> SourceNote | None:
    live, register = (getattr(profile, field) for profile in profiles)
    if live in (None, "", ()) or register in (None, "", ()) or same(live, register):
        return None
    if field == "postal_code":
        live, register = f"{live:06}", f"{register:06}"
    return SourceNote(_both(_(label), (register, live), *days), _WIRE_NAMES[field])


def _both(label: str, values: tuple[object, object], register_day: dt.date, today: dt.date) -> str:
    register, live = map(_shown, values)
    text = _("{label}: {register} in the register of {day}, {live} at ANAF today")
    day = day_text(register_day, today)
    return text.format(label=label, register=register, day=day, live=live)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, tuple):
        return str(value[-1])
    moment = parse_timestamp(value) if isinstance(value, str) else None
    return moment.date().isoformat() if moment else str(value)


def _alike(plain: Callable[[str], object]) -> _Same:
    """Whether two values are the same in a plainer form."""
    return lambda one, other: plain(str(one)) == plain(str(other))


_same_text: Final = _alike(fold)


def _same_locality(one: object, other: object) -> bool:
    return is_same_place(read_locality(str(one)), read_locality(str(other))) is not False


def _same_number(one: object, other: object) -> bool:
    numbers = [new_registry_number(str(value)) or fold(str(value)) for value in (one, other)]
    return numbers[0] == numbers[1]


def _same_status(one: object, other: object) -> bool:
    # ANAF's, the first, may name several states.
    groups = {classify_status(part) for part in (str(other), *str(one).split(", "))}
    return (len(groups) == 1 and StatusGroup.OTHER not in groups) or _same_text(one, other)


def _one_within_the_other(one: object, other: object) -> bool:
    """Whether one address contains the other: registers divide them differently."""
    short, long = sorted((fold(str(one)), fold(str(other))), key=len)
    return short in long or plain_street(str(one)) == plain_street(str(other))


_COMPARED: Final[tuple[tuple[str, str, _Same], ...]] = (
    ("company_name", N_("name"), _alike(PartyName.read)),
    ("company_id", N_("registry number"), _same_number),
    ("company_type", N_("legal form"), _alike(plain_form)),
    ("status", N_("status"), _same_status),
    ("county", N_("county"), _alike(plain_county)),
    ("locality", N_("locality"), _same_locality),
    ("street_name", N_("street"), _one_within_the_other),
    ("street_nr", N_("street number"), _same_text),
    ("postal_code", N_("postal code"), eq),
    ("registration_date", N_("registration date"), eq),
    ("vat", N_("VAT"), eq),
    ("checkout_vat", N_("cash-basis VAT"), eq),
    ("caen", N_("main activity"), lambda one, other: _shown(one)[:4] == _shown(other)[:4]),
)
_AMOUNTS: Final = (
    ("turnover", N_("turnover")),
    ("net_profit", N_("net profit")),
    ("employee", N_("employees")),
    ("equity", N_("equity")),
    ("debts", N_("liabilities")),
    ("share_capital", N_("share capital")),
    ("fixed_assets", N_("fixed assets")),
    ("current_assets", N_("current assets")),
    ("inventory", N_("inventory")),
    ("receivables", N_("receivables")),
    ("cash", N_("cash")),
)
_MAX_DIFFERENCES: Final = 5
_FLAGS: Final = (
    "has_email", "has_administrator", "has_website", "has_verified_phone", "has_fin_data",
)  # fmt: skip
_WIRE_NAMES: Final = dict(
    zip(CompanyProfile.__struct_fields__, CompanyProfile.__struct_encode_fields__, strict=True)
)
