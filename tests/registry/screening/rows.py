"""All rows of a screen."""

from __future__ import annotations

from tui_app.contract.screening.language import parse
from tui_app.contract.screening.page import ScreeningRow
from tui_app.registry.sqlite.registry_file import RegistryFile


def rows_of(
    registry: RegistryFile, line: str, order: str = "-turnover", size: int = 100
) -> list[ScreeningRow]:
    """Every row of a screen, page by page."""
    rows: list[ScreeningRow] = []
    cursor = ""
    while True:
        page = registry.screen(parse(line), order, size, cursor)
        assert page.companies or not rows, "a page was promised that is not there"
        rows += page.companies
        if page.next_cursor is None:
            assert page.total_is_exact and page.total_companies == len(rows)
            return rows
        assert len(page.companies) == size
        cursor = page.next_cursor
