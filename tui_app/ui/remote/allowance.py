"""The remaining allowance as text, in as many words as fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content

from tui_app.client.allowance import Allowance
from tui_app.system.language import _, ngettext
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.cells import longest
from tui_app.ui.text.drawing import styled

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.ui.session import ScreenSession

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
    return _("{count} left at {time}").format(
        count=fmt.number(recalled.remaining), time=fmt.clock(recalled.reported_at)
    )


def _left(remaining: int | None) -> str:
    return _("{count} left").format(count=fmt.number(remaining))


def _when(allowance: Allowance) -> str:
    """When the server answers again or the count restarts; empty if it did not say."""
    if allowance.retry_at is not None and allowance.remaining != 0:
        return _("again at {time}").format(time=fmt.clock(allowance.retry_at))
    if allowance.resets_at is not None:
        return _("resets {time}").format(time=fmt.clock(allowance.resets_at))
    return ""
