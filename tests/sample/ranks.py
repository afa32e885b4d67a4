"""The order of companies within a tier, as the interface says it."""

from __future__ import annotations

from tui_app.contract.folding import fold
from tui_app.contract.status import StatusGroup, classify_status


def static_rank(
    status: str, turnover: int | None, name: str, tax_id: str
) -> tuple[bool, bool, int, str, str]:
    """Sort key within a tier: active first, then turnover (whole RON, unknown last), then name."""
    active = classify_status(status) is StatusGroup.ACTIVE
    return (not active, turnover is None, -(turnover or 0), fold(name), tax_id)
