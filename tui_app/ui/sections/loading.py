"""How a tab loads its data: what it needs, the requests, and their price."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar

from tui_app.client.answer import Answer
from tui_app.client.errors import CredentialError
from tui_app.client.live import WaitPrice
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.entry import Entry
from tui_app.ui.remote.price import at_most, total
from tui_app.ui.remote.value import RemoteValue
from tui_app.ui.sections.ask import Ask, is_answered

if TYPE_CHECKING:
    from tui_app.client.companies import Companies


class LoadingPane(DataPane):
    """A pane that needs the profile of a company and the answers to ``asks``."""

    # Any: a section's operations have different result types.
    asks: ClassVar[tuple[Ask[Any], ...]] = ()
    """The requests beside the profile; a section may need the profile alone."""

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(id=f"section-{self.tab}", classes="section")
        self.profile_value = profile
        self.values = tuple(
            RemoteValue[Any](self, ask.operation.name, self.request_finished) for ask in self.asks
        )
        """One for each of ``asks``, in their order."""
        self.entry: Entry | None = None
        self.page_shown = 1
        """The page that the answer belongs to; ``page`` may be under way."""
        self.confirmed = False
        self.warned = False
        """Whether the user has seen the waiting time announced by a live source."""
        self._after_first: Callable[[], None] = _nothing
        """Called once the first of several requests was answered."""

    def redraw(self) -> None:
        """The state changed."""

    @property
    def tax_id(self) -> str:
        """The company's tax id; empty while there is none."""
        return self.entry.tax_id if self.entry else ""

    @property
    def profile(self) -> CompanyProfile | None:
        """The company's profile, if loaded."""
        return self.profile_value.answer.data if self.profile_value.answer else None

    @property
    def company_name(self) -> str:
        """The name in the profile, else in the list."""
        known = self.profile.company_name if self.profile else ""
        return known or (self.entry.name if self.entry else "")

    # Any: a section's operations have different result types.
    @property
    def answers(self) -> dict[str, Answer[Any]]:
        """The loaded answers, by operation name; of paged ones, the first page."""
        pairs = zip(self.asks, self.values, strict=True)
        return {
            ask.operation.name: value.answer
            for ask, value in pairs
            if value.answer is not None and (self.page_shown == 1 or not ask.parameters(1))
        }

    # Any: operations have different result types.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """The operations of its data; without any of its own, the profile."""
        asked = tuple((ask.operation, ask.parameters(self.page)) for ask in self.asks)
        return asked or ((ops.PROFILE, {}),)

    def forget(self) -> None:
        """Drop all requests and answers."""
        self.confirmed = self.warned = False
        self.page = self.page_shown = 1
        self._after_first = _nothing
        for value in self.values:
            value.drop()

    # Any: as above.
    def may_ask(self, ask: Ask[Any]) -> bool:
        """Whether the server supports it: an extension must be announced first."""
        return is_answered(self.program.client, ask)

    def ask_missing(self, *, fresh: bool = False, again: bool = False) -> None:
        """Ask for what is missing and not ruled out; ``fresh`` asks for all, bypassing the cache.

        Without a profile nothing is requested: its failure counts for the whole company. The first
        of several requests is sent alone, so that a rejected key costs one request.
        """
        if self.asks and self.profile is None:
            return
        wanted = [
            (ask, value)
            for ask, value in zip(self.asks, self.values, strict=True)
            if (fresh or value.wanting or (again and value.missing))
            and self.may_ask(ask)
            and not ask.rules_out(self.profile)
            and (fresh or not self._warns(ask))
        ]
        self._after_first = lambda: self._ask_all(wanted[1:], fresh=fresh)
        self._ask_all(wanted[:1], fresh=fresh)

    # Any: as above.
    def _ask_all(self, wanted: list[tuple[Ask[Any], RemoteValue[Any]]], *, fresh: bool) -> None:
        for ask, value in wanted:
            value.ask(self._asking(ask, fresh=fresh, confirm=self.confirmed))

    # Any: as above.
    def _warns(self, ask: Ask[Any]) -> bool:
        """Whether the page must first announce a waiting time; the next Enter asks."""
        client = self.program.client
        if client is None or client.live is None or self.warned:
            return False
        price = self._price(client, self.tax_id, ask, False, self.page, self.profile)
        self.warned = True
        return isinstance(price, WaitPrice) and bool(price.warning)

    # Any: as above.
    def _asking(self, ask: Ask[Any], **how: bool) -> Callable[[Companies], Awaitable[Answer[Any]]]:
        tax_id, page, raw = self.tax_id, self.page, ask.parameters(self.page)
        program = self.program

        async def asked(companies: Companies) -> Answer[Any]:
            answer = await companies.ask(ask.operation, tax_id, raw, **how)
            program.workspace_thread.keep(program.source, ask.operation, tax_id, page, answer)
            return answer

        return asked

    def request_finished(self) -> None:
        """An answer arrived, a request failed, or one takes long enough to say so."""
        if any(value.request_finished for value in self.values):
            go_on, self._after_first = self._after_first, _nothing
            if not any(isinstance(value.error, CredentialError) for value in self.values):
                go_on()
        self.redraw()

    def reload(self) -> None:
        """Ask again, bypassing the cache."""
        self.ask_missing(fresh=True)
        self.redraw()

    def price(
        self,
        companies: Companies,
        tax_id: str,
        profile: CompanyProfile | None,
        *,
        fresh: bool = False,
        page: int = 0,
    ) -> int:
        """How many requests looking at this section of a company would cost now.

        ``profile`` is ``None`` where it is not loaded yet. ``fresh``: reloading what is shown.
        ``page`` is the first page of a paged section; 0: the current one.
        """
        here = tax_id == self.tax_id
        prices = [
            self._price(companies, tax_id, ask, fresh, page or (self.page if here else 1), profile)
            for ask, value in zip(self.asks, self.values, strict=True)
            if (fresh or not here or value.missing)
            and is_answered(companies, ask)
            and not ask.rules_out(profile)
        ]
        return total(*prices)

    # Any: as above.
    def _price(
        self,
        companies: Companies,
        tax_id: str,
        ask: Ask[Any],
        fresh: bool,
        page: int,
        profile: CompanyProfile | None,
    ) -> int:
        price = companies.price(ask.operation, tax_id, fresh=fresh, **ask.parameters(page))
        return at_most(price) if ask.operation.flag and profile is None else price

    def price_of_page(self, companies: Companies, page: int) -> int:
        """One request, unless the page is cached."""
        prices = [
            self._price(companies, self.tax_id, ask, False, page, self.profile) for ask in self.asks
        ]
        return total(*prices)

    def price_of_reload(self, companies: Companies) -> int:
        """All its requests; without any of its own, the profile."""
        if not self.entry:
            return 0
        if self.asks and self.profile is not None:
            return self.price(companies, self.tax_id, self.profile, fresh=True)
        profile = companies.price(ops.PROFILE, self.tax_id, fresh=True)
        return total(profile, self.price(companies, self.tax_id, self.profile))

    def price_of_opening(self) -> int:
        """Looking at it now, with the profile where that is missing."""
        client, profile = self.program.client, self.profile
        if client is None:
            return 1
        missing = 0 if profile else client.price(ops.PROFILE, self.tax_id)
        return total(missing, self.price(client, self.tax_id, profile))


def _nothing() -> None:
    """There is nothing more to ask for."""
