"""The Public money tab: contracts and direct purchases, by year, and the other parties.

An extension of our own service, for a registry with imported procurement files.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, final

from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract import public_money as m
from tui_app.contract import views
from tui_app.insight.public_money import CAUTION, NATURES, REASONS
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.panes.action import Intent
from tui_app.ui.panes.base import Copyable
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Questions
from tui_app.ui.sections.with_cursor import SectionWithRows
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import RecordField, paragraph
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table


class MoneyRows:
    """All rows; ``partners`` and ``contracts`` are opened by some of them, by the row's key.

    Of each group only ``many`` rows are shown, unless it is among the ``opened`` ones. The others
    are behind a row whose key is in ``closed``, with the group that it opens.
    """

    def __init__(
        self, money: m.PublicMoney | None, many: int = 0, opened: Collection[str] = ()
    ) -> None:
        self.partners: dict[str, CompanyEntry] = {}
        self.contracts: dict[str, m.Contract] = {}
        self.closed: dict[str, str] = {}
        self._many, self._opened = many, opened
        self._is_authority = money is not None and money.side == m.AUTHORITY
        self.rows: list[Row] = list(self._all(money)) if money and money.years else []

    def _all(self, money: m.PublicMoney) -> Iterator[Row]:
        title = _("Suppliers") if self._is_authority else _("Buyers")
        yield from self._group("partners", title, self._partners(money))
        newest_first = sorted(money.years, key=lambda each: each.year or 0, reverse=True)
        years = list(map(_year, newest_first))
        yield from self._group("years", _("By year, nominal RON"), years)
        newest, largest = _("Newest contracts"), _("Largest contracts")
        yield from self._group("newest", newest, self._contracts("newest", money.newest))
        yield from self._group("largest", largest, self._contracts("largest", money.largest))
        changes = [_change(f"change {at}", change) for at, change in enumerate(money.changes)]
        yield from self._group("changes", _("Changes after signing"), changes)
        apart = list(map(_apart, money.set_apart.reasons))
        yield from self._group("apart", _("Set apart: counted, not summed"), apart)

    def _group(self, group: str, title: str, rows: list[Row]) -> Iterator[Row]:
        """A title and its rows, without those that do not fit; nothing if there are none."""
        if not rows:
            return
        yield Row(f"# {group}", (RowLine((Piece(title, "strong"),)),))
        if group in self._opened or len(rows) <= self._many + 1:
            yield from rows
            return
        yield from rows[: self._many]
        self.closed[f"more {group}"] = group
        yield _row(f"more {group}", fmt.more(len(rows) - self._many))

    def _partners(self, money: m.PublicMoney) -> list[Row]:
        partners = money.suppliers if self._is_authority else money.buyers
        rows = [self._partner(f"partner {at}", partner) for at, partner in enumerate(partners)]
        total = (money.total_suppliers if self._is_authority else money.total_buyers) or 0
        if total > len(partners):
            more = _("… the largest {shown} of {count}")
            text = more.format(shown=len(partners), count=fmt.number(total))
            rows.append(_row("others", text))
        return rows

    def _partner(self, key: str, partner: m.MoneyPartner) -> Row:
        if partner.tax_id:
            self.partners[key] = CompanyEntry(tax_id=partner.tax_id, name=partner.name)
        figures = [
            f"{fmt.number(partner.count)} ×",
            f"{fmt.number(partner.sum):>14}",
            f"{fmt.share(partner.share):>7}",
        ]
        return _row(key, partner.name or _("a person"), "text", "  ".join(figures), "text")

    def _contracts(self, group: str, some: Sequence[m.Contract]) -> list[Row]:
        rows = []
        for index, contract in enumerate(some):
            key = f"{group} {index}"
            self.contracts[key] = contract
            other = contract.winner_name if self._is_authority else contract.buyer_name
            nature = _(NATURES.get(contract.nature, contract.nature))
            about = f"  {contract.date or ''}  {nature}  {fmt.text(other)} · "
            left = (Piece(about, "text"), Piece(fmt.text(contract.title), "dim"))
            rows.append(Row(key, (RowLine(left, (Piece(_value(contract), "text"),)),)))
        return rows


def of_turnover(share: float, year: int | None) -> str:
    """The awards of a year beside the turnover of its statement, in words."""
    if share < _MANY_TIMES:
        return _("{share} of turnover {year}").format(share=fmt.share(share), year=year)
    times = _("{times} times the turnover of {year}")
    return times.format(times=fmt.number(round(share)), year=year)


_MANY_TIMES = 10
"""Larger shares are given as a multiple."""


def _row(key: str, text: str, style: str = "dim", figure: str = "", of_figure: str = "") -> Row:
    right = (Piece(figure, of_figure),) if figure else ()
    return Row(key, (RowLine((Piece(f"  {text}", style),), right),))


def _year(year: m.MoneyYear) -> Row:
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
        right = (Piece(of_turnover(year.share_of_turnover, year.year), "strong"),)
    left = (Piece(f"  {year.year}  ", "strong"), Piece(" · ".join(parts) or fmt.MISSING, "text"))
    return Row(f"year {year.year}", (RowLine(left, right),))


def _value(contract: m.Contract) -> str:
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


def _change(key: str, change: m.ContractChange) -> Row:
    left = f"{change.date or ''}  {fmt.text(change.number)}  {fmt.text(change.partner_name)}"
    right = f"{fmt.number(change.before)} → {fmt.number(change.after)}"
    return _row(key, left, "text", right, "text")


def _apart(reason: m.SetApartReason) -> Row:
    text = f"{fmt.number(reason.count)} {_(REASONS.get(reason.reason, reason.reason))}"
    figure = "" if reason.sum is None else fmt.number(reason.sum)
    return _row(f"apart {reason.reason}", text, "warn", figure, "dim")


def contract_fields(contract: m.Contract) -> list[RecordField]:
    """All known fields of a contract, for the dialog."""
    values = (
        (_("Nature"), _(NATURES.get(contract.nature, contract.nature))),
        (_("Date"), contract.date),
        (_("Authority"), f"{contract.buyer_name} {contract.buyer_tax_id or ''}".strip()),
        (_("Winner"), f"{contract.winner_name} {contract.winner_tax_id or ''}".strip()),
        (_("Value (RON)"), _value(contract)),
        (_("Ceiling (RON)"), fmt.number(contract.value) if contract.nature == "framework" else ""),
        (_("What"), contract.title),
        ("CPV", contract.cpv),
        (_("Number"), contract.number),
        (_("File"), f"{contract.source}, {contract.line}" if contract.source else ""),
    )
    return [RecordField(name, fmt.text(value)) for name, value in values if value]


@final
class PublicMoneySection(SectionWithRows[m.PublicMoney]):
    """Rows: years, buyers or suppliers, contracts, changes. Enter opens the other party."""

    tab, title = views.MONEY.name, views.MONEY.title
    topic = "public-money"
    own_operations = (ops.PUBLIC_MONEY,)
    needs = N_(
        "Public money needs procurement files beside a registry of your own: "
        "firmeterm data download --procurement, then firmeterm data import."
    )
    lines_per_row = 1

    def __init__(self, answers: Answers) -> None:
        super().__init__(answers)
        self._rows = MoneyRows(None)
        self._opened: set[str] = set()

    def reset(self) -> None:
        """Clear the rows of the previous company."""
        self._rows = MoneyRows(None)
        self._opened.clear()
        super().reset()

    def show_rows(self) -> None:
        """Show the rows of the answer, the cursor below the first title."""
        self._show_rows()
        self.rows.cursor = 1

    def questions_of_row(self, key: str) -> Questions:
        """What opening the other party asks."""
        entry = self._rows.partners.get(key)
        return self.questions_to_open(entry.tax_id) if entry else ()

    def _show_rows(self) -> None:
        many = _ROWS_PER_GROUP if self.size.height < _TALL else _ROWS_PER_GROUP_IF_TALL
        self._rows = MoneyRows(self.data, many, self._opened)
        self.rows.show(self._rows.rows, keep_cursor=True)

    on_resize = _show_rows  # more or fewer rows of each group fit

    def enter(self) -> Intent | None:
        """Open what the row stands for: a title and a sum stand for nothing."""
        opens = (self._rows.partners, self._rows.contracts, self._rows.closed)
        is_plain = self.current_key and not any(self.current_key in each for each in opens)
        return None if is_plain else super().enter()

    def copies(self) -> tuple[Copyable, ...]:
        """The tax id of the other party, or the number of a contract."""
        if entry := self._rows.partners.get(self.current_key):
            return (Copyable("partner", "y", _("tax id under the cursor"), entry.tax_id),)
        if contract := self._rows.contracts.get(self.current_key):
            return (Copyable("contract", "y", _("number of the contract"), contract.number),)
        return ()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Open the other party, or all fields of a contract, on Enter or a second click."""
        if entry := self._rows.partners.get(event.key):
            origin = _("from {company}").format(company=self.company_name)
            self.post_message(self.OpenCompany(entry, origin))
        elif group := self._rows.closed.get(event.key):
            cursor = self.rows.cursor
            self._opened.add(group)
            self._show_rows()
            self.rows.cursor = cursor  # the first of the rows that were not shown
        elif event.key in self._rows.contracts:
            title = _("Public contract")
            shown = self.ShowFields(title, self._fields, self._turned, lambda: self._number)
            self.post_message(shown)

    @property
    def _fields(self) -> list[RecordField]:
        contract = self._rows.contracts.get(self.current_key)
        return contract_fields(contract) if contract else []

    def _turned(self, by: int) -> list[RecordField]:
        """The fields of the next or the previous contract, to which the cursor moves.

        Its group is opened where it is not shown.
        """
        keys = list(self._rows.contracts)
        index = keys.index(self.current_key) + by if self.current_key in keys else 0
        if 0 <= index < len(keys) and not self.rows.move_to(keys[index]):
            self._opened.add(keys[index].partition(" ")[0])  # it was behind "… more"
            self._show_rows()
            self.rows.move_to(keys[index])
        return self._fields

    @property
    def _number(self) -> str:
        contract = self._rows.contracts.get(self.current_key)
        return contract.number if contract else ""

    def export_table(self) -> Table | None:
        """The buyers or suppliers, by the interface's names."""
        if self.data is None:
            return None
        partners = self.data.suppliers if self.data.side == m.AUTHORITY else self.data.buyers
        return self.records_table(_("{company} public money"), m.MoneyPartner, partners)

    def draw_data(self, data: m.PublicMoney, width: int) -> list[Content]:
        """The total, the share of turnover, and what the numbers do not mean."""
        if not data.years:
            text = _("No public contract or direct purchase in the files that were imported.")
            return [paragraph(f"{text} {_covered(data)}", width, "dim")]
        return [
            paragraph(self._summary(data), width, "strong"),
            paragraph(f"{_(CAUTION)} {_covered(data)}", width, "dim"),
        ]

    def _summary(self, data: m.PublicMoney) -> str:
        side = _("Bought") if data.side == m.AUTHORITY else _("Won")
        counted = ngettext("{count} award", "{count} awards", data.count or 0)
        count = counted.format(count=fmt.number(data.count))
        parts = [f"{side}: {fmt.number(data.sum)} {_('RON')}", count]
        shares = [year for year in data.years if year.share_of_turnover is not None]
        if shares:
            latest = max(shares, key=lambda each: each.year or 0)
            parts.append(of_turnover(latest.share_of_turnover or 0, latest.year))
        if data.peers and data.peers.median_share is not None:
            text = _("median of {count} firms of class {caen}: {share}")
            median = fmt.share(data.peers.median_share)
            parts.append(
                text.format(count=data.peers.firms, caen=(data.peers.caen or "")[:4], share=median)
            )
        return " · ".join(parts)


def _covered(data: m.PublicMoney) -> str:
    if not data.first_day or not data.last_day:
        return ""
    text = _("Files from {first} to {last}.")
    return text.format(first=wording.day(data.first_day), last=wording.day(data.last_day))


_ROWS_PER_GROUP: Final = 3
_ROWS_PER_GROUP_IF_TALL: Final = 5
"""Rows of each group in a high tab, so that the newest contracts are in sight."""
_TALL: Final = 30
"""The height from which the larger number is shown, in lines."""
