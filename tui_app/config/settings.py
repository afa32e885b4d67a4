"""The settings, and the folders for files. The API key is not a setting: ``client.credentials``."""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final, Literal

import platformdirs
from msgspec import Meta, Struct

from tui_app.config.user_command import UserCommand

APP: Final = "firmeterm"
PREFIX: Final = "FIRMETERM_"
"""The prefix of our environment variables."""

_Seconds = Annotated[float, Meta(ge=0.01, le=86_400)]
_Requests = Annotated[int, Meta(ge=0)]


class Origin(StrEnum):
    """The origin of a setting's value."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "configuration file"
    DEFAULT = "default"


class SettingsError(Exception):
    """A setting cannot be used; the text says which, where it was set and what is allowed."""


class FileError(SettingsError):
    """The configuration file at ``path`` cannot be read or written; ``why`` is the reason."""

    def __init__(self, path: Path, what: str, why: str) -> None:
        super().__init__(f"{path} {what}: {why}")
        self.path = path
        self.why = why


class Server(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A named server: a table ``[server.NAME]`` of the configuration file."""

    base_url: Annotated[str, Meta(description="Address of the server.")]
    allow_http: Annotated[bool, Meta(description="Send the key over http:// too.")] = False


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All settings. Each field is a key of ``config.toml`` and an environment variable.

    The descriptions appear in the file that ``firmeterm config edit`` creates.
    """

    base_url: Annotated[
        str | None, Meta(description="Address of a server; without one, data on this machine.")
    ] = None
    use_server: Annotated[
        str | None, Meta(description="Name of the server to use, from a [server.NAME] table.")
    ] = None
    registry: Annotated[
        str | None, Meta(description="Registry database; without one, what was imported.")
    ] = None
    source: Annotated[
        Literal["sample", "registry", "server", "public"] | None,
        Meta(description="Where data come from; without one, server, else registry, else sample."),
    ] = None
    anaf_url: Annotated[
        str, Meta(description="Address of ANAF's services, for source = public.")
    ] = "https://webservicesp.anaf.ro"
    courts_url: Annotated[
        str, Meta(description="Address of the courts' portal, for source = public.")
    ] = "http://portalquery.just.ro"
    portal_url: Annotated[
        str, Meta(description="Address of the portal that firmeterm data download asks.")
    ] = "https://data.gov.ro"
    allow_http: Annotated[
        bool, Meta(description="Send a key over http:// to another machine, unencrypted.")
    ] = False
    lang: Annotated[
        Literal["en", "ro"] | None, Meta(description="Language; without one, the system's.")
    ] = None
    theme: Annotated[
        str | None, Meta(description="Theme, for example firmeterm-light or firmeterm-ansi.")
    ] = None
    charts: Annotated[
        Literal["blocks", "braille"],
        Meta(description="What charts are drawn with; braille is finer, where the font has it."),
    ] = "blocks"
    animations: Annotated[bool, Meta(description="Let the screen animate.")] = False
    screen_reader: Annotated[
        bool, Meta(description="Make the screen for a screen reader: no frames, charts in words.")
    ] = False
    mouse: Annotated[bool, Meta(description="Use the mouse.")] = True
    resume: Annotated[bool, Meta(description="Open where the last session ended.")] = True
    offline: Annotated[bool, Meta(description="Show cached answers only and send nothing.")] = False
    private: Annotated[
        bool, Meta(description="Store no history, snapshots or notes; only read the stored ones.")
    ] = False
    connect_timeout: Annotated[_Seconds, Meta(description="Seconds to reach the server.")] = 5.0
    read_timeout: Annotated[
        _Seconds, Meta(description="Seconds between two pieces of an answer.")
    ] = 10.0
    total_timeout: Annotated[
        _Seconds, Meta(description="Seconds for a whole answer, retries included.")
    ] = 20.0
    answer_limit: Annotated[
        int, Meta(ge=1, le=1_000, description="Megabytes of an answer that are read at most.")
    ] = 4
    reserve: Annotated[
        _Requests | None,
        Meta(
            description="Requests kept back, which only Enter spends (saver mode); "
            "a tenth of the first count, at most 100, unless set."
        ),
    ] = None
    warn_below: Annotated[
        _Requests, Meta(description="The footer warns when fewer requests are left.")
    ] = 100
    keys: Annotated[
        dict[str, str], Meta(description='Other keys for actions, for example search = "f".')
    ] = {}
    server: Annotated[dict[str, Server], Meta(description="Servers by name.")] = {}
    command: Annotated[
        tuple[UserCommand, ...], Meta(description="Commands of your own, for the company shown.")
    ] = ()


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + ("SERVER" if name == "use_server" else name.upper())


def config_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The path of the configuration file; ``FIRMETERM_CONFIG`` overrides it."""
    chosen = environment.get(f"{PREFIX}CONFIG")
    return Path(chosen) if chosen else Path(platformdirs.user_config_path(APP)) / "config.toml"


def credentials_file() -> Path:
    """The file for API keys outside a keyring; only ``client.credentials`` reads it."""
    return config_file().with_name("credentials.json")


def cache_folder() -> Path:
    """The directory for data that can be created again."""
    return platformdirs.user_cache_path(APP)


def state_folder() -> Path:
    """The directory for state that the user would miss."""
    return platformdirs.user_state_path(APP)


def data_folder() -> Path:
    """The directory for data that the user created or imported."""
    return platformdirs.user_data_path(APP)


def imported_registry() -> Path:
    """The registry that ``firmeterm data import`` writes, and that is used by default."""
    return data_folder() / "registry.db"


def may_use_http(settings: Settings, base_url: str) -> bool:
    """Whether a key may be sent over http://, to all servers or to this one."""
    return settings.allow_http or any(
        server.allow_http and _plain(server.base_url) == _plain(base_url)
        for server in settings.server.values()
    )


def _plain(base_url: str) -> str:
    """An address without irrelevant differences: case, and a slash or ``/v1`` at its end."""
    return base_url.strip().casefold().rstrip("/").removesuffix("/v1").rstrip("/")


def local_registry(settings: Settings) -> str | None:
    """The registry on this machine: the configured one, else the imported one, if any."""
    if settings.registry is not None or settings.source == "sample":
        return settings.registry
    imported = imported_registry()
    return str(imported) if imported.exists() else None
