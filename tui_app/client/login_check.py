"""Trying an address and a key before they are kept: one request, and what is wrong in words."""

from __future__ import annotations

from typing import Final

from tui_app.client.companies import Companies, Connection
from tui_app.client.errors import ClientError
from tui_app.language import N_

_TRIED_WITH: Final = "srl"


async def try_out(connection: Connection) -> int | None:
    """Ask one question; the allowance the server named. Raises ``ClientError``."""
    companies = Companies(connection)
    try:
        return (await companies.autocomplete(_TRIED_WITH)).remaining
    except ClientError as error:
        error.hint = N_("Nothing was stored.")
        raise
    finally:
        await companies.aclose()
