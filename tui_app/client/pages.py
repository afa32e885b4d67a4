"""Checks that a page agrees with itself and with the page before it; a server may be wrong."""

from __future__ import annotations

from tui_app.client.api_request import AnyRequest
from tui_app.client.tolerant import Faults, note
from tui_app.system.language import N_, _


def check_page(request: AnyRequest, page: object, faults: Faults) -> None:
    """Report contradictions on a page; does nothing for a result without pages."""
    paging = request.operation.paging
    if paging is None:
        return
    requested, found = request.page, getattr(page, "current_page", None)
    pages: int | None = getattr(page, "total_pages", None)
    items: tuple[object, ...] = getattr(page, paging.items)
    total: int | None = getattr(page, paging.total)
    if found is None:
        note(faults, "currentPage", N_("missing"))
    elif found != requested:
        text = N_("the server answered with page {found} instead of {requested}")
        note(faults, "currentPage", text, found=found, requested=requested)
    if pages is None or pages < 0:
        note(faults, "totalPages", N_("missing"))
    elif items and pages < requested:
        text = N_("said to be {reported}, and yet page {requested} has entries")
        note(faults, "totalPages", text, reported=pages, requested=requested)
    elif not items and requested <= pages:
        text = N_("said to be {reported}, and yet page {requested} is empty")
        note(faults, "totalPages", text, reported=pages, requested=requested)
    if total is None or total < 0:
        note(faults, paging.total_name, N_("missing"))
    elif total < len(items):
        text = N_("said to be {reported}, and yet this page has {count}")
        note(faults, paging.total_name, text, reported=total, count=len(items))


def repetition(request: AnyRequest, page: object, before: object) -> tuple[str, ...]:
    """The fault of a page with the same content as the page before it; empty for any other."""
    paging = request.operation.paging
    items = getattr(page, paging.items) if paging else ()
    if not paging or not items or items != getattr(before, paging.items):
        return ()
    text = _("page {requested} repeats page {before}")
    return (f"currentPage: {text.format(requested=request.page, before=request.page - 1)}",)
