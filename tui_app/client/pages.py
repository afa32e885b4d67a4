"""Does a page agree with itself, and with the page before it? A server may lie."""

from __future__ import annotations

from tui_app.client.tolerant import Report
from tui_app.contract.resources import CourtCasePage, RegisteredCompanyPage
from tui_app.language import N_

Page = CourtCasePage | RegisteredCompanyPage


def check_page(page: Page, asked: int, report: Report) -> None:
    """Report what contradicts itself on a page."""
    items, total_name, total = _parts(page)
    if page.current_page is None:
        report.add("currentPage", N_("missing"))
    elif page.current_page != asked:
        text = N_("the server answered with page {found} instead of {asked}")
        report.add("currentPage", text, found=page.current_page, asked=asked)
    if page.total_pages is None or page.total_pages < 0:
        report.add("totalPages", N_("missing"))
    elif items and page.total_pages < asked:
        text = N_("said to be {said}, and yet page {asked} holds something")
        report.add("totalPages", text, said=page.total_pages, asked=asked)
    elif not items and asked <= page.total_pages:
        text = N_("said to be {said}, and yet page {asked} is empty")
        report.add("totalPages", text, said=page.total_pages, asked=asked)
    if total is None or total < 0:
        report.add(total_name, N_("missing"))
    elif total < len(items):
        text = N_("said to be {said}, and yet this page holds {held}")
        report.add(total_name, text, said=total, held=len(items))


def check_repetition(page: Page, before: object, asked: int, report: Report) -> None:
    """Report a page that holds the same as the page before it."""
    if not isinstance(before, CourtCasePage | RegisteredCompanyPage):
        return
    items, _, _ = _parts(page)
    if items and items == _parts(before)[0]:
        report.add(
            "currentPage", N_("page {asked} repeats page {before}"), asked=asked, before=asked - 1
        )


def _parts(page: Page) -> tuple[tuple[object, ...], str, int | None]:
    if isinstance(page, CourtCasePage):
        return page.court_cases, "totalCases", page.total_cases
    return page.companies, "totalCompanies", page.total_companies
