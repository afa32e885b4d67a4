"""Public money in a Markdown report: sums, the other side, and each contract with its file."""

from __future__ import annotations

from collections.abc import Iterator

from tui_app.contract.public_money import AUTHORITY, Contract, ContractPage, PublicMoney
from tui_app.export.tables import Table
from tui_app.export.values import MISSING, in_unit, number
from tui_app.insight.figures import Unit
from tui_app.insight.public_money import NATURES, REASONS
from tui_app.system.language import _


def money_tables(data: PublicMoney | ContractPage) -> Iterator[Table]:
    """The tables of an answer, without those that have no row."""
    tables = _sums(data) if isinstance(data, PublicMoney) else (_contracts(data),)
    return (table for table in tables if table.rows)


def purchases_in_sums(money: PublicMoney | None, page: ContractPage | None) -> tuple[str, ...]:
    """A note if the sums include direct purchases that have no row of their own."""
    if money is None or page is None:
        return ()
    bought = sum(year.purchases.count or 0 for year in money.years)
    side = "buyer_tax_id" if money.side == AUTHORITY else "winner_tax_id"
    rows = sum(
        each.nature == "purchase" and not each.set_apart and getattr(each, side) == money.tax_id
        for each in page.contracts
    )
    if len(page.contracts) < (page.total_contracts or 0) or rows >= bought:
        return ()
    text = _(
        "{rows} of {count} direct purchases are listed, the largest of each buyer and winner; the"
        " sums are of all."
    )
    return (text.format(rows=number(rows), count=number(bought)),)


def _sums(money: PublicMoney) -> Iterator[Table]:
    side = _("Bought (RON)") if money.side == AUTHORITY else _("Won (RON)")
    yield Table("", (side, _("Awards")), ((_amount(money.sum), _amount(money.count)),))
    yield Table(
        _("By year, nominal RON"),
        (
            _("Year"), _("Contracts"), _("Sum"), _("With those above 1 bn"), _("Purchases"),
            _("Sum"), _("Frameworks"), _("Share of turnover"),
        ),
        tuple(
            (
                year.year, _amount(year.contracts.count), _amount(year.contracts.sum),
                _amount(year.contracts.sum_with_large), _amount(year.purchases.count),
                _amount(year.purchases.sum), _amount(year.frameworks.count),
                in_unit(year.share_of_turnover, Unit.PERCENT),
            )
            for year in reversed(money.years)
        ),
    )  # fmt: skip
    yield Table(
        _partners_title(money),
        (_("Tax id (CUI)"), _("Name"), _("Awards"), _("Sum"), _("Share"), _("Frameworks")),
        tuple(
            (
                each.tax_id, each.name or _("a person"), _amount(each.count), _amount(each.sum),
                in_unit(each.share, Unit.PERCENT), _amount(each.frameworks),
            )
            for each in (*money.buyers, *money.suppliers)
        ),
    )  # fmt: skip
    yield Table(
        _("Changes after signing"),
        (_("Date"), _("Number"), _("Other side"), _("Before"), _("After"), _("What"), _("File")),
        tuple(
            (
                each.date, each.number, each.partner_name, _amount(each.before),
                _amount(each.after), each.title, each.source,
            )
            for each in money.changes
        ),
    )  # fmt: skip
    yield Table(
        _("Set apart: counted, not summed"),
        (_("Why"), _("Awards"), _("Sum")),
        tuple(
            (_(REASONS.get(each.reason, each.reason)), _amount(each.count), _amount(each.sum))
            for each in money.set_apart.reasons
        ),
    )


def _contracts(page: ContractPage) -> Table:
    return Table(
        "",
        (
            _("Date"), _("Nature"), _("Authority"), _("Winner"), _("Value (RON)"),
            _("After changes"), "CPV", _("What"), _("Number"), _("File"), _("Line"),
        ),
        tuple(
            (
                each.date, _(NATURES.get(each.nature, each.nature)),
                f"{each.buyer_name} {each.buyer_tax_id or ''}".strip(),
                f"{each.winner_name or _('a person')} {each.winner_tax_id or ''}".strip(),
                _value(each), _amount(each.value_after_changes), each.cpv, each.title,
                each.number, each.source, each.line,
            )
            for each in page.contracts
        ),
    )  # fmt: skip


def _partners_title(money: PublicMoney) -> str:
    is_authority = money.side == AUTHORITY
    title = _("Suppliers") if is_authority else _("Buyers")
    total = (money.total_suppliers if is_authority else money.total_buyers) or 0
    shown = len(money.suppliers if is_authority else money.buyers)
    if total <= shown:
        return title
    more = _("the largest {shown} of {count}").format(shown=shown, count=number(total))
    return f"{title}: {more}"


def _value(contract: Contract) -> str:
    said = _amount(contract.value)
    if contract.nature == "framework":
        return f"{said} ({_('a ceiling')})"
    return f"{said} ({_('set apart')})" if contract.set_apart else said


def _amount(value: int | None) -> str:
    return MISSING if value is None else number(value)
