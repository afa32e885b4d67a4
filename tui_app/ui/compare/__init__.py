"""Two to five companies side by side."""

from collections.abc import Iterable
from typing import Final

from tui_app.contract.operations import FINANCIAL, PROFILE, AnyOperation
from tui_app.ui.remote.questions import Questions, about

MAX_COMPARED: Final = 5
"""The most companies in a comparison."""

MIN_COMPARED: Final = 2
"""The fewest companies in a comparison."""

ALWAYS: Final[tuple[AnyOperation, ...]] = (PROFILE, FINANCIAL)


def questions_of(tax_ids: Iterable[str], *also: AnyOperation, fresh: bool = False) -> Questions:
    """What a comparison asks: profile and figures of each company, and other operations."""
    return tuple(
        about(operation, tax_id, fresh=fresh)
        for tax_id in tax_ids
        for operation in (*ALWAYS, *also)
    )
