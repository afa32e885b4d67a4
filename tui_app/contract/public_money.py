"""The resources of public money: contracts, direct purchases, buyers and suppliers.

All values are nominal whole RON, rounded once from exact sums. The value of a framework agreement
is a ceiling that is repeated on the row of each supplier: it is counted and never summed. ``share``
is a fraction of 1.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, field

from tui_app.contract.resources import Resource, no_text, nothing_on_record

SUPPLIER: Final = "supplier"
AUTHORITY: Final = "authority"
AUTO: Final = "auto"
SIDES: Final = (AUTO, SUPPLIER, AUTHORITY)
"""``auto`` is the side with more money."""

Day = Annotated[str, Meta(extra_json_schema={"format": "date"})]
"""A day: 2024-03-01."""


class Contract(Resource, frozen=True):
    """A contract, call-off, framework agreement, award without a notice, or direct purchase.

    ``nature`` is ``contract``, ``callOff``, ``framework``, ``noNotice``, ``purchase`` or
    ``notTold``. ``value_after_changes`` is that of the latest change on record. ``shared_with``
    counts the other suppliers of a framework. ``set_apart`` says why a value is in no sum.
    ``source`` is the name of the file, ``line`` its line or row there.
    """

    nature: str = field(default_factory=no_text)
    date: Day | None = None
    buyer_tax_id: str | None = None
    buyer_name: str = field(default_factory=no_text)
    winner_tax_id: str | None = None
    winner_name: str = field(default_factory=no_text)
    value: int | None = None
    value_after_changes: int | None = None
    cpv: str | None = None
    title: str = field(default_factory=no_text)
    number: str = field(default_factory=no_text)
    shared_with: int | None = None
    set_apart: str | None = None
    source: str = field(default_factory=no_text)
    line: int | None = None


class ContractPage(Resource, frozen=True):
    """Contracts of a company, newest first; then its direct purchases, largest pair first.

    ``total_contracts`` is the number of contracts stored in full.
    """

    contracts: tuple[Contract, ...] = field(default_factory=nothing_on_record)
    total_contracts: int | None = None
    next_cursor: str | None = None


class MoneySum(Resource, frozen=True):
    """A number of contracts, and their sum in whole RON."""

    count: int | None = None
    sum: int | None = None


class ContractSum(Resource, frozen=True):
    """Contracts, call-offs and awards without a notice.

    Those above 1 bn RON are mostly typing errors: they are only in ``sum_with_large``.
    """

    count: int | None = None
    sum: int | None = None
    large: int | None = None
    sum_with_large: int | None = None


class FrameworkCount(Resource, frozen=True):
    """The number of framework agreements, whose ceilings are never summed."""

    count: int | None = None


class MoneyYear(Resource, frozen=True):
    """The amounts won, or bought, in a year. ``share_of_turnover`` uses the year's statement."""

    year: int | None = None
    contracts: ContractSum = field(default_factory=ContractSum)
    purchases: MoneySum = field(default_factory=MoneySum)
    frameworks: FrameworkCount = field(default_factory=FrameworkCount)
    turnover: int | None = None
    share_of_turnover: float | None = None


class MoneyPartner(Resource, frozen=True):
    """A buyer of a supplier, or a supplier of an authority, with its share of the sum."""

    tax_id: str | None = None
    name: str = field(default_factory=no_text)
    count: int | None = None
    sum: int | None = None
    share: float | None = None
    frameworks: int | None = None


class SetApartReason(Resource, frozen=True):
    """Why values are in no sum.

    One of ``aboveCeiling``, ``aboveBillion``, ``natureNotTold``, ``noValue``.
    """

    reason: str = field(default_factory=no_text)
    count: int | None = None
    sum: int | None = None


class SetApart(Resource, frozen=True):
    """Contracts that are counted, but not summed."""

    count: int | None = None
    reasons: tuple[SetApartReason, ...] = field(default_factory=nothing_on_record)


class ContractChange(Resource, frozen=True):
    """A change of a contract after it was signed; whole RON."""

    date: Day | None = None
    number: str = field(default_factory=no_text)
    partner_tax_id: str | None = None
    partner_name: str = field(default_factory=no_text)
    before: int | None = None
    after: int | None = None
    title: str = field(default_factory=no_text)
    source: str = field(default_factory=no_text)


class MoneyPeers(Resource, frozen=True):
    """The median share of turnover among firms of the same class that won anything."""

    caen: str | None = None
    firms: int | None = None
    median_share: float | None = None


class PublicMoney(Resource, frozen=True):
    """The public money of a company, as a supplier or as an authority.

    A supplier has ``buyers``, an authority ``suppliers``, the largest first and at most fifty; the
    totals count all. ``has_other_side`` says that the company is also on the other side. ``newest``
    and ``largest`` are contracts. ``first_day`` and ``last_day`` cover all files that were
    imported.
    """

    tax_id: str = field(default_factory=no_text)
    name: str = field(default_factory=no_text)
    side: str = field(default_factory=no_text)
    has_other_side: bool | None = None
    years: tuple[MoneyYear, ...] = field(default_factory=nothing_on_record)
    buyers: tuple[MoneyPartner, ...] = field(default_factory=nothing_on_record)
    total_buyers: int | None = None
    suppliers: tuple[MoneyPartner, ...] = field(default_factory=nothing_on_record)
    total_suppliers: int | None = None
    sum: int | None = None
    count: int | None = None
    newest: tuple[Contract, ...] = field(default_factory=nothing_on_record)
    largest: tuple[Contract, ...] = field(default_factory=nothing_on_record)
    changes: tuple[ContractChange, ...] = field(default_factory=nothing_on_record)
    set_apart: SetApart = field(default_factory=SetApart)
    peers: MoneyPeers | None = None
    first_day: Day | None = None
    last_day: Day | None = None
