"""The limit on what an agent spends: prices before requests, and one-use confirmations."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from tui_app.agents.errors import ConfirmationNeeded, ToolError

HANDLE_SECONDS: Final = 600
"""How long a price can be confirmed."""


class Handles:
    """One-use handles, each of which confirms one call with the same arguments.

    A handle is signed: the worker processes of a service, which get a copy of this object, accept
    each other's. Only the process that accepted a handle knows that it was used.
    """

    def __init__(self) -> None:
        self._secret = secrets.token_bytes(32)
        self._used: dict[str, float] = {}

    def issue(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """A handle for a call, valid for ``HANDLE_SECONDS``."""
        until = int(time.time()) + HANDLE_SECONDS
        stamp = f"{until:x}.{secrets.token_hex(4)}"
        return f"{stamp}.{self._sign(stamp, tool, arguments)}"

    def redeem(self, handle: str, tool: str, arguments: Mapping[str, Any]) -> bool:
        """Whether the handle confirms this call; only once."""
        stamp, _dot, signature = handle.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(stamp, tool, arguments).encode()):
            return False
        now, until = time.time(), int(stamp.partition(".")[0], 16)
        self._used = {each: ends for each, ends in self._used.items() if ends > now}
        if now > until or handle in self._used:
            return False
        self._used[handle] = until
        return True

    def _sign(self, stamp: str, tool: str, arguments: Mapping[str, Any]) -> str:
        call = json.dumps([stamp, tool, arguments], sort_keys=True, default=str)
        return hmac.new(self._secret, call.encode(), hashlib.sha256).hexdigest()[:20]


class Guard:
    """Admits calls by their price in requests.

    ``spend`` is the most requests that all calls may cost together; ``None``: no limit but the
    allowance itself. A call that costs more than ``ask_above`` needs a confirmation.
    """

    def __init__(self, spend: int | None, ask_above: int, handles: Handles) -> None:
        self._spend = spend
        self._ask_above = ask_above
        self._handles = handles
        self._spent = 0

    @property
    def left(self) -> int | None:
        """How many requests may still be spent; ``None`` without a limit."""
        return None if self._spend is None else max(0, self._spend - self._spent)

    @contextmanager
    def admit(
        self, price: int, tool: str, arguments: Mapping[str, Any], handle: str
    ) -> Iterator[Spending]:
        """Admit a call with a price, which is reserved until the true cost is known.

        Raises ``ToolError`` above the limit, and ``ConfirmationNeeded`` above ``ask_above`` unless
        ``handle`` confirms the call.
        """
        left = self.left
        if left is not None and price > left:
            raise ToolError(
                f"This call costs {_requests(price)}, and {left} of the {self._spend} that this"
                " process may spend are left. Nothing was sent. Ask for less, or let the user"
                " restart firmeterm mcp with a higher --spend."
            )
        if price > self._ask_above and not (
            handle and self._handles.redeem(handle, tool, arguments)
        ):
            raise ConfirmationNeeded(price, self._handles.issue(tool, arguments))
        self._spent += price
        spending = Spending()
        try:
            yield spending
        finally:
            self._spent += spending.cost - price


class Spending:
    """The requests that a call has sent so far."""

    def __init__(self) -> None:
        self.cost = 0


def _requests(count: int) -> str:
    return "1 request" if count == 1 else f"{count} requests"
