"""A price in requests, and how it is said."""

from __future__ import annotations

from tui_app.language import _, ngettext


class AtMost(int):
    """An upper bound: a profile that is not here yet may rule some of the requests out."""


def total(*prices: int) -> int:
    """Prices together; an upper bound where one of them is."""
    found = sum(int(price) for price in prices)
    bounded = any(isinstance(price, AtMost) and price for price in prices)
    return AtMost(found) if bounded else found


def in_words(price: int | None) -> str:
    """``free``, ``1 request``, ``up to 5 requests``; empty for what never asks."""
    if price is None:
        return ""
    if price == 0:
        return _("free")
    if isinstance(price, AtMost):
        text = ngettext("up to {count} request", "up to {count} requests", price)
    else:
        text = ngettext("{count} request", "{count} requests", price)
    return text.format(count=int(price))


def in_short(price: int) -> str:
    """The same where there is little room; nothing for what is free."""
    return _("{count} req").format(count=int(price)) if price else ""
