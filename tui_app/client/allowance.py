"""What is known about the caller's allowance, and whether a question may be sent."""

from __future__ import annotations

import datetime as dt

from tui_app.client.errors import AllowanceError, ClientError, TooFastError
from tui_app.language import N_


class Allowance:
    """Counts requests and holds the floor that is not crossed without a key press.

    What is left is not known before the first answer: over a floor, that one needs a key too.
    """

    def __init__(self, floor: int) -> None:
        self.session_requests = 0
        self.remaining: int | None = None
        self.retry_at: dt.datetime | None = None
        self.resets_at: dt.datetime | None = None
        self._floor = floor
        self._refused = False
        self._refused_until = 0
        self._newest = 0
        self._known_until = 0

    def next_number(self) -> int:
        """Number a request in the order of sending."""
        self._newest += 1
        return self._newest

    def accept(
        self, number: int, remaining: int | None, resets_at: dt.datetime | None = None
    ) -> None:
        """Note a success. Of requests that were under way together the lowest count holds.

        They are answered in any order; only one that was sent after a count was known can
        raise it. ``resets_at`` (UTC) is when the server will count anew, where it said so.
        """
        if number > self._refused_until:
            self._refused, self.retry_at = False, None
        self.resets_at = resets_at or self.resets_at
        if remaining is None:
            return
        if number > self._known_until or self.remaining is None:
            self.remaining = remaining
        else:
            self.remaining = min(self.remaining, remaining)
        self._known_until = self._newest

    def refuse(self, error: ClientError) -> None:
        """Note that a server refused for want of allowance or for haste.

        The answer to what was sent before does not take that back.
        """
        if isinstance(error, AllowanceError | TooFastError):
            self._refused, self.retry_at = True, error.retry_at
            self._refused_until = self._newest
        if isinstance(error, AllowanceError):
            # Somebody else may have used the key: what was counted before is no longer so.
            self.remaining, self._known_until = 0, self._newest
            self.resets_at = error.retry_at or self.resets_at

    @property
    def thrifty(self) -> bool:
        """Whether a question is only sent when a key was pressed for it."""
        return not self.affords(1)

    def affords(self, requests: int) -> bool:
        """Whether so many may be sent without a key press."""
        self.forget_what_is_past()
        if self._refused:
            return False
        if self.remaining is None:
            return self._floor == 0
        return self.remaining - requests >= self._floor

    def forget_what_is_past(self) -> None:
        """Once a moment that the server named has come, what it said before no longer counts."""
        now = dt.datetime.now(dt.UTC)
        if self.retry_at is not None and now >= self.retry_at:
            self._refused, self.retry_at = False, None
        if self.resets_at is not None and now >= self.resets_at:
            self.remaining = self.resets_at = None

    def check(self, hint: str, *, under_way: int) -> None:
        """Raise ``AllowanceError`` where one more needs a key press; ``hint`` says which.

        Those ``under_way`` are not counted by the server yet.
        """
        if self.affords(under_way + 1):
            return
        if self._refused:
            what = N_("The server asked to wait.")
        elif self.remaining is None:
            what = N_("What is left is not known yet, and the floor is {floor}.")
        elif self.remaining == 0 or self._floor == 0:
            what = N_("No requests are left.")
        else:
            what = N_("{remaining} requests are left, and the floor is {floor}.")
        raise AllowanceError(
            what,
            hint,
            done=N_("Nothing was sent."),
            retry_at=self.retry_at or self.resets_at,
            remaining=self.remaining or 0,
            floor=self._floor,
        )
