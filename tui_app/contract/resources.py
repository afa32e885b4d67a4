"""The resources of the interface, part 2: one Struct each, with the wire's own field names.

A field of plain type is present in every record our service sends. A field that is
``T | None`` may be absent: ``None`` means *not on record* and never zero. Every field has a
default, so that a client can build a record from an answer that lacks fields. Timestamps
stay the text that was sent (ISO 8601, UTC, milliseconds): see ``timestamps`` for reading
them. Money is whole RON and exceeds 32 bits.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

Timestamp = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""An instant as sent, for example ``2020-05-14T00:00:00.000Z``."""

Phone = Annotated[str, Meta(description="International format starting with +")]
"""A phone number such as ``+40700000000``."""

Extension = Annotated[str, Meta(extra_json_schema={"x-extension": True})]
"""A text field outside the interface; it is not in the OpenAPI document either."""


def nothing_on_record() -> tuple[()]:
    """The default of an array."""
    # omit_defaults would omit an array whose default is () or tuple().
    return ()


def no_text() -> str:
    """The default of a required text."""
    # For the same reason: a required text is sent even when it is empty.
    return ""


class Resource(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Base of every resource: immutable, camelCase on the wire, absent fields left out.

    Arrays are always sent, empty if nothing is on record.
    """


class CompanySummary(Resource, frozen=True, omit_defaults=False):
    """2.1: an item of autocomplete."""

    tax_id: str = ""
    company_id: str = ""
    company_name: str = ""
    company_type: str = ""
    status: str = ""
    locality: str = ""
    county: str = ""


class FormerCompany(CompanySummary, frozen=True, omit_defaults=False):
    """An item of autocomplete that matches by a former name or number of the company.

    ``formerly`` is an extension of ours, which no other item has.
    """

    formerly: Extension | None = None


class CompanyProfile(Resource, frozen=True):
    """2.2: the general profile. ``postal_code`` is a number: pad it to six digits to show it."""

    tax_id: str = field(default_factory=no_text)
    company_id: str | None = None
    company_name: str = field(default_factory=no_text)
    company_type: str | None = None
    status: str | None = None
    county: str | None = None
    locality: str | None = None
    street_name: str | None = None
    street_nr: str | None = None
    postal_code: int | None = None
    full_address: str | None = None
    registration_date: Timestamp | None = None
    update_date: Timestamp | None = None
    founding_year: int | None = None
    vat: bool | None = field(default=None, name="VAT")
    split_vat: bool | None = field(default=None, name="splitVAT")
    checkout_vat: bool | None = field(default=None, name="checkoutVAT")
    tax_category: str | None = None
    caen: tuple[str, ...] = field(default_factory=nothing_on_record)
    has_email: bool | None = None
    has_phone: bool | None = None
    has_verified_phone: bool | None = None
    has_administrator: bool | None = None
    has_website: bool | None = None
    has_fin_data: bool | None = None


def summary_of(profile: CompanyProfile) -> CompanySummary:
    """A profile as a search result."""
    names = CompanySummary.__struct_fields__
    return CompanySummary(**{name: getattr(profile, name) or "" for name in names})


class YearlyRecord(Resource, frozen=True):
    """2.3: the figures of one financial year, whole RON; ``net_profit`` may be negative."""

    year: int | None = None
    debts: int | None = None
    share_capital: int | None = None
    receivables: int | None = None
    fixed_assets: int | None = None
    inventory: int | None = None
    current_assets: int | None = None
    cash: int | None = None
    equity: int | None = None
    employee: int | None = None
    turnover: int | None = None
    net_profit: int | None = None


class FinancialData(Resource, frozen=True):
    """2.3: the latest figures and one record per year, in no promised order."""

    credit_risk_score: float | None = None
    credit_risk_score_text: str | None = None
    turnover: int | None = None
    turnover_prev_year: int | None = None
    net_profit: int | None = None
    net_profit_prev_year: int | None = None
    employee: int | None = None
    employee_prev_year: int | None = None
    financial_data: tuple[YearlyRecord, ...] = field(default_factory=nothing_on_record)


class CourtCase(Resource, frozen=True):
    """2.4: a court case in which the company is a party.

    ``matched_by`` is an extension of ours: how the company's name was found among the parties, if
    the case was matched by name. It is absent if the source knows the company's tax id.
    """

    case_number: str | None = None
    party_status: str | None = None
    tax_id: str | None = None
    company_name: str | None = None
    date: Timestamp | None = None
    last_update: Timestamp | None = None
    institution: str | None = None
    case_category: str | None = None
    subject: str | None = None
    department: str | None = None
    procedural_stage: str | None = None
    matched_by: Extension | None = None


class CourtCasePage(Resource, frozen=True):
    """Endpoint 4: one page of court cases. A total is ``None`` only from a misbehaving server."""

    court_cases: tuple[CourtCase, ...] = field(default_factory=nothing_on_record)
    total_pages: int | None = None
    current_page: int | None = None
    total_cases: int | None = None


class RegisteredCompany(Resource, frozen=True):
    """2.5: an item of the registration-date listing; ``has_phone`` only for some."""

    tax_id: str = field(default_factory=no_text)
    company_name: str = field(default_factory=no_text)
    company_type: str = field(default_factory=no_text)
    has_phone: bool | None = None


class RegisteredCompanyPage(Resource, frozen=True):
    """Endpoint 5: one page of the companies registered on a day."""

    companies: tuple[RegisteredCompany, ...] = field(default_factory=nothing_on_record)
    total_pages: int | None = None
    current_page: int | None = None
    total_companies: int | None = None


class Phones(Resource, frozen=True):
    """2.5a: phone numbers by where they were found."""

    primary_phone: Phone | None = None
    secondary_phone: Phone | None = None
    contact_phones: tuple[Phone, ...] = field(default_factory=nothing_on_record)
    website_phones: tuple[Phone, ...] = field(default_factory=nothing_on_record)
    verified_phones: tuple[Phone, ...] = field(default_factory=nothing_on_record)


class Emails(Resource, frozen=True):
    """2.5a: e-mail addresses by where they were found."""

    primary_email: str | None = None
    secondary_email: str | None = None
    contact_email: str | None = None
    website_emails: tuple[str, ...] = field(default_factory=nothing_on_record)


class Administrators(Resource, frozen=True):
    """2.5a: the full names of the people who represent the company."""

    administrators: tuple[str, ...] = field(default_factory=nothing_on_record)


class Websites(Resource, frozen=True):
    """2.5a: absolute addresses."""

    websites: tuple[str, ...] = field(default_factory=nothing_on_record)


class PeerMeasure(Resource, frozen=True):
    """Our extension: the position of a company by one measure among the firms that have it.

    ``measure`` is ``net_margin``, ``growth`` (both shares) or ``turnover_per_employee`` (whole
    RON). ``companies`` counts those firms, including the company. ``percentile`` is the percentage
    of the others whose value is lower, an equal one counted half; it is absent with ``value``. For
    a large group only 101 percentiles are known: then ``precision`` is the largest possible error,
    in percentage points.
    """

    measure: str = field(default_factory=no_text)
    companies: int | None = None
    lower_quartile: float | None = None
    median: float | None = None
    upper_quartile: float | None = None
    value: float | None = None
    percentile: float | None = None
    precision: float | None = None


class PublicShare(Resource, frozen=True):
    """Our extension: public contracts as a share of turnover in the latest statement's year.

    ``median`` is that of the ``firms`` of the same CAEN class that won anything, ``value`` that
    of the company; fractions of 1.
    """

    firms: int | None = None
    median: float | None = None
    value: float | None = None


class Peers(Resource, frozen=True):
    """Our extension: the firms of the same CAEN class, county, size and latest year.

    Without measures, the group is unknown or has fewer than five firms.
    """

    caen: str | None = None
    county: str | None = None
    size: str | None = None
    year: int | None = None
    measures: tuple[PeerMeasure, ...] = field(default_factory=nothing_on_record)
    public_share: PublicShare | None = None


class ConnectedCompany(Resource, frozen=True):
    """Our extension: another company with the same administrator or address.

    ``link`` is ``administrator`` or ``address``, ``through`` the name or the address. Two people
    may have the same name.
    """

    tax_id: str = field(default_factory=no_text)
    company_id: str | None = None
    company_name: str = field(default_factory=no_text)
    company_type: str | None = None
    status: str | None = None
    locality: str | None = None
    county: str | None = None
    link: str = field(default_factory=no_text)
    through: str = field(default_factory=no_text)


class ConnectionPage(Resource, frozen=True):
    """Our extension: one page of the companies connected to a company."""

    connections: tuple[ConnectedCompany, ...] = field(default_factory=nothing_on_record)
    total_pages: int | None = None
    current_page: int | None = None
    total_connections: int | None = None
