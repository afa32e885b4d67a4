"""The lines of a yearly statement, by their folded labels, for files and live answers."""

from __future__ import annotations

from typing import Final

PROFIT, LOSS = "profit", "loss"
"""Two lines, one of which is empty; a loss is a positive number."""

FIELDS: Final = {
    "active imobilizate total": "fixed_assets",
    "active circulante total": "current_assets",
    "stocuri": "inventory",
    "creante": "receivables",
    "casa si conturi la banci": "cash",
    "datorii": "debts",
    "capitaluri total": "equity",
    "capitaluri proprii total": "equity",
    "capital subscris varsat": "share_capital",
    "cifra de afaceri neta": "turnover",
    "profit net": PROFIT,
    "pierdere neta": LOSS,
    "numar mediu de salariati": "employee",
}
"""Each label to its field, ``PROFIT`` or ``LOSS``."""


def net_profit(profit: int | None, loss: int | None) -> int | None:
    """Profit minus loss; unknown if neither was reported, which is not zero."""
    if profit is None and loss is None:
        return None
    return (profit or 0) - (loss or 0)
