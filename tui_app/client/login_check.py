"""Checks an address and a key with one request before they are saved."""

from __future__ import annotations

from typing import Final

from tui_app.client.cache import Cache
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.errors import ClientError
from tui_app.client.failures import KEY_REJECTED
from tui_app.system.language import N_

_TEXT: Final = "srl"


async def check_login(connection: Connection, cache: Cache | None = None) -> int | None:
    """Search once and return the reported allowance. Raises ``ClientError``.

    A ``cache`` stores the answer and the allowance for the next connection.
    """
    async with Companies(connection, cache) as companies:
        try:
            return (await companies.autocomplete(_TEXT, fresh=True)).remaining
        except ClientError as error:
            if error.what == KEY_REJECTED:
                error.what = N_("Key rejected by {host}{message}; not saved.")
            else:
                error.done = N_("Nothing was saved.")
            error.advice = ""
            raise
