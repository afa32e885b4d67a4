"""The connection to a server with its cache, from the settings, or to a service in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tui_app.client.cache import FILE_NAME, Cache
from tui_app.client.connection import Connection
from tui_app.client.deadlines import Deadlines
from tui_app.client.http import TransportFactory
from tui_app.client.secret import Secret
from tui_app.config.settings import Settings, cache_folder, may_use_http

if TYPE_CHECKING:
    import httpx
    from starlette.types import ASGIApp

THIS_PROCESS: Final = "http://127.0.0.1"
"""The address of a service in this process; requests to it never leave it."""


def connection_to(
    base_url: str, settings: Settings, key: Secret | None, key_found_at: str = ""
) -> Connection:
    """The connection to a server, with the configured deadlines and limits.

    ``key_found_at`` says where the key was found, if it overrides a stored one.
    """
    return Connection(
        base_url=base_url,
        key=key,
        key_found_at=key_found_at,
        allow_http=may_use_http(settings, base_url),
        deadlines=Deadlines(
            connect=settings.connect_timeout,
            read=settings.read_timeout,
            total=settings.total_timeout,
        ),
        largest_body=settings.answer_limit * 1_000_000,
    )


def cache_of_answers(*, private: bool = False) -> Cache:
    """The cache of servers' answers, kept on this machine for later sessions.

    ``private``: use answers of earlier sessions, but store none.
    """
    return Cache(cache_folder() / FILE_NAME, read_only=private)


def in_process(open_app: Callable[[], ASGIApp], close: Callable[[], None]) -> TransportFactory:
    """The transport to a service in this process; closing the client calls ``close``."""

    def opened() -> httpx.AsyncBaseTransport:
        import httpx

        class InProcess(httpx.ASGITransport):
            """Closes the service without waiting for an answer."""

            async def aclose(self) -> None:
                close()

        return InProcess(open_app(), raise_app_exceptions=False)

    return opened
