"""The register over time: the history of a company, and the changes of many.

A change is seen between two snapshots of the register: it happened after ``not_before``, and by
``not_after`` at the latest. Both days are given; a single day would be invented.
"""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tui_app.contract.resources import CompanyProfile, Resource, no_text, nothing_on_record
from tui_app.contract.screening.page import FacetValue

Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
"""A day, YYYY-MM-DD."""


class PastSnapshot(Resource, frozen=True):
    """A snapshot of the register.

    ``present`` says whether the company is in it; it is absent for an incomplete snapshot, which
    cannot tell. ``lacks`` names the fields that the snapshot does not cover.
    """

    day: Day = msgspec.field(default_factory=no_text)
    present: bool | None = None
    lacks: tuple[str, ...] = msgspec.field(default_factory=nothing_on_record)


class PastValue(Resource, frozen=True):
    """A value of a field, from the first to the last snapshot that has it without a break.

    ``field`` is number, name, form, state, county, locality, street, liquidator or administrator. A
    state is the full set of the register's codes by their names, the most serious first.
    """

    field: str = msgspec.field(default_factory=no_text)
    value: str = msgspec.field(default_factory=no_text)
    first_seen: Day = msgspec.field(default_factory=no_text)
    last_seen: Day = msgspec.field(default_factory=no_text)


class RegisterChange(Resource, frozen=True):
    """A change of a company in the register.

    ``kind`` is one of ``fields.CHANGE_KINDS``; in the history of a company also ``number`` and
    ``administrator``. ``tax_id`` is empty for a sole trader without one.
    """

    tax_id: str = msgspec.field(default_factory=no_text)
    company_id: str | None = None
    company_name: str = msgspec.field(default_factory=no_text)
    kind: str = msgspec.field(default_factory=no_text)
    before: str = msgspec.field(default_factory=no_text)
    after: str = msgspec.field(default_factory=no_text)
    not_before: Day = msgspec.field(default_factory=no_text)
    not_after: Day = msgspec.field(default_factory=no_text)


CHANGE_COLUMNS: Final = (
    "taxId", "companyId", "companyName", "kind", "before", "after", "notBefore", "notAfter",
)  # fmt: skip
"""The fields of a change in a table."""


class CompanyHistory(Resource, frozen=True):
    """A company in all snapshots of the register, oldest first."""

    tax_id: str = msgspec.field(default_factory=no_text)
    company_name: str = msgspec.field(default_factory=no_text)
    snapshots: tuple[PastSnapshot, ...] = msgspec.field(default_factory=nothing_on_record)
    values: tuple[PastValue, ...] = msgspec.field(default_factory=nothing_on_record)
    changes: tuple[RegisterChange, ...] = msgspec.field(default_factory=nothing_on_record)


class ChangePage(Resource, frozen=True):
    """One page of the changes of companies that match criteria, newest first.

    ``kinds`` and ``counties`` count companies with such a change. ``days`` are those of all
    snapshots, oldest first.
    """

    changes: tuple[RegisterChange, ...] = msgspec.field(default_factory=nothing_on_record)
    total_changes: int | None = None
    next_cursor: str | None = None
    kinds: tuple[FacetValue, ...] = msgspec.field(default_factory=nothing_on_record)
    counties: tuple[FacetValue, ...] = msgspec.field(default_factory=nothing_on_record)
    days: tuple[Day, ...] = msgspec.field(default_factory=nothing_on_record)


STATES_BETWEEN: Final = "; "
"""The separator between the names of several states of a company."""


def snapshot_on(history: CompanyHistory, day: dt.date) -> PastSnapshot | None:
    """The newest snapshot of that day or before it; ``None`` if all are newer."""
    known = [each for each in history.snapshots if each.day <= day.isoformat()]
    return known[-1] if known else None


def values_on(history: CompanyHistory, snapshot: PastSnapshot) -> dict[str, str]:
    """The company's values in a snapshot, by field; empty if it is not in the snapshot."""
    if not snapshot.present:
        return {}
    return {
        each.field: each.value
        for each in history.values
        if each.first_seen <= snapshot.day <= each.last_seen and each.field not in snapshot.lacks
    }


def profile_on(history: CompanyHistory, snapshot: PastSnapshot) -> CompanyProfile | None:
    """The profile according to a snapshot, with only the fields of the register."""
    values = values_on(history, snapshot)
    return profile_of_values(history.tax_id, values) if values else None


def profile_of_values(tax_id: str, values: dict[str, str]) -> CompanyProfile:
    """A profile from the values of fields."""
    street, _, number = (values.get("street") or "").partition(", nr. ")
    county, locality = values.get("county"), values.get("locality")
    address = (county and f"Jud. {county}", locality, street, number and f"Nr.{number}")
    return CompanyProfile(
        tax_id=tax_id,
        company_id=values.get("number") or None,
        company_name=values.get("name", ""),
        company_type=values.get("form") or None,
        status=(values.get("state") or "").partition(STATES_BETWEEN)[0] or None,
        county=county or None,
        locality=locality or None,
        street_name=street or None,
        street_nr=number or None,
        full_address=", ".join(part for part in address if part) or None,
    )


def uncertain_on(history: CompanyHistory, day: dt.date) -> list[RegisterChange]:
    """Changes that may have happened by that day, or after it: nobody knows."""
    text = day.isoformat()
    return [each for each in history.changes if each.not_before < text < each.not_after]
