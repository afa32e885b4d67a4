"""Assembles the live public services from the settings, the cache and the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tui_app.config import settings as configuration
from tui_app.config.settings import Settings, cache_folder, state_folder
from tui_app.system.language import N_, _

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.public.answer_cache import AnswerStore, StoredAnswer
    from tui_app.public.services import Services

INTERVAL: Final = 1.1
"""Seconds between two requests to the same host: ANAF allows one a second. Shorter in tests."""

CALL_SECONDS: Final = 90.0
"""The time limit of a call."""

UNENCRYPTED: Final = N_(
    "The company's name is sent to the courts' portal over plain http: others on"
    " the network can read it."
)

_KEPT_AS: Final = "public services"
"""The prefix of these answers' names in the cache file."""


def open_services(settings: Settings, store: AnswerStore | None = None) -> Services:
    """Both services at the configured addresses. Raises ``SettingsError``."""
    from tui_app.public.services import Limits, Services
    from tui_app.system.web_address import WebAddressError

    try:
        return Services(
            state_folder(),
            anaf_url=settings.anaf_url,
            courts_url=settings.courts_url,
            store=store,
            limits=Limits(interval=INTERVAL),
            offline=settings.offline,
        )
    except WebAddressError as error:
        raise configuration.SettingsError(
            _("{why} Set anaf_url and courts_url to such addresses, or leave them out.").format(
                why=_(str(error))
            )
        ) from None


def connect_public(settings: Settings) -> Companies:
    """The client for the service in this process over the public services.

    Raises ``ClientError`` for a problem with an address or with the registry.
    """
    from tui_app.client.companies import Companies
    from tui_app.client.connection import Connection
    from tui_app.client.deadlines import Deadlines
    from tui_app.client.errors import InvalidRequestError, UnreachableError
    from tui_app.client.secret import Secret
    from tui_app.public.controls import Controls
    from tui_app.public.live import LiveRegistry
    from tui_app.registry.errors import RegistryError
    from tui_app.registry.registry_location import open_registry
    from tui_app.service.embedded import open_embedded
    from tui_app.sources.connection import THIS_PROCESS, in_process

    try:
        services = open_services(settings, _AnswerFile(private=settings.private))
        register = open_registry(settings.registry) if settings.registry else None
    except RegistryError as error:
        raise UnreachableError("{why}", why=str(error)) from None
    except configuration.SettingsError as error:
        raise InvalidRequestError("{why}", why=str(error)) from None
    embedded = open_embedded(lambda: LiveRegistry(services, register))

    def close() -> None:
        services.close()
        embedded.close()

    connection = Connection(
        base_url=THIS_PROCESS,
        name="ANAF",
        key=Secret(embedded.token),
        metered=False,
        live=Controls(services, register),
        deadlines=Deadlines(connect=CALL_SECONDS, read=CALL_SECONDS, total=CALL_SECONDS),
        open_transport=in_process(lambda: embedded.app, close),
    )
    return Companies(connection, offline=settings.offline)


class _AnswerFile:
    """The cache file, as a store of the public services.

    ``private``: use answers of earlier sessions, but store none.
    """

    def __init__(self, *, private: bool) -> None:
        from tui_app.client.cache import FILE_NAME
        from tui_app.client.cache_file import CacheFile

        path = cache_folder() / FILE_NAME
        self._private = private
        self._store = None if private and not path.exists() else CacheFile(path)

    def get(self, name: str) -> StoredAnswer | None:
        """The stored answer under a name."""
        from tui_app.public.answer_cache import StoredAnswer

        cached = self._store.get(_KEPT_AS, name) if self._store else None
        return StoredAnswer(cached.fetched_at, cached.body) if cached else None

    def put(self, name: str, entry: StoredAnswer) -> None:
        """Store an answer in place of an older one."""
        from tui_app.client.cache_file import CachedAnswer

        if self._store and not self._private:
            self._store.put(_KEPT_AS, name, CachedAnswer(entry.fetched_at, entry.body))

    def close(self) -> None:
        """Close the file."""
        if self._store:
            self._store.close()
