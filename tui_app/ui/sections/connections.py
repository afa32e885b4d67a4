"""The Connections tab: other companies of the same administrator or at the same address.

An extension of our own service, for a registry with imported administrators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from textual.content import Content

from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.resources import ConnectedCompany, ConnectionPage
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.panes.base import Copyable
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.remote.questions import Questions
from tui_app.ui.sections.with_cursor import PagedSection
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import paragraph, styled
from tui_app.ui.widgets.row_list import Piece, Row, RowLine, RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table

_LINKS = {"administrator": N_("same name, perhaps another person"), "address": N_("same address")}
"""Cautions: what a link does not prove."""


@final
class ConnectionsSection(PagedSection[ConnectionPage]):
    """A list of companies: Enter opens one, and back returns here."""

    tab, title = views.LINKS.name, views.LINKS.title
    own_operations = (ops.CONNECTIONS,)
    needs = N_(
        "Connections need a registry of your own with administrators: "
        "firmeterm data import --with-administrators."
    )

    def questions_of_row(self, key: str) -> Questions:
        """What opening the company of a row asks."""
        entry = self._companies.get(key)
        return self.questions_to_open(entry.tax_id) if entry else ()

    @property
    def _companies(self) -> dict[str, CompanyEntry]:
        """The companies of the page, by the keys of their rows."""
        numbered = enumerate(self.data.connections if self.data else ())
        return {f"{index} {each.tax_id}": from_record(each) for index, each in numbered}

    def show_rows(self) -> None:
        """A row for each connection."""
        connections = self.data.connections if self.data else ()
        companies = self._companies.items()
        found = zip(companies, connections, strict=True)
        self.rows.show([_row(key, entry, each) for (key, entry), each in found], keep_cursor=True)

    def copies(self) -> tuple[Copyable, ...]:
        """The company under the cursor, not the current one."""
        entry = self._companies.get(self.current_key)
        if entry is None:
            return ()
        return (Copyable("connection", "y", _("tax id under the cursor"), entry.tax_id),)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click opens the company."""
        if entry := self._companies.get(event.key):
            origin = _("from {company}").format(company=self.company_name)
            self.post_message(self.OpenCompany(entry, origin))

    def export_table(self) -> Table | None:
        """The companies shown, by the interface's names."""
        if self.data is None:
            return None
        title = _("{company} connections")
        return self.records_table(title, ConnectedCompany, self.data.connections)

    def draw_data(self, data: ConnectionPage, width: int) -> list[Content]:
        """The number of companies, and a caution about equal names."""
        if not data.connections and self.pages.shown == 1:
            text = _("No other companies of these people or at this address.")
            return [paragraph(text, width, "dim")]
        warning = _("A name does not identify anybody: it may be another person's.")
        counted = ngettext("{count} connection", "{count} connections", data.total_connections or 0)
        count = counted.format(count=fmt.number(data.total_connections))
        head = styled(f"{count} · {self.page_text()}", "strong")
        return [head, paragraph(warning, width, "dim")]


def _row(key: str, entry: CompanyEntry, connection: ConnectedCompany) -> Row:
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    first = RowLine(
        (Piece(f"{mark} ", style), Piece(fmt.text(entry.name), "strong")),
        (Piece(entry.tax_id, "dim"),),
    )
    link = _(_LINKS.get(connection.link, connection.link))
    about = " · ".join(part for part in (connection.through, link, entry.place) if part)
    return Row(key, (first, RowLine((Piece(f"  {about}", "dim"),))))
