"""The rows of the Public money tab, from what the service answered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tui_app.contract.public_money import (
    AUTHORITY,
    Contract,
    ContractChange,
    MoneyPartner,
    MoneyYear,
    PublicMoney,
    SetApartReason,
)
from tui_app.insight.public_money import NATURES, REASONS
from tui_app.system.language import _, ngettext
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import RecordField
from tui_app.ui.widgets.row_list import Piece, Row, RowLine


class MoneyRows:
    """All rows; ``partners`` and ``contracts`` are what some of them open, by the row's key."""

    def __init__(self, money: PublicMoney | None) -> None:
        self.partners: dict[str, CompanyEntry] = {}
        self.contracts: dict[str, Contract] = {}
        self._is_authority = money is not None and money.side == AUTHORITY
        self.rows: list[Row] = list(self._all(money)) if money and money.years else []

    def _all(self, money: PublicMoney) -> Iterator[Row]:
        yield _title("partners", _("Suppliers") if self._is_authority else _("Buyers"))
        partners = money.suppliers if self._is_authority else money.buyers
        total = (money.total_suppliers if self._is_authority else money.total_buyers) or 0
        for place, partner in enumerate(partners):
            yield self._partner(f"partner {place}", partner)
        if total > len(partners):
            more = _("… the largest {shown} of {count}")
            yield _plain("more", more.format(shown=len(partners), count=fmt.number(total)))
        yield _title("years", _("By year, nominal RON"))
        for year in reversed(money.years):
            yield _year(year)
        yield from self._contracts("newest", _("Newest contracts"), money.newest)
        yield from self._contracts("largest", _("Largest contracts"), money.largest)
        if money.changes:
            yield _title("changes", _("Changes after signing"))
        for place, change in enumerate(money.changes):
            yield _change(f"change {place}", change)
        if money.set_apart.reasons:
            yield _title("apart", _("Set apart: counted, in no sum"))
        for reason in money.set_apart.reasons:
            yield _apart(reason)

    def _partner(self, key: str, partner: MoneyPartner) -> Row:
        if partner.tax_id:
            self.partners[key] = CompanyEntry(tax_id=partner.tax_id, name=partner.name)
        figures = [
            f"{fmt.number(partner.count)} ×",
            f"{fmt.number(partner.sum):>14}",
            f"{fmt.share(partner.share):>7}",
        ]
        return Row(
            key,
            (
                RowLine(
                    (Piece(f"  {fmt.text(partner.name) or _('a person')}", "text"),),
                    (Piece("  ".join(figures), "text"),),
                ),
            ),
        )

    def _contracts(self, group: str, title: str, some: Sequence[Contract]) -> Iterator[Row]:
        if some:
            yield _title(group, title)
        for place, contract in enumerate(some):
            key = f"{group} {place}"
            self.contracts[key] = contract
            other = contract.winner_name if self._is_authority else contract.buyer_name
            nature = _(NATURES.get(contract.nature, contract.nature))
            about = f"  {contract.date or ''}  {nature}  {fmt.text(other)} · "
            left = (Piece(about, "text"), Piece(fmt.text(contract.title), "dim"))
            yield Row(key, (RowLine(left, (Piece(_value(contract), "text"),)),))


def _title(key: str, text: str) -> Row:
    return Row(f"# {key}", (RowLine((Piece(text, "strong"),)),))


def _plain(key: str, text: str) -> Row:
    return Row(key, (RowLine((Piece(f"  {text}", "dim"),)),))


def _year(year: MoneyYear) -> Row:
    parts = []
    if year.contracts.count or year.contracts.large:
        text = ngettext("{count} contract", "{count} contracts", year.contracts.count or 0)
        counted = text.format(count=fmt.number(year.contracts.count))
        said = f"{counted} {fmt.number(year.contracts.sum)}"
        if year.contracts.large:
            large = _("with those above 1 bn {sum}")
            said += f" ({large.format(sum=fmt.number(year.contracts.sum_with_large))})"
        parts.append(said)
    if year.purchases.count:
        text = ngettext("{count} purchase", "{count} purchases", year.purchases.count)
        counted = text.format(count=fmt.number(year.purchases.count))
        parts.append(f"{counted} {fmt.number(year.purchases.sum)}")
    if year.frameworks.count:
        text = ngettext("{count} framework", "{count} frameworks", year.frameworks.count)
        parts.append(text.format(count=fmt.number(year.frameworks.count)))
    right: tuple[Piece, ...] = ()
    if year.share_of_turnover is not None:
        share = _("{share} of turnover {year}")
        told = share.format(share=fmt.share(year.share_of_turnover), year=year.year)
        right = (Piece(told, "strong"),)
    left = (Piece(f"  {year.year}  ", "strong"), Piece(" · ".join(parts) or fmt.MISSING, "text"))
    return Row(f"year {year.year}", (RowLine(left, right),))


def _value(contract: Contract) -> str:
    if contract.nature == "framework":
        if contract.shared_with:
            text = ngettext(
                "a ceiling, shared with {count} other",
                "a ceiling, shared with {count} others",
                contract.shared_with,
            )
            return text.format(count=contract.shared_with)
        return _("a ceiling")
    value = fmt.number(contract.value)
    if contract.value_after_changes is not None:
        value += f" → {fmt.number(contract.value_after_changes)}"
    return f"{value} ({_('set apart')})" if contract.set_apart else value


def _change(key: str, change: ContractChange) -> Row:
    left = f"  {change.date or ''}  {fmt.text(change.number)}  {fmt.text(change.partner_name)}"
    right = f"{fmt.number(change.before)} → {fmt.number(change.after)}"
    return Row(key, (RowLine((Piece(left, "text"),), (Piece(right, "text"),)),))


def _apart(reason: SetApartReason) -> Row:
    text = f"  {fmt.number(reason.count)} {_(REASONS.get(reason.reason, reason.reason))}"
    right = () if reason.sum is None else (Piece(fmt.number(reason.sum), "dim"),)
    return Row(f"apart {reason.reason}", (RowLine((Piece(text, "warn"),), right),))


def contract_fields(contract: Contract) -> list[RecordField]:
    """All that is known of a contract, for the dialog."""
    values = (
        (_("Nature"), _(NATURES.get(contract.nature, contract.nature))),
        (_("Date"), contract.date or ""),
        (_("Authority"), f"{contract.buyer_name} {contract.buyer_tax_id or ''}".strip()),
        (_("Winner"), f"{contract.winner_name} {contract.winner_tax_id or ''}".strip()),
        (_("Value (RON)"), _value(contract)),
        (_("Ceiling (RON)"), fmt.number(contract.value) if contract.nature == "framework" else ""),
        (_("What"), contract.title),
        ("CPV", contract.cpv or ""),
        (_("Number"), contract.number),
        (_("File"), f"{contract.source}, {contract.line}" if contract.source else ""),
    )
    return [RecordField(name, fmt.text(value)) for name, value in values if value]
