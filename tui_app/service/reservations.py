"""Units are counted before the work and charged after it; meanwhile they are reserved.

So a caller whose allowance does not pay for a request is refused at once, and two requests never
count on the same units. Reservations are of this process; the charge itself decides, in the store,
for all processes.
"""

from __future__ import annotations

import threading
from typing import Final, Self

from tui_app.service.accounts import Account, Accounts
from tui_app.service.allowance import AllowanceStatus

_LOCKS: Final = 64


class Reservations:
    """The units that are reserved by the account's number. Its methods block, but ``release``."""

    def __init__(self, accounts: Accounts) -> None:
        self.accounts = accounts
        self._lock = threading.Lock()
        self._reserved: dict[int, int] = {}
        # Of two accounts with one lock the second waits for a count of the first.
        self._locks = tuple(threading.Lock() for _ in range(_LOCKS))

    def reserve(self, account: Account, units: int) -> Reservation:
        """Reserve units; raises ``QuotaExceeded`` when fewer are left.

        A batch is worth a look at what other processes have counted, a single request is not.
        """
        with self._locks[account.number % _LOCKS]:
            reserved = self._reserved.get(account.number, 0)
            self.accounts.require(account, reserved + units, anew=units > 1)
            self._change(account, units)
        return Reservation(self, account, units)

    def charge(self, account: Account, units: int, reserved: int) -> AllowanceStatus:
        """Charge units instead of reserving some: nobody sees them twice, or not at all."""
        with self._locks[account.number % _LOCKS]:
            status = self.accounts.count(account, units)
            self._change(account, -reserved)
        return status

    def release(self, account: Account, units: int) -> None:
        """Return reserved units; never blocks."""
        self._change(account, -units)

    def _change(self, account: Account, units: int) -> None:
        with self._lock:
            reserved = self._reserved.pop(account.number, 0) + units
            if reserved:
                self._reserved[account.number] = reserved


class Reservation:
    """Units for one request, until they are charged or released, or nobody wants them any more."""

    def __init__(self, reservations: Reservations, account: Account, units: int) -> None:
        self.account = account
        self._reservations = reservations
        self._units = units

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.release()

    def __del__(self) -> None:
        # The caller left while a thread made the reservation.
        self.release()

    def charge(self, units: int) -> AllowanceStatus:
        """Charge what the answer costs; see ``Accounts.count``."""
        status = self._reservations.charge(self.account, units, self._units)
        self._units = 0
        return status

    def release(self) -> None:
        """Return the units, unless they were charged."""
        units, self._units = self._units, 0
        if units:
            self._reservations.release(self.account, units)
