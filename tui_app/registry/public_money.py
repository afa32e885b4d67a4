"""Reads the public contracts of one party, the same for every engine."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from tui_app.contract import public_money as m
from tui_app.contract import resources as r
from tui_app.contract.identifiers import is_bare_tax_id, whole_tax_id
from tui_app.registry.company_registry import SearchResults
from tui_app.registry.contracts.natures import LABELS, LARGE, SUMMED, ContractNature
from tui_app.registry.contracts.tables import AUTHORITY, COLUMNS, SUPPLIER, unpack
from tui_app.registry.cursors import list_id, read_cursor, write_cursor
from tui_app.registry.lookup import Owner, owner_of
from tui_app.registry.peers import class_of
from tui_app.registry.sql import Read
from tui_app.system.untyped import DbValue

MAX_SHOWN: Final = 10
"""How many of the newest, the largest and the changed contracts are in the summary."""

ABOVE_CEILING: Final = "aboveCeiling"
ABOVE_BILLION: Final = "aboveBillion"
NATURE_NOT_TOLD: Final = "natureNotTold"
NO_VALUE: Final = "noValue"

_COLUMN: Final = {SUPPLIER: "winner", AUTHORITY: "buyer"}
_OTHER: Final = {SUPPLIER: "buyer", AUTHORITY: "winner"}
_SIDES: Final = {m.SUPPLIER: SUPPLIER, m.AUTHORITY: AUTHORITY}
_WORDS: Final = {SUPPLIER: m.SUPPLIER, AUTHORITY: m.AUTHORITY}
_PARTY: Final = """
SELECT number, name, won, bought, buyers, suppliers FROM {s}money_party WHERE number = ?
"""
_YEARS: Final = f"""
SELECT {", ".join(COLUMNS["money_year"][2:])} FROM {{s}}money_year
WHERE side = ? AND party = ? ORDER BY year
"""
_TURNOVERS: Final = "SELECT year, turnover FROM {s}financial_year WHERE company = ?"
_CONTRACT: Final = (
    "d.nature, d.day, d.buyer, b.name, d.winner, w.name, d.value, d.value_after, d.cpv, d.title,"
    " d.number, d.shared, s.name, d.line"
)
_NAMED: Final = """
LEFT JOIN {{s}}money_party AS b ON b.number = d.buyer
LEFT JOIN {{s}}money_party AS w ON w.number = d.winner
"""
_CONTRACTS: Final = f"""
SELECT {_CONTRACT} FROM {{{{s}}}}money_contract AS d {_NAMED}
LEFT JOIN {{{{s}}}}money_source AS s ON s.number = d.source
WHERE d.{{column}} = ? {{more}} LIMIT ? OFFSET ?
"""
_NEWEST: Final = "ORDER BY d.day DESC, d.source, d.line"
_LARGEST: Final = f"""
AND d.nature <> {int(ContractNature.FRAMEWORK)} AND d.value IS NOT NULL
ORDER BY d.value DESC, d.source, d.line
"""
_PARTNERS: Final = """
SELECT d.{other}, p.name, d.count, d.sum, d.frameworks FROM {{s}}money_pair AS d
LEFT JOIN {{s}}money_party AS p ON p.number = d.{other}
WHERE d.{column} = ? AND d.count > 0 ORDER BY d.sum DESC, d.{other} LIMIT ?
"""
# To win is to get what counts in the sum: no framework, and nothing that was set apart.
_WITH_AWARDS: Final = "SELECT count(*) FROM {{s}}money_pair WHERE {column} = ? AND count > 0"
_PACKED: Final = f"""
SELECT d.buyer, b.name, d.winner, w.name, d.packed FROM {{{{s}}}}money_pair AS d {_NAMED}
WHERE d.{{column}} = ? AND d.kept > 0 ORDER BY d.sum DESC, d.{{other}} LIMIT ? OFFSET ?
"""
_KEPT: Final = "SELECT coalesce(sum(kept), 0) FROM {{s}}money_pair WHERE {column} = ?"
_CHANGES: Final = """
SELECT d.day, d.number, d.{other}, p.name, d.before, d.after, d.title, s.name
FROM {{s}}money_change AS d
LEFT JOIN {{s}}money_party AS p ON p.number = d.{other}
LEFT JOIN {{s}}money_source AS s ON s.number = d.source
WHERE d.{column} = ? ORDER BY d.day DESC LIMIT ?
"""
_BUILD: Final = "SELECT version, first_day, last_day FROM {s}money_build"
_NAMES: Final = "SELECT number, name FROM {s}money_source"
_ACTIVITY: Final = """
SELECT activity.caen FROM {s}company AS company
JOIN {s}activity AS activity ON activity.id = company.activity WHERE company.id = ?
"""
_CLASS: Final = "SELECT firms, median FROM {s}money_class WHERE class = ?"
_SHARE: Final = "SELECT share FROM {s}money_figure WHERE company = ?"


class _MoneyParty(NamedTuple):
    """The party in question, and its side."""

    number: int
    name: str
    won: int
    bought: int
    buyers: int
    suppliers: int

    def side(self, chosen: str) -> int:
        if chosen in _SIDES:
            return _SIDES[chosen]
        if self.won == self.bought == 0:
            return AUTHORITY if self.suppliers > self.buyers else SUPPLIER
        return AUTHORITY if self.bought > self.won else SUPPLIER


class _ContractsFrom(NamedTuple):
    """Where a page begins: at a contract, or (1) at a row of a pair of buyer and winner."""

    purchases: int = 0
    skip: int = 0
    row: int = 0


def party_profile(read: Read, tax_id: str) -> r.CompanyProfile | None:
    """The profile of a party that is not in the register: only its name."""
    party = _party(read, tax_id)
    return party and r.CompanyProfile(tax_id=tax_id, company_name=party.name)


def with_party(read: Read, q: str, results: SearchResults) -> SearchResults:
    """The results; if there are none, the party outside the register with this tax id."""
    tax_id = None if results.companies else whole_tax_id(q)
    profile = party_profile(read, tax_id) if tax_id else None
    if profile is None:
        return results
    return msgspec.structs.replace(results, companies=(r.summary_of(profile),))


def public_money(read: Read, tax_id: str, side: str, most: int) -> m.PublicMoney | None:
    """The public money of a party; empty for a company that won and bought nothing."""
    owner, party = owner_of(read, tax_id), _party(read, tax_id)
    if party is None:
        return owner and m.PublicMoney(
            tax_id=tax_id, name=owner.company_name, side=m.SUPPLIER, set_apart=m.SetApart(count=0),
            sum=0, count=0,
        )  # fmt: skip
    which = party.side(side)
    rows = read(_YEARS, (which, party.number))
    names = COLUMNS["money_year"][3:]
    sums = {name: sum(row[at] for row in rows) for at, name in enumerate(names, 1)}
    total = sums["contract_sum"] + sums["purchase_sum"]
    partners = tuple(_partners(read, party.number, which, total, most))
    is_supplier = which == SUPPLIER
    ((all_partners,),) = read(_WITH_AWARDS.format(column=_COLUMN[which]), (party.number,))
    ((_version, first, last),) = read(_BUILD, ())
    return m.PublicMoney(
        tax_id=tax_id,
        name=party.name or (owner.company_name if owner else ""),
        side=_WORDS[which],
        has_other_side=bool(party.suppliers if is_supplier else party.buyers),
        years=tuple(_years(read, rows, owner if is_supplier else None)),
        sum=whole(total),
        count=sums["contracts"] + sums["purchases"],
        newest=_contracts(read, party.number, which, _NEWEST, MAX_SHOWN),
        largest=_contracts(read, party.number, which, _LARGEST, MAX_SHOWN),
        changes=tuple(_changes(read, party.number, which)),
        set_apart=_set_apart(sums),
        peers=_peers(read, owner) if owner and is_supplier else None,
        first_day=_day(first),
        last_day=_day(last),
        buyers=partners if is_supplier else (),
        total_buyers=all_partners if is_supplier else None,
        suppliers=() if is_supplier else partners,
        total_suppliers=None if is_supplier else all_partners,
    )


def contracts(read: Read, tax_id: str, side: str, size: int, cursor: str) -> m.ContractPage | None:
    """Some contracts of a party, from ``cursor`` on: by day, then direct purchases."""
    party = _party(read, tax_id)
    if party is None:
        return None if owner_of(read, tax_id) is None else m.ContractPage(total_contracts=0)
    which = party.side(side)
    ((version, _first, _last),) = read(_BUILD, ())
    this = list_id(version)
    start = _ContractsFrom(*read_cursor(cursor, this, 3))
    years = [row[1:] for row in read(_YEARS, (which, party.number))]
    # Contracts, large ones, frameworks, and those without a nature or a value.
    by_day = sum(row[0] + row[2] + row[4] + row[5] + row[6] for row in years)
    ((kept,),) = read(_KEPT.format(column=_COLUMN[which]), (party.number,))
    found: list[m.Contract] = []
    after: _ContractsFrom | None = start
    if not start.purchases:
        found += _contracts(read, party.number, which, _NEWEST, size, start.skip)
        seen = start.skip + size
        after = _ContractsFrom(0, seen) if seen < by_day else _ContractsFrom(1) if kept else None
    if after is not None and after.purchases and len(found) < size:
        more, after = _purchases(read, party.number, which, size - len(found), after)
        found += more
    return m.ContractPage(
        contracts=tuple(found),
        total_contracts=by_day + kept,
        next_cursor=None if after is None else write_cursor(this, *after),
    )


def with_public_share(read: Read, owner: Owner, peers: r.Peers) -> r.Peers:
    """The peers, with the median share of public money in the company's class."""
    found = _peers(read, owner)
    if found is None:
        return peers
    rows = read(_SHARE, (owner.number,))
    share = r.PublicShare(
        firms=found.firms, median=found.median_share, value=rows[0][0] if rows else None
    )
    return msgspec.structs.replace(peers, public_share=share)


def whole(bani: int | None) -> int | None:
    """Whole RON, half a one rounded up."""
    return None if bani is None else (bani + 50) // 100


def _party(read: Read, tax_id: str) -> _MoneyParty | None:
    rows = read(_PARTY, (int(tax_id),)) if is_bare_tax_id(tax_id) else []
    return _MoneyParty(*rows[0]) if rows else None


def _years(
    read: Read, rows: Iterable[Sequence[DbValue]], owner: Owner | None
) -> Iterable[m.MoneyYear]:
    turnovers: dict[int, int | None] = dict(read(_TURNOVERS, (owner.number,))) if owner else {}
    names = COLUMNS["money_year"][3:]
    for year, *values in rows:
        of = dict(zip(names, values, strict=True))
        turnover = turnovers.get(year)
        won = of["contract_sum"] + of["purchase_sum"]
        large = of["large"] or None
        yield m.MoneyYear(
            year=year,
            contracts=m.ContractSum(
                count=of["contracts"],
                sum=whole(of["contract_sum"]),
                large=large,
                sum_with_large=whole(of["contract_sum"] + of["large_sum"]) if large else None,
            ),
            purchases=m.MoneySum(count=of["purchases"], sum=whole(of["purchase_sum"])),
            frameworks=m.FrameworkCount(count=of["frameworks"]),
            turnover=turnover,
            share_of_turnover=won / (100 * turnover) if turnover and turnover > 0 else None,
        )


def _set_apart(sums: dict[str, int]) -> m.SetApart:
    reasons = (
        (ABOVE_CEILING, sums["apart"], whole(sums["apart_sum"])),
        (ABOVE_BILLION, sums["large"], whole(sums["large_sum"])),
        (NATURE_NOT_TOLD, sums["not_told"], None),
        (NO_VALUE, sums["no_value"], None),
    )
    return m.SetApart(
        count=sum(count for _, count, _ in reasons),
        reasons=tuple(
            m.SetApartReason(reason=reason, count=count, sum=total)
            for reason, count, total in reasons
            if count
        ),
    )


def _partners(
    read: Read, number: int, side: int, total: int, most: int
) -> Iterable[m.MoneyPartner]:
    statement = _PARTNERS.format(column=_COLUMN[side], other=_OTHER[side])
    for partner, name, count, won, frameworks in read(statement, (number, most)):
        yield m.MoneyPartner(
            tax_id=_tax_id(partner),
            name=name or "",
            count=count,
            sum=whole(won),
            share=won / total if total > 0 else None,
            frameworks=frameworks or None,
        )


def _contracts(
    read: Read, number: int, side: int, order: str, size: int, skip: int = 0
) -> tuple[m.Contract, ...]:
    statement = _CONTRACTS.format(column=_COLUMN[side], more=order)
    return tuple(_contract(row) for row in read(statement, (number, size, skip)))


def _contract(row: Sequence[DbValue], apart: str | None = None) -> m.Contract:
    """A contract or a purchase; only of a contract its row says why it is set apart."""
    (
        nature, day, buyer, buyer_name, winner, winner_name, value, after, cpv, title, number,
        shared, source, line,
    ) = row  # fmt: skip
    if nature == ContractNature.NOT_TOLD:
        apart = NATURE_NOT_TOLD
    elif nature in SUMMED:
        apart = NO_VALUE if value is None else ABOVE_BILLION if value > LARGE else None
    return m.Contract(
        nature=LABELS[ContractNature(nature)],
        date=_day(day),
        buyer_tax_id=_tax_id(buyer),
        buyer_name=buyer_name or "",
        winner_tax_id=_tax_id(winner),
        winner_name=winner_name or "",
        value=whole(value),
        value_after_changes=whole(after),
        cpv=cpv,
        title=title or "",
        number=number or "",
        shared_with=shared,
        set_apart=apart,
        source=source or "",
        line=line,
    )


def _purchases(
    read: Read, party: int, side: int, size: int, start: _ContractsFrom
) -> tuple[list[m.Contract], _ContractsFrom | None]:
    """So many purchases from a place on, pair after pair, and the place after them."""
    names: dict[int, str] = dict(read(_NAMES, ()))
    statement = _PACKED.format(column=_COLUMN[side], other=_OTHER[side])
    found: list[m.Contract] = []
    pair, row = start.skip, start.row
    while pairs := read(statement, (party, _PAIRS_AT_ONCE, pair)):
        for buyer, buyer_name, winner, winner_name, packed in pairs:
            rows = tuple(unpack(packed))
            for day, value, number, title, cpv, line, is_apart, source in rows[row:]:
                apart = NO_VALUE if value is None else ABOVE_CEILING if is_apart else None
                if len(found) == size:
                    return found, _ContractsFrom(1, pair, row)
                row += 1
                values = (
                    ContractNature.PURCHASE, day, buyer, buyer_name, winner, winner_name, value,
                    None, cpv, title, number, None, names.get(source), line,
                )  # fmt: skip
                found.append(_contract(values, apart))
            pair, row = pair + 1, 0
    return found, None


_PAIRS_AT_ONCE: Final = 20


def _changes(read: Read, number: int, side: int) -> Iterable[m.ContractChange]:
    statement = _CHANGES.format(column=_COLUMN[side], other=_OTHER[side])
    for day, contract, partner, name, before, after, title, source in read(
        statement, (number, MAX_SHOWN)
    ):
        yield m.ContractChange(
            date=_day(day),
            number=contract,
            partner_tax_id=_tax_id(partner),
            partner_name=name or "",
            before=whole(before),
            after=whole(after),
            title=title,
            source=source or "",
        )


def _peers(read: Read, owner: Owner) -> m.MoneyPeers | None:
    rows = read(_ACTIVITY, (owner.number,))
    activity = class_of(rows[0][0]) if rows else None
    found = read(_CLASS, (activity,)) if activity else []
    if not found:
        return None
    ((firms, median),) = found
    return m.MoneyPeers(caen=activity, firms=firms, median_share=median)


def _tax_id(number: int | None) -> str | None:
    """The tax id of a party that has a Romanian one."""
    return str(number) if number is not None and number > 0 else None


def _day(day: int | None) -> str | None:
    return None if day is None else (dt.date(1970, 1, 1) + dt.timedelta(day)).isoformat()
