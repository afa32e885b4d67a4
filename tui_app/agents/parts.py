"""The parts of a company, each as one flat object in an agent's words.

Days are ``YYYY-MM-DD``, money is whole RON. Rendering leaves empty fields out, so a missing field
is unknown and never zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from tui_app.contract import operations as ops
from tui_app.contract import resources as r
from tui_app.contract.operations import AnyOperation
from tui_app.contract.past import RegisterChange
from tui_app.contract.timestamps import parse_timestamp
from tui_app.export.values import figure
from tui_app.insight.rules import Level
from tui_app.insight.signals import Signal
from tui_app.sources.company_data import SIGNAL_OPERATIONS, CompanyData

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

Flat = dict[str, Any]
"""An object for JSON."""


class Wish(Struct, frozen=True):
    """What the caller wants from the parts: how many years, and whether to name people."""

    years: int
    with_people: bool


class CompanyPart(Struct, frozen=True):
    """A part of a company: the operations that it needs, and the function that writes it."""

    operations: tuple[AnyOperation, ...]
    write: Callable[[CompanyData, Wish], Flat]
    names_people: bool = False

    @property
    def is_extension(self) -> bool:
        """Whether only servers that announce it have it."""
        return any(each in ops.EXTENSIONS for each in self.operations)

    def is_offered(self, companies: Companies) -> bool:
        """Whether the source answers its operations."""
        return not self.is_extension or all(map(companies.answers_extension, self.operations))


def summary(found: r.CompanySummary) -> Flat:
    """A company in a list."""
    return {
        "taxId": found.tax_id,
        "name": found.company_name,
        "form": found.company_type,
        "status": found.status,
        "county": found.county,
    }


def _profile(data: CompanyData, _wish: Wish) -> Flat:
    profile = data.data(ops.PROFILE)
    if profile is None:
        return {}
    return {
        "taxId": profile.tax_id,
        "name": profile.company_name,
        "registryNumber": profile.company_id,
        "form": profile.company_type,
        "status": profile.status,
        "county": profile.county,
        "locality": profile.locality,
        "address": profile.full_address,
        "registered": _day(profile.registration_date),
        "founded": profile.founding_year,
        "vat": profile.vat,
        "cashVat": profile.checkout_vat,
        "taxCategory": profile.tax_category,
        "activity": profile.caen[-1] if profile.caen else None,
        "updated": _day(profile.update_date),
    }


def _figures(data: CompanyData, wish: Wish) -> Flat:
    financial = data.data(ops.FINANCIAL)
    if financial is None:
        return {}
    known = [each for each in financial.financial_data if each.year is not None]
    newest = sorted(known, key=lambda each: each.year or 0, reverse=True)[: wish.years]
    return {
        "unit": "RON",
        "years": [_year(each) for each in newest],
        "olderYears": len(known) - len(newest) or None,
        "creditScore": financial.credit_risk_score,
        "creditRisk": financial.credit_risk_score_text,
    }


def _year(record: r.YearlyRecord) -> Flat:
    return {
        "year": record.year,
        "turnover": record.turnover,
        "netProfit": record.net_profit,
        "employees": record.employee,
        "equity": record.equity,
        "debts": record.debts,
        "cash": record.cash,
    }


def _cases(data: CompanyData, _wish: Wish) -> Flat:
    page = data.data(ops.COURT_CASES)
    if page is None:
        return {}
    return {
        "total": page.total_cases,
        "page": page.current_page,
        "pages": page.total_pages,
        "rows": [
            {
                "number": case.case_number,
                "date": _day(case.date),
                "role": case.party_status,
                "court": case.institution,
                "category": case.case_category,
                "subject": case.subject,
                "stage": case.procedural_stage,
                "matchedBy": case.matched_by,
            }
            for case in page.court_cases
        ],
    }


_VERDICTS: Final = {
    Level.SERIOUS: "serious",
    Level.WARNING: "warning",
    Level.UNKNOWN: "not enough data",
    Level.CLEAR: "clear",
}


def _signals(data: CompanyData, _wish: Wish) -> Flat:
    return {"checks": [_signal(each) for each in data.signals]}


def _signal(signal: Signal) -> Flat:
    if signal.level is Level.CLEAR:
        return {"check": signal.title, "verdict": _VERDICTS[signal.level]}
    return {
        "check": signal.title,
        "verdict": _VERDICTS[signal.level],
        "because": [figure(each) for each in signal.figures],
        "note": signal.note,
    }


def _peers(data: CompanyData, _wish: Wish) -> Flat:
    peers = data.data(ops.PEERS)
    if peers is None or not peers.measures:
        return {}
    return {
        "caen": peers.caen,
        "county": peers.county,
        "size": peers.size,
        "year": peers.year,
        "measures": [
            {
                "measure": each.measure,
                "value": _rounded(each.value),
                "median": _rounded(each.median),
                "percentile": _rounded(each.percentile, 1),
                "precision": each.precision,
                "companies": each.companies,
            }
            for each in peers.measures
        ],
    }


def _history(data: CompanyData, wish: Wish) -> Flat:
    history = data.data(ops.HISTORY)
    if history is None or not history.snapshots:
        return {}
    newest = sorted(history.changes, key=lambda each: each.not_after, reverse=True)
    return {
        "firstSnapshot": history.snapshots[0].day,
        "lastSnapshot": history.snapshots[-1].day,
        "total": len(newest),
        "rows": [change_row(each, with_people=wish.with_people) for each in newest],
    }


def change_row(change: RegisterChange, *, with_people: bool) -> Flat:
    """A change in the register. New and former members may be people, named only on request."""
    is_named = with_people or change.kind not in {"administrator", "liquidator"}
    return {
        "taxId": change.tax_id,
        "registryNumber": change.company_id,
        "name": change.company_name,
        "kind": change.kind,
        "before": change.before if is_named else None,
        "after": change.after if is_named else None,
        "notBefore": change.not_before,
        "notAfter": change.not_after,
    }


def _public_money(data: CompanyData, wish: Wish) -> Flat:
    money = data.data(ops.PUBLIC_MONEY)
    if money is None or not money.years:
        return {}
    partners = money.buyers or money.suppliers
    return {
        "unit": "RON, nominal; frameworks are ceilings and only counted",
        "side": money.side,
        "sum": money.sum,
        "count": money.count,
        "years": [
            {
                "year": each.year,
                "contracts": each.contracts.count,
                "contractSum": each.contracts.sum,
                "purchases": each.purchases.count,
                "purchaseSum": each.purchases.sum,
                "frameworks": each.frameworks.count,
                "shareOfTurnover": _rounded(each.share_of_turnover),
            }
            for each in sorted(money.years, key=lambda each: each.year or 0, reverse=True)
        ][: wish.years],
        "total": money.total_buyers if money.buyers else money.total_suppliers,
        "buyers" if money.buyers else "suppliers": [
            {
                "taxId": each.tax_id,
                "name": each.name,
                "count": each.count,
                "sum": each.sum,
                "share": _rounded(each.share),
            }
            for each in partners
        ],
        "setApart": money.set_apart.count,
    }


def _day(timestamp: str | None) -> str | None:
    moment = parse_timestamp(timestamp) if timestamp else None
    return moment.date().isoformat() if moment else None


def _rounded(value: float | None, digits: int = 4) -> float | None:
    return None if value is None else round(value, digits)


def _connections(data: CompanyData, wish: Wish) -> Flat:
    page = data.data(ops.CONNECTIONS)
    if page is None:
        return {}
    return {
        "total": page.total_connections,
        "page": page.current_page,
        "pages": page.total_pages,
        "rows": [
            {
                "taxId": each.tax_id,
                "name": each.company_name,
                "status": each.status,
                "link": each.link,
                "through": each.through if wish.with_people or each.link == "address" else None,
            }
            for each in page.connections
        ],
    }


def _contacts(data: CompanyData, _wish: Wish) -> Flat:
    phones, emails, websites = map(data.data, (ops.PHONES, ops.EMAILS, ops.WEBSITES))
    found: Flat = {}
    if isinstance(phones, r.Phones):
        single = [phones.primary_phone, phones.secondary_phone]
        lists = (phones.verified_phones, phones.contact_phones, phones.website_phones)
        found["phones"] = _distinct([*single, *(each for one in lists for each in one)])
    if isinstance(emails, r.Emails):
        named = [emails.primary_email, emails.secondary_email, emails.contact_email]
        found["emails"] = _distinct([*named, *emails.website_emails])
    if isinstance(websites, r.Websites):
        found["websites"] = _distinct(websites.websites)
    return found


def _people(data: CompanyData, _wish: Wish) -> Flat:
    people = data.data(ops.ADMINISTRATORS)
    return {} if people is None else {"administrators": list(people.administrators)}


def _distinct(values: Sequence[str | None]) -> list[str]:
    return list(dict.fromkeys(each for each in values if each))


PARTS: Final[dict[str, CompanyPart]] = {
    "profile": CompanyPart((ops.PROFILE,), _profile),
    "figures": CompanyPart((ops.FINANCIAL,), _figures),
    "cases": CompanyPart((ops.COURT_CASES,), _cases),
    "signals": CompanyPart(SIGNAL_OPERATIONS, _signals),
    "peers": CompanyPart((ops.PEERS,), _peers),
    "connections": CompanyPart((ops.CONNECTIONS,), _connections),
    "history": CompanyPart((ops.HISTORY,), _history),
    "public_money": CompanyPart((ops.PUBLIC_MONEY,), _public_money),
    "contacts": CompanyPart((ops.PHONES, ops.EMAILS, ops.WEBSITES), _contacts),
    "people": CompanyPart((ops.ADMINISTRATORS,), _people, names_people=True),
}
"""The parts by name, in the order in which they are written."""
