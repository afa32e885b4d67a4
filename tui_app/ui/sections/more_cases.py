"""Pages of court cases after the first, for rules that need all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tui_app.client.answer import Answer
from tui_app.client.errors import ClientError
from tui_app.contract import operations as ops
from tui_app.contract.resources import CourtCasePage
from tui_app.ui.remote.price import total
from tui_app.ui.remote.wording import error_text

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.app import FirmetermApp


class MoreCases:
    """The further pages of one company: which are missing, their price, and loading them."""

    def __init__(self, known: Callable[[], dict[int, Answer[CourtCasePage]]]) -> None:
        """``known`` returns the pages loaded anywhere."""
        self._known = known
        self.pages: dict[int, Answer[CourtCasePage]] = {}
        """The pages loaded here."""
        self.is_loading = False

    @property
    def missing_pages(self) -> list[int]:
        """The numbers of the existing pages that are not loaded."""
        known = self._known()
        pages = max((page.data.total_pages or 0 for page in known.values()), default=0)
        last = min(pages, ops.PAGE.maximum)
        return [number for number in range(1, last + 1) if number not in known]

    def price(self, companies: Companies, tax_id: str) -> int:
        """The price of the missing pages."""
        return total(
            *(companies.price(ops.COURT_CASES, tax_id, page=page) for page in self.missing_pages)
        )

    def has_free(self, companies: Companies, tax_id: str) -> bool:
        """Whether a missing page is cached and not being loaded."""
        return not self.is_loading and any(
            not companies.price(ops.COURT_CASES, tax_id, page=page) for page in self.missing_pages
        )

    async def load(self, program: FirmetermApp, tax_id: str, *, only_free: bool) -> str:
        """Load the missing pages, or only the free ones; returns the error that ended it."""
        pages = self.pages
        self.is_loading = True
        try:
            companies = await program.companies()
            for number in self.missing_pages:
                if only_free and companies.price(ops.COURT_CASES, tax_id, page=number):
                    continue
                raw = {"page": str(number)}
                answer = await companies.ask(ops.COURT_CASES, tax_id, raw, confirm=not only_free)
                program.workspace_thread.keep(
                    program.source, ops.COURT_CASES, tax_id, number, answer
                )
                pages[number] = answer
        except ClientError as error:
            return "" if only_free else error_text(error, program)
        finally:
            self.is_loading = False
        return ""
