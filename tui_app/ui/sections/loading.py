"""How a tab loads its data: what it needs, the requests, and their price."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, ClassVar

from tui_app.client.answer import Answer
from tui_app.client.errors import CredentialError
from tui_app.client.live import WaitSeconds
from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile
from tui_app.ui.panes.base import DataPane
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.remote.price import at_most, total
from tui_app.ui.remote.value import RemoteValue

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.live import LiveSource


class LoadingPane(DataPane):
    """A pane that needs the profile of a company and the answers to ``asks``."""

    # Any: a section's operations have different result types.
    asks: ClassVar[tuple[ops.Operation[Any], ...]] = ()
    """The requests beside the profile; a section may need the profile alone."""

    def __init__(self, profile: RemoteValue[CompanyProfile]) -> None:
        super().__init__(id=f"section-{self.tab}", classes="section")
        self.profile_value = profile
        self.pairs = tuple(
            (each, RemoteValue[Any](self, each.name, self.value_changed)) for each in self.asks
        )
        """Each of ``asks`` with its value."""
        self.values = tuple(value for _operation, value in self.pairs)
        self.entry: CompanyEntry | None = None
        self.page_shown = 1
        """The page that the answer belongs to; ``page`` may be under way."""
        self.confirmed = False
        self.warned = False
        """Whether the user has seen what a live source warns of before it asks."""
        # Any: as above.
        self._first: RemoteValue[Any] | None = None
        """The request that is sent alone, before ``_rest``."""
        self._rest: Callable[[], None] = _nothing

    def redraw(self) -> None:
        """The state changed."""

    @property
    def tax_id(self) -> str:
        """The company's tax id; empty while there is none."""
        return self.entry.tax_id if self.entry else ""

    @property
    def live(self) -> LiveSource | None:
        """The source of the answers, where it is a live one."""
        client = self.program.client
        return client.live if client else None

    @property
    def profile(self) -> CompanyProfile | None:
        """The company's profile, if loaded."""
        return self.profile_value.answer.data if self.profile_value.answer else None

    @property
    def company_name(self) -> str:
        """The name in the profile, else in the list."""
        full_name = self.profile.company_name if self.profile else ""
        return full_name or (self.entry.name if self.entry else "")

    # Any: a section's operations have different result types.
    @property
    def answers(self) -> dict[str, Answer[Any]]:
        """The loaded answers, by operation name; of paged ones, the first page."""
        return {
            operation.name: value.answer
            for operation, value in self.pairs
            if value.answer is not None and (self.page_shown == 1 or not operation.paging)
        }

    # Any: operations have different result types.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """The operations of its data; without any of its own, the profile."""
        own = tuple((operation, page_of(operation, self.page)) for operation in self.asks)
        return own or ((ops.PROFILE, {}),)

    def drop(self) -> None:
        """Drop all requests and answers."""
        self.confirmed = self.warned = False
        self.page = self.page_shown = 1
        self._first, self._rest = None, _nothing
        for value in self.values:
            value.drop()

    # Any: as above.
    def may_ask(self, operation: ops.Operation[Any]) -> bool:
        """Whether the server supports it: an extension must be announced first."""
        client = self.program.client
        return operation not in ops.EXTENSIONS or (
            client is not None and client.answers_extension(operation)
        )

    def ask_missing(self, *, fresh: bool = False, again: bool = False) -> None:
        """Ask for what is missing and not ruled out; ``fresh`` asks for all, bypassing the cache.

        Without a profile nothing is requested: its failure counts for the whole company. The first
        of several requests is sent alone, so that a rejected key costs one request.
        """
        if self.asks and self.profile is None:
            return
        missing = [
            (operation, value)
            for operation, value in self.pairs
            if (fresh or value.needs_request or (again and value.is_missing))
            and self.may_ask(operation)
            and not operation.is_ruled_out(self.profile)
        ]
        if not (fresh or self.warned):
            # Requests that need a warning wait for the Enter after it.
            warned = [pair for pair in missing if self._warning_of(pair[0])]
            missing = [pair for pair in missing if pair not in warned]
            self.warned = bool(warned)
        if not missing:
            return
        self._first, self._rest = missing[0][1], lambda: self._ask_all(missing[1:], fresh=fresh)
        self._ask_all(missing[:1], fresh=fresh)

    # Any: as above.
    def _ask_all(
        self, pairs: list[tuple[ops.Operation[Any], RemoteValue[Any]]], *, fresh: bool
    ) -> None:
        for operation, value in pairs:
            value.ask(self._request_for(operation, fresh=fresh, confirm=self.confirmed))

    # Any: as above.
    def _warning_of(self, operation: ops.Operation[Any]) -> str:
        """What the page must say before a live source is asked; empty where nothing."""
        client = self.program.client
        price = self._price(client, operation, self.page, self.profile) if client else 0
        return price.warning if isinstance(price, WaitSeconds) else ""

    # Any: as above.
    def _request_for(
        self, operation: ops.Operation[Any], **how: bool
    ) -> Callable[[Companies], Awaitable[Answer[Any]]]:
        tax_id, page, raw = self.tax_id, self.page, page_of(operation, self.page)
        program = self.program

        async def request(companies: Companies) -> Answer[Any]:
            answer = await companies.ask(operation, tax_id, raw, **how)
            program.workspace_thread.keep(program.source, operation, tax_id, page, answer)
            return answer

        return request

    def value_changed(self) -> None:
        """An answer arrived, a request failed, or one takes long enough to say so."""
        first = self._first
        if first is not None and first.is_settled:
            self._first = None
            if not isinstance(first.error, CredentialError):
                self._rest()
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
        first = page or (self.page if here else 1)
        prices = [
            self._price(companies, operation, first, profile, tax_id=tax_id, fresh=fresh)
            for operation, value in self.pairs
            if (fresh or not here or value.is_missing)
            and self.may_ask(operation)
            and not operation.is_ruled_out(profile)
        ]
        return total(*prices)

    # Any: as above.
    def _price(
        self,
        companies: Companies,
        operation: ops.Operation[Any],
        page: int,
        profile: CompanyProfile | None,
        *,
        tax_id: str = "",
        fresh: bool = False,
    ) -> int:
        price = companies.price(
            operation, tax_id or self.tax_id, fresh=fresh, **page_of(operation, page)
        )
        return at_most(price) if operation.flag and profile is None else price

    def price_of_page(self, companies: Companies, page: int) -> int:
        """One request, unless the page is cached."""
        return total(*(self._price(companies, each, page, self.profile) for each in self.asks))

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
    """Ask for nothing more."""


# Any: operations have different result types.
def page_of(operation: ops.Operation[Any], page: int) -> dict[str, str]:
    """The page as a parameter of a URL, for an operation with pages."""
    return {"page": str(page)} if operation.paging else {}
