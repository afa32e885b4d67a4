"""The caller's allowance, and whether a request may be sent without confirmation."""

from __future__ import annotations

import datetime as dt
from typing import Final

from msgspec import Struct

from tui_app.client.errors import NOTHING_SENT, AllowanceError, ClientError, TooFastError
from tui_app.system.language import N_

MAX_RESERVED: Final = 100
"""The largest reserve that is chosen if the settings name none."""


class AllowanceReport(Struct, frozen=True):
    """The last report: requests left, when it came, and when the count restarts (UTC)."""

    remaining: int | None = None
    reported_at: dt.datetime | None = None
    resets_at: dt.datetime | None = None


class Allowance:
    """Counts requests, and keeps a reserve that is spent only with the user's confirmation.

    In saver mode only confirmed requests are sent. It is on when no more than the reserve is
    left, when there is a reserve and the number left is unknown, and after a refusal. Without
    ``metered`` requests cost nothing, and there is no saver mode. A live source ``confirms``
    each request that goes out. A ``reserve`` of ``None`` is a tenth of the first count, at most
    ``MAX_RESERVED``.
    """

    def __init__(
        self, reserve: int | None = 0, *, metered: bool = True, confirms: bool = False
    ) -> None:
        self.metered = metered
        self.confirms = confirms
        self.session_requests = 0
        self.retry_at: dt.datetime | None = None
        self.recalled = AllowanceReport()
        """The status in an earlier session: shown until there is a newer one, never relied on."""
        self._status = AllowanceReport()
        self._reserve = reserve or 0
        self._chooses_reserve = self._is_by_default = reserve is None
        self._refused = False
        self._refused_until = 0
        self._newest = 0
        self._known_until = 0

    @property
    def status(self) -> AllowanceReport:
        """The status in this session; empty once the count has restarted."""
        resets_at = self._status.resets_at
        if resets_at is not None and _now() >= resets_at:
            self._status = AllowanceReport()
        return self._status

    @property
    def remaining(self) -> int | None:
        """Requests left, according to the newest answer of this session."""
        return self.status.remaining

    @property
    def resets_at(self) -> dt.datetime | None:
        """When (UTC) the count restarts, if the server said so."""
        return self.status.resets_at

    def next_number(self) -> int:
        """The sequence number of the next request."""
        self._newest += 1
        return self._newest

    def accept(
        self, number: int, remaining: int | None, resets_at: dt.datetime | None = None
    ) -> None:
        """Record a success.

        Concurrent requests are answered in any order, so the lowest of their counts is kept.
        Only a request sent after that count was known can raise it.
        """
        if number > self._refused_until:
            self._refused, self.retry_at = False, None
        if remaining is None or not self.metered:
            return
        if self._chooses_reserve:
            self._reserve, self._chooses_reserve = min(MAX_RESERVED, remaining // 10), False
        known = self.remaining
        if known is not None and number <= self._known_until:
            remaining = min(known, remaining)
        self._status = AllowanceReport(remaining, _now(), resets_at or self.resets_at)
        self._known_until = self._newest

    def refuse(self, error: ClientError) -> None:
        """Record a refusal; answers to requests sent earlier do not undo it."""
        if isinstance(error, AllowanceError | TooFastError):
            self._refused, self.retry_at = True, error.retry_at
            self._refused_until = self._newest
        if isinstance(error, AllowanceError):
            self._status = AllowanceReport(0, _now(), error.retry_at or self.resets_at)
            self._known_until = self._newest

    @property
    def saver_mode(self) -> bool:
        """Whether only confirmed requests are sent, because few are left."""
        return not self.confirms and not self.affords(1)

    def affords(self, requests: int) -> bool:
        """Whether this many requests may be sent without confirmation."""
        if self.retry_at is not None and _now() >= self.retry_at:
            self._refused, self.retry_at = False, None
        if self.confirms:
            return requests <= 0
        if not self.metered or self._refused:
            return not self._refused
        remaining = self.remaining
        if remaining is None:
            return self._reserve == 0 or self._is_by_default
        return remaining - requests >= self._reserve

    def check(self, *, in_flight: int) -> None:
        """Raise ``AllowanceError`` if one more request needs confirmation.

        The server has not counted the requests ``in_flight`` yet.
        """
        if self.affords(in_flight + 1):
            return
        if self._refused:
            what = N_("The server asked to wait.")
        elif self.remaining is None:
            what = N_("Requests left are not known yet, and the reserve is {reserve}.")
        elif self.remaining == 0 or self._reserve == 0:
            what = N_("No requests are left.")
        elif self.remaining == 1:
            what = N_("1 request is left, and the reserve is {reserve}.")
        else:
            what = N_("{remaining} requests are left, and the reserve is {reserve}.")
        raise AllowanceError(
            what,
            done=NOTHING_SENT,
            retry_at=self.retry_at or self.resets_at,
            remaining=self.remaining or 0,
            reserve=self._reserve,
        )


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)
