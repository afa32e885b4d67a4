"""The program's client: created on first use, replaced with the settings, closed at the end."""

from __future__ import annotations

import asyncio
import datetime as dt
import math
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from tui_app.client.errors import ClientError
from tui_app.config.settings import Settings
from tui_app.contract.live import Progress
from tui_app.system.language import _
from tui_app.ui.remote.value import listener
from tui_app.ui.text import formatting as fmt

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

Connect = Callable[[Settings], "Companies"]


class CurrentClient:
    """One client for the current settings; the callbacks are called on the loop."""

    def __init__(
        self,
        connect: Connect,
        settings: Settings,
        *,
        on_client: Callable[[Companies | None], None],
        on_answer: Callable[[], None],
        on_progress: Callable[[Progress], None],
    ) -> None:
        self.client: Companies | None = None
        """``None`` before the first connection."""
        self.as_of: dt.date | None = None
        """The day in the past that all requests are for."""
        self._connect = connect
        self._settings = settings
        self._on_client = on_client
        self._on_answer = on_answer
        self._on_progress = on_progress
        self._connecting: asyncio.Task[Companies] | None = None
        self._rejected: Companies | None = None
        """The client whose key was rejected."""
        self._unused: set[asyncio.Task[Companies]] = set()
        """Clients that are being created, or were created and never used."""

    async def companies(self) -> Companies:
        """The client, created on first use; raises ``ClientError``. The next call tries again.

        A client whose key was rejected is replaced: the user may have set another key meanwhile.
        """
        rejected, self._rejected = self._rejected, None
        if rejected is not None and rejected is self.client:
            return await self._reconnected(rejected)
        if self.client is not None:
            return self.client
        if self._connecting is None:
            self._connecting = asyncio.create_task(asyncio.to_thread(self._connect, self._settings))
            self._unused.add(self._connecting)
        task, settings = self._connecting, self._settings
        try:
            # Shielded: a cancelled pane must not stop the connection that others wait for.
            client = await asyncio.shield(task)
            self._unused.discard(task)
        finally:
            if task.done() and self._connecting is task:
                self._connecting = None
        if settings is not self._settings:
            # The settings changed meanwhile.
            await client.aclose()
            return await self.companies()
        self._adopt(client)
        return client

    def change(self, settings: Settings) -> Companies | None:
        """Use other settings from now on; returns the previous client, to be closed."""
        before, self._connecting, self.as_of = self.client, None, None
        self._use(None)
        self._settings = settings
        return before

    def key_rejected(self, client: Companies) -> None:
        """Replace a client at the next request, since the server rejected its key."""
        self._rejected = client

    async def _reconnected(self, rejected: Companies) -> Companies:
        """Another client, which reads the key again."""
        self._use(None)
        try:
            after = await self.companies()
            after.allowance.session_requests += rejected.allowance.session_requests
            await after.load()
        finally:
            await rejected.aclose()
        return after

    async def aclose(self) -> None:
        """Close the client, even one that is still being created."""
        clients = [self.client] if self.client is not None else []
        for task in self._unused:
            with suppress(ClientError):
                clients.append(await task)
        for client in clients:
            await client.aclose()

    def _use(self, client: Companies | None) -> None:
        self.client = client
        self._on_client(client)

    def _adopt(self, client: Companies) -> None:
        if client is self.client:
            return
        self._use(client)
        client.as_of = self.as_of
        client.on_finished = self._on_answer
        client.on_wait = self._show_wait
        if client.live is not None:
            client.live.listen(listener(self._on_progress))
        self._on_answer()

    def _show_wait(self, tax_id: str, seconds: float) -> None:
        """Show that the server asked to wait, where its answer is awaited."""
        if seconds >= 1 and self.client is not None:
            text = _("{host} asked to wait {seconds} s").format(
                host=self.client.address.host, seconds=fmt.number(math.ceil(seconds))
            )
            self._on_progress(Progress(operation="", tax_id=tax_id, step=1, steps=1, text=text))
