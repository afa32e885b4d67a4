"""What is asked of the source, as data: the unit of a request, of a price, and of the answers.

Then the price of questions in requests, the allowance that is left for them, and both as text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from textual.content import Content

from tui_app.client.allowance import Allowance
from tui_app.client.live import WaitSeconds
from tui_app.contract.operations import AUTOCOMPLETE, EXTENSIONS, PROFILE, AnyOperation
from tui_app.system.language import _, ngettext
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import longest, styled

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.contract.resources import CompanyProfile
    from tui_app.ui.session import ScreenSession


Raw = tuple[tuple[str, str], ...]
"""Parameters as texts, named as in the interface."""

_FIRST: Final[Raw] = (("page", "1"),)


class Question(NamedTuple):
    """An operation with its parameters; ``fresh``: bypassing the cache."""

    operation: AnyOperation
    tax_id: str = ""
    raw: Raw = ()
    fresh: bool = False

    @property
    def page(self) -> int:
        """The page of a paged answer, counted from 1."""
        return int(dict(self.raw).get("page", 1))


Questions = tuple[Question, ...]


def about(operation: AnyOperation, tax_id: str, page: int = 1, *, fresh: bool = False) -> Question:
    """A question about a company."""
    raw = () if operation.paging is None else _FIRST if page == 1 else (("page", str(page)),)
    return Question(operation, tax_id, raw, fresh)


def question(operation: AnyOperation, raw: Mapping[str, str], *, fresh: bool = False) -> Question:
    """A question that names no company; empty parameters are left out."""
    return Question(operation, "", tuple(filter(itemgetter(1), raw.items())), fresh)


def of_search(text: str, tax_id: str | None, *, fresh: bool = False) -> Question:
    """What a search asks: a ``tax_id``, if the text is one, is looked up by its profile."""
    if tax_id is not None:
        return about(PROFILE, tax_id, fresh=fresh)
    return question(AUTOCOMPLETE, {"q": text}, fresh=fresh)


def afresh(questions: Iterable[Question]) -> Questions:
    """The same questions, bypassing the cache."""
    return tuple(each._replace(fresh=True) for each in questions)


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


_SHARE: Final = 0.3
"""The share of the line that the allowance may take; the key hints get the rest."""


def draw_spending(session: ScreenSession, width: int) -> Content:
    """The remaining allowance as text, at most ``width`` columns.

    Until the server reports a count in this session, the last known count is shown with its time.
    """
    client = session.client
    if client is None:
        return Content()
    if client.live is not None:
        return styled(_("free, about 1 a second"), "dim")
    if not client.allowance.metered:
        return styled(_("no limit"), "dim")
    allowance = client.allowance
    left = allowance.remaining
    if allowance.saver_mode:
        forms = _saver_mode(allowance, session.first_key("open"))
        return styled(longest(forms, width * 3 // 4), "warn")
    if left is None:
        before = _before(allowance)
        forms = [before] if before else [_("requests left unknown"), _left(left)]
        return styled(longest(forms, width // 3), "dim")
    text = ngettext("{count} request left", "{count} requests left", left)
    low, count = left < session.settings.warn_below, fmt.number(left)
    mark = _("low: ") if low else ""
    forms = [mark + text.format(count=count), mark + _left(left), mark + count]
    drawn = longest(forms, int(width * _SHARE))
    return styled(drawn, "warn" if low else "dim")


def session_text(client: Companies | None) -> str:
    """How many requests this session sent to this source; empty if they cost nothing."""
    if client is None or client.live is not None or not client.allowance.metered:
        return ""
    sent = client.allowance.session_requests
    text = ngettext(
        "{count} request sent in this session", "{count} requests sent in this session", sent
    )
    return text.format(count=fmt.number(sent))


def _saver_mode(allowance: Allowance, key: str) -> list[str]:
    """The same text from longest to shortest; it says when requests return, if that fits."""
    left = _left(allowance.remaining)
    if allowance.remaining is None:
        left = _before(allowance) or left
    word, when = _("Saver mode"), _when(allowance)
    asks = _("Saver mode: {key} confirms each request").format(key=key)
    dated = [[asks, left, when], [word, left, when]]
    plain = [[asks, left], [word, left]]
    return [" · ".join(parts) for parts in (dated if when else []) + plain]


def _before(allowance: Allowance) -> str:
    """The last known count with its time; empty if there is none."""
    recalled = allowance.recalled
    if recalled.reported_at is None:
        return ""
    text = _("{count} left at {time}")
    return text.format(count=fmt.number(recalled.remaining), time=fmt.clock(recalled.reported_at))


def _left(remaining: int | None) -> str:
    return _("{count} left").format(count=fmt.number(remaining))


def _when(allowance: Allowance) -> str:
    """When the server answers again or the count restarts; empty if it did not say."""
    if allowance.retry_at is not None and allowance.remaining != 0:
        return _("again at {time}").format(time=fmt.clock(allowance.retry_at))
    if allowance.resets_at is not None:
        return _("resets {time}").format(time=fmt.clock(allowance.resets_at))
    return ""
