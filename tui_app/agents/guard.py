"""The limit on what an agent spends: prices before requests, and one-use confirmations."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final

from tui_app.agents.errors import ConfirmationNeeded, ToolError

HANDLE_SECONDS: Final = 600
"""How long a price can be confirmed."""

FirstUse = Callable[[str], Awaitable[bool]]
"""Notes the use of a handle, and says whether it is the first."""


class UsedHere:
    """The handles that this process has seen; for a process that answers alone."""

    def __init__(self) -> None:
        self._used: dict[str, float] = {}

    async def __call__(self, handle: str) -> bool:
        """Note a handle; false if it was noted before."""
        now = time.time()
        self._used = {each: until for each, until in self._used.items() if until > now}
        if handle in self._used:
            return False
        self._used[handle] = now + HANDLE_SECONDS
        return True


class Handles:
    """One-use handles, each of which confirms one call with the same arguments.

    A handle is signed with a ``secret``. Where several processes answer, that is the caller's API
    key, and ``is_first_use`` asks what all of them share; else both are of this process.
    """

    def __init__(self, secret: bytes = b"", is_first_use: FirstUse | None = None) -> None:
        self._secret = secret or secrets.token_bytes(32)
        self._is_first_use = is_first_use or UsedHere()

    def issue(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """A handle for a call, valid for ``HANDLE_SECONDS``."""
        until = int(time.time()) + HANDLE_SECONDS
        stamp = f"{until:x}.{secrets.token_hex(8)}"
        return f"{stamp}.{self._sign(stamp, tool, arguments)}"

    async def redeem(self, handle: str, tool: str, arguments: Mapping[str, Any]) -> bool:
        """Whether the handle confirms this call; only once."""
        stamp, _dot, signature = handle.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(stamp, tool, arguments).encode()):
            return False
        is_late = time.time() > int(stamp.partition(".")[0], 16)
        return not is_late and await self._is_first_use(stamp)

    def _sign(self, stamp: str, tool: str, arguments: Mapping[str, Any]) -> str:
        call = json.dumps([stamp, tool, arguments], sort_keys=True, default=str)
        return hmac.new(self._secret, call.encode(), hashlib.sha256).hexdigest()[:32]


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

    @asynccontextmanager
    async def admit(
        self, price: int, tool: str, arguments: Mapping[str, Any], handle: str
    ) -> AsyncIterator[Spending]:
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
        # Reserved before the handle is looked up, which lets other calls go on meanwhile.
        self._spent += price
        try:
            if price > self._ask_above and not (
                handle and await self._handles.redeem(handle, tool, arguments)
            ):
                raise ConfirmationNeeded(price, self._handles.issue(tool, arguments))
        except BaseException:
            self._spent -= price
            raise
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
