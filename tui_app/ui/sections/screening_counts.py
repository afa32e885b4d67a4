"""How many companies match the saved screens of the start page, where that is free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tui_app.client.errors import ClientError

if TYPE_CHECKING:
    from tui_app.ui.session import ScreenSession


async def counts_of(session: ScreenSession, screens: Iterable[str]) -> dict[str, str]:
    """How many companies match each line of criteria, in words; nothing if that costs requests."""
    from tui_app.ui.screening.wording import counted

    found: dict[str, str] = {}
    if not session.source.embedded:
        return found
    try:
        client = await session.companies()
        if client.live is not None or client.offline:
            return found
        source = await client.uncounted()
        await source.learn_extensions()
        for line in screens:
            page = (await source.screen(line, limit=1)).data
            exact = page.total_is_exact is not False
            found[line] = counted(page.total_companies, exact=exact)
    except ClientError:
        return found  # the screen itself says why, once it is opened
    return found
