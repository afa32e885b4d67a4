"""What is known of the caller's allowance, and whether a request may be sent unasked."""

from __future__ import annotations

import datetime as dt

from msgspec import Struct

from tui_app.client.errors import AllowanceError, ClientError, TooFastError
from tui_app.language import N_


class AllowanceStatus(Struct, frozen=True):
    """What a server last told: requests left, when it told so, when it counts anew (UTC)."""

    remaining: int | None = None
    told_at: dt.datetime | None = None
    resets_at: dt.datetime | None = None


class Allowance:
    """Counts requests, and keeps a reserve that is spent only where the user confirms it.

    In saver mode nothing is sent unasked: when no more than the reserve is left, when what is
    left is not known yet and there is a reserve, and after the server refused. Without
    ``metered`` requests cost nothing, and none of this happens. A source that asks others
    ``confirms`` each request that goes out.
    """

    def __init__(self, reserve: int = 0, *, metered: bool = True, confirms: bool = False) -> None:
        self.metered = metered
        self.confirms = confirms
        self.session_requests = 0
        self.retry_at: dt.datetime | None = None
        self.recalled = AllowanceStatus()
        """What an earlier session was told: shown until this one knows, and never relied on."""
        self._status = AllowanceStatus()
        self._reserve = reserve
        self._refused = False
        self._refused_until = 0
        self._newest = 0
        self._known_until = 0

    @property
    def status(self) -> AllowanceStatus:
        """What the server told in this session; nothing once the moment of its reset has come."""
        resets_at = self._status.resets_at
        if resets_at is not None and _now() >= resets_at:
            self._status = AllowanceStatus()
        return self._status

    @property
    def remaining(self) -> int | None:
        """Requests left, by the newest answer of this session."""
        return self.status.remaining

    @property
    def resets_at(self) -> dt.datetime | None:
        """When (UTC) the server counts anew, where it said so."""
        return self.status.resets_at

    def next_number(self) -> int:
        """Number a request in the order of sending."""
        self._newest += 1
        return self._newest

    def accept(
        self, number: int, remaining: int | None, resets_at: dt.datetime | None = None
    ) -> None:
        """Note a success.

        Requests that are under way together are answered in any order, so the lowest of their
        counts holds; only one that was sent after a count was known can raise it.
        """
        if number > self._refused_until:
            self._refused, self.retry_at = False, None
        if remaining is None or not self.metered:
            return
        known = self.remaining
        if known is not None and number <= self._known_until:
            remaining = min(known, remaining)
        self._status = AllowanceStatus(remaining, _now(), resets_at or self.resets_at)
        self._known_until = self._newest

    def refuse(self, error: ClientError) -> None:
        """Note that a server refused; answers to what was sent before do not take it back."""
        if isinstance(error, AllowanceError | TooFastError):
            self._refused, self.retry_at = True, error.retry_at
            self._refused_until = self._newest
        if isinstance(error, AllowanceError):
            self._status = AllowanceStatus(0, _now(), error.retry_at or self.resets_at)
            self._known_until = self._newest

    @property
    def saver_mode(self) -> bool:
        """Whether a request is sent only when the user confirms it, for want of requests."""
        return not self.confirms and not self.affords(1)

    def affords(self, requests: int) -> bool:
        """Whether so many may be sent unasked."""
        if self.retry_at is not None and _now() >= self.retry_at:
            self._refused, self.retry_at = False, None
        if self.confirms:
            return requests <= 0
        if not self.metered or self._refused:
            return not self._refused
        remaining = self.remaining
        if remaining is None:
            return self._reserve == 0
        return remaining - requests >= self._reserve

    def check(self, *, under_way: int) -> None:
        """Raise ``AllowanceError`` where one more must not be sent unasked.

        The server has not counted those ``under_way`` yet.
        """
        if self.affords(under_way + 1):
            return
        if self._refused:
            what = N_("The server asked to wait.")
        elif self.remaining is None:
            what = N_("Requests left are not known yet, and the reserve is {reserve}.")
        elif self.remaining == 0 or self._reserve == 0:
            what = N_("No requests are left.")
        else:
            what = N_("{remaining} requests are left, and the reserve is {reserve}.")
        raise AllowanceError(
            what,
            done=N_("Nothing was sent."),
            retry_at=self.retry_at or self.resets_at,
            remaining=self.remaining or 0,
            reserve=self._reserve,
        )


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
