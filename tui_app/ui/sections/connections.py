"""The Connections tab: other companies of the same administrator or at the same address.

An extension of our own service, over a registry into which administrators were imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile, Connection, ConnectionPage
from tui_app.language import N_, _, ngettext
from tui_app.ui.panes.base import Copyable
from tui_app.ui.panes.entry import Entry
from tui_app.ui.remote.value import Phase, RemoteValue
from tui_app.ui.sections.ask import Ask
from tui_app.ui.sections.base import Section
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import lines, paragraph, styled
from tui_app.ui.widgets.row_list import Line, Piece, Row, RowList

if TYPE_CHECKING:
    from tui_app.export.tables import Table

_LINKS = {
    "administrator": N_("same name, perhaps another person"),
    "address": N_("same address"),
}
"""What a link does not prove."""


class ConnectionsSection(Section):
    """A list of companies: Enter opens one, and back returns here."""

    tab = "connections"
    title = N_("Connections")
    help = N_("Show other companies of the same administrators or at the same address")
    paged = opens_rows = True
    asks = (Ask(operation=ops.CONNECTIONS),)

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(profile)
        self.rows = RowList(lines_per_row=2, id="connections")
        self._by_key: dict[str, Connection] = {}

    def compose(self) -> ComposeResult:
        """The text about the page, and its companies."""
        yield self.text_pane
        yield self.rows

    @property
    def focus_target(self) -> Widget:
        """Focus the companies."""
        return self.rows

    @property
    def leads_to(self) -> Entry | None:
        """The company under the cursor."""
        row = self.rows.current
        return _entry(self._by_key[row.key]) if row else None

    @property
    def data(self) -> ConnectionPage | None:
        """The data of the answer, if loaded."""
        answer = self.values[0].answer
        return answer.data if answer else None

    def reset(self) -> None:
        """Each company has its own connections."""
        self._by_key = {}
        self.rows.show(())

    @property
    def total_pages(self) -> int:
        """The number of pages that the server gave."""
        return max(1, (self.data.total_pages if self.data else None) or 1)

    def turn(self, by: int) -> None:
        """Ask for another page, if it exists."""
        page = self.page + by
        if 1 <= page <= self.total_pages:
            self.page = page
            self.values[0].ask(self._asking(self.asks[0], confirm=True))
            self.redraw()

    def request_finished(self) -> None:
        """A page arrived or failed."""
        if self.values[0].phase is Phase.READY and self.data is not None:
            numbered = enumerate(self.data.connections)
            self._by_key = {f"{place} {each.tax_id}": each for place, each in numbered}
            self.rows.show([_row(key, each) for key, each in self._by_key.items()])
        self.redraw()

    def copies(self) -> tuple[Copyable, ...]:
        """The company under the cursor, not the one that is shown."""
        row = self.rows.current
        if row is None:
            return ()
        tax_id = self._by_key[row.key].tax_id
        return (Copyable("connection", "y", _("tax id under the cursor"), tax_id),)

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Enter or a second click opens the company."""
        event.stop()
        self.post_message(self.OpenCompany(_entry(self._by_key[event.key])))

    def export_table(self) -> Table | None:
        """The companies shown, by the interface's names."""
        from tui_app.export.tables import Table

        if self.data is None:
            return None
        fields = Connection.__struct_fields__
        rows = tuple(tuple(getattr(c, field) for field in fields) for c in self.data.connections)
        title = _("{company} connections").format(company=self.company_name)
        return Table(title, Connection.__struct_encode_fields__, rows)

    def draw(self, width: int) -> Content:
        """The number of companies, and a caution about equal names."""
        if self.entry is None:
            return Content(" ")
        if not self.may_ask(self.asks[0]):
            text = _(
                "Connections need a registry of your own with administrators: "
                "firmeterm data import --with-administrators."
            )
            return paragraph(text, width, "dim")
        if state := self.draw_state(self.values[0], width):
            return state
        if self.data is None or not self.data.connections:
            return styled(_("No other company of these people or at this address."), "dim")
        total = self.data.total_connections or 0
        counted = ngettext("{count} connection", "{count} connections", total)
        pages = _("page {page} of {pages}").format(page=self.page, pages=self.total_pages)
        warning = _("A name is no identity: it may be another person's.")
        return lines(
            [
                styled(f"{counted.format(count=fmt.number(total))} · {pages}", "strong"),
                paragraph(warning, width, "dim"),
            ]
        )


def _entry(connection: Connection) -> Entry:
    return Entry(
        tax_id=connection.tax_id,
        name=connection.company_name,
        company_type=connection.company_type,
        company_id=connection.company_id,
        status=connection.status,
        locality=connection.locality,
        county=connection.county,
    )


def _row(key: str, connection: Connection) -> Row:
    entry = _entry(connection)
    mark, style = fmt.status_mark(entry.status) if entry.status else (" ", "dim")
    first = Line(
        (Piece(f"{mark} ", style), Piece(fmt.text(entry.name), "strong")),
        (Piece(entry.tax_id, "dim"),),
    )
    link = _(_LINKS.get(connection.link, connection.link))
    about = " · ".join(part for part in (connection.through, link, entry.place) if part)
    return Row(key, (first, Line((Piece(f"  {about}", "dim"),))))
