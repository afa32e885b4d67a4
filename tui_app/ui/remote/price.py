"""The price of an action in requests, and how it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tui_app.client.live import WaitSeconds
from tui_app.contract.operations import EXTENSIONS, AnyOperation
from tui_app.system.language import _, ngettext
from tui_app.ui.remote.questions import Question

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.resources import CompanyProfile


_EXTENSIONS: Final = frozenset(each.name for each in EXTENSIONS)


class AtMost(int):
    """An upper bound: the profile is not loaded yet and may make some of the requests needless."""


def total(*prices: int) -> int:
    """The sum of prices; an upper bound if one of them is."""
    amount, is_bound = 0, False
    waits: list[WaitSeconds] = []
    for price in prices:
        if price:
            amount += int(price)
            is_bound = is_bound or type(price) is AtMost
            if isinstance(price, WaitSeconds):
                waits.append(price)
    if waits:
        return _total_wait(amount, waits)
    return AtMost(amount) if is_bound else amount


def _total_wait(seconds: int, waits: list[WaitSeconds]) -> WaitSeconds:
    wait = WaitSeconds(seconds)
    alone = len(waits) == 1 and waits[0] == seconds
    wait.text = waits[0].text if alone else _("about {seconds} s").format(seconds=seconds)
    wait.warning = " ".join(dict.fromkeys(each.warning for each in waits if each.warning))
    return wait


def price_of(question: Question, client: Companies, profile: CompanyProfile | None) -> int:
    """How many requests a question would send now: the only place where a price is computed.

    Without the profile it is an upper bound: what that rules out costs nothing.
    """
    operation, tax_id, raw, fresh = question
    # Which lists a server offers is known only after its first answer, which costs the same.
    if operation.is_ruled_out(profile) or (tax_id and not is_announced(operation, client)):
        return 0
    price = client.price(operation, tax_id, fresh=fresh, **dict(raw))
    is_bound = operation.flag and profile is None and not isinstance(price, WaitSeconds)
    return AtMost(price) if is_bound else price


def price_together(questions: Iterable[Question], client: Companies) -> int:
    """The seconds that a live source takes for several companies that it looks up at once."""
    asked = tuple(questions)
    operations = {each.operation.name: each.operation for each in asked}
    tax_ids = dict.fromkeys(each.tax_id for each in asked)
    return client.price_of_all(list(operations.values()), list(tax_ids))


def is_announced(operation: AnyOperation, client: Companies | None) -> bool:
    """Whether the source answers an operation: an extension must be announced first."""
    return operation.name not in _EXTENSIONS or (
        client is not None and client.answers_extension(operation)
    )


def is_affordable(price: int | None, client: Companies | None) -> bool:
    """Whether a request may be sent without confirming its price."""
    return not price or client is None or client.allowance.affords(price)


def confirmation(what: str, price: int | None, *, open: str, escape: str) -> str:
    """The question before a request; ``open`` and ``escape`` are the keys to answer."""
    what = what[:1].upper() + what[1:]
    if isinstance(price, WaitSeconds):
        text = _("{what}, {wait}: {open} confirms, {escape} cancels. {warning}")
        text = text.format(
            what=what, wait=price.text, warning=price.warning, open=open, escape=escape
        )
        return text.rstrip()
    text = _("{what}: {price} · {open} confirms, {escape} cancels")
    return text.format(what=what, price=as_text(price), open=open, escape=escape)


def is_price_shown(price: int | None, client: Companies | None, *, always: bool = False) -> bool:
    """Whether a price is shown beside a key: for more than one request, or if few are left.

    ``always``: at any price, as in the help. If nothing is counted there are no prices.
    """
    if price is None or client is None:
        return False
    if client.live is not None:
        return always or price > 0
    if not client.allowance.metered:
        return False
    return always or price > 1 or (price > 0 and client.allowance.saver_mode)


def price_label(price: int | None, client: Companies | None) -> str:
    """A price in places that show every price, such as the help; empty if nothing is counted."""
    if price is None or not is_price_shown(price, client, always=True):
        return ""
    return as_text(price)


def as_text(price: int | None) -> str:
    """``free``, ``1 request``, ``up to 5 requests``; empty for an action that never asks."""
    if price is None:
        return ""
    if price == 0:
        return _("free")
    if isinstance(price, WaitSeconds):
        return price.text
    if isinstance(price, AtMost):
        text = ngettext("up to {count} request", "up to {count} requests", price)
    else:
        text = ngettext("{count} request", "{count} requests", price)
    return text.format(count=int(price))


def as_short_text(price: int) -> str:
    """The short form of ``as_text``; empty if it is free."""
    if isinstance(price, WaitSeconds):
        return f"{int(price)} s" if price else ""
    text = ngettext("{count} req", "{count} req", int(price))
    return text.format(count=int(price)) if price else ""
