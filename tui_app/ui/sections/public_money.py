"""The Public money tab: contracts and direct purchases, by year, and the other parties.

An extension of our own service, for a registry with imported procurement files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.public_money import AUTHORITY, MoneyPartner, PublicMoney
from tui_app.insight.public_money import CAUTION
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.panes.action import Intent
from tui_app.ui.panes.base import Copyable
from tui_app.ui.remote.answers import Answers
from tui_app.ui.remote.questions import Questions
from tui_app.ui.sections.public_money_rows import MoneyRows, contract_fields, of_turnover
from tui_app.ui.sections.with_cursor import SectionWithRows
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text import past
from tui_app.ui.text.drawing import RecordField, paragraph
from tui_app.ui.widgets.row_list import RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table


@final
class PublicMoneySection(SectionWithRows[PublicMoney]):
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
        partners = self.data.suppliers if self.data.side == AUTHORITY else self.data.buyers
        return self.records_table(_("{company} public money"), MoneyPartner, partners)

    def draw_data(self, data: PublicMoney, width: int) -> list[Content]:
        """The total, the share of turnover, and what the numbers do not mean."""
        if not data.years:
            text = _("No public contract or direct purchase in the files that were imported.")
            return [paragraph(f"{text} {_covered(data)}", width, "dim")]
        return [
            paragraph(self._summary(data), width, "strong"),
            paragraph(f"{_(CAUTION)} {_covered(data)}", width, "dim"),
        ]

    def _summary(self, data: PublicMoney) -> str:
        side = _("Bought") if data.side == AUTHORITY else _("Won")
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


def _covered(data: PublicMoney) -> str:
    if not data.first_day or not data.last_day:
        return ""
    return _("Files from {first} to {last}.").format(
        first=past.day(data.first_day), last=past.day(data.last_day)
    )


_ROWS_PER_GROUP: Final = 3
_ROWS_PER_GROUP_IF_TALL: Final = 5
"""Rows of each group in a high tab, so that the newest contracts are in sight."""
_TALL: Final = 30
"""The height from which the larger number is shown, in lines."""
