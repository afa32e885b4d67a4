"""Settings: flags override the environment, that the configuration file, that the defaults.

The API key is not a setting: see ``client.credentials``. The file itself is read and written
by ``config_file``, which is imported only where there is a file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
import platformdirs
from msgspec import Meta, Struct

from tui_app.config.user_command import UserCommand

APP: Final = "firmeterm"
PREFIX: Final = "FIRMETERM_"
"""The prefix of our environment variables."""

RENAMED: Final = {"floor": "reserve"}
"""Settings of version 0.1 and their current names; the old names are still read."""

RENAMED_KEYS: Final = {"renew": "reload"}
"""Actions of version 0.1 with keys in ``[keys]``, and their current names."""

_TABLES: Final = ("server", "command")
"""Settings that only the file can have."""

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
        bool, Meta(description="Keep no history, snapshots or notes; read what is there.")
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


class LoadedSettings(Struct, frozen=True):
    """The settings, the origin of each value, and notices for the user."""

    settings: Settings
    origins: dict[str, Origin]
    notices: tuple[str, ...] = ()


def variable_of(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + ("SERVER" if name == "use_server" else name.upper())


def config_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The path of the configuration file; ``FIRMETERM_CONFIG`` overrides it."""
    chosen = environment.get(f"{PREFIX}CONFIG")
    return Path(chosen) if chosen else Path(platformdirs.user_config_path(APP)) / "config.toml"


def credentials_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The file for API keys outside a keyring; only ``client.credentials`` reads it."""
    return config_file(environment).with_name("credentials.json")


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


# Any: a raw value may have any type until Settings has checked it.
def load(
    flags: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> LoadedSettings:
    """The current settings.

    ``flags`` holds the values of the command line, ``None`` where none was given. Raises
    ``SettingsError``, which lists every unknown key and every invalid value.
    """
    path = config_file(environment)
    if environment.get(f"{PREFIX}CONFIG") and not path.exists():
        raise SettingsError(
            f"{PREFIX}CONFIG names {path}, which does not exist: firmeterm config edit makes it."
        )
    layers = {
        Origin.FILE: _from_file(path),
        Origin.ENVIRONMENT: _from_environment(environment),
        Origin.FLAG: dict(flags or {}),
    }
    notices: list[str] = []
    values: dict[str, Any] = {}
    origins = dict.fromkeys(Settings.__struct_fields__, Origin.DEFAULT)
    for origin, given in layers.items():
        # An empty text is no value: the file that ``config edit`` creates has such lines.
        layer = {name: value for name, value in given.items() if value not in (None, "")}
        for old in RENAMED.keys() & layer.keys():
            notices.append(_renamed(origin, path, old))
            layer.setdefault(RENAMED[old], layer[old])
            del layer[old]
        _convert(layer, origin, path)
        notices += _rename_keys(layer)
        if str(layer.get("registry", "")).startswith("~/"):
            # No shell expands it in a file, nor in --registry=~/firms.db.
            layer["registry"] = str(Path(layer["registry"]).expanduser())
        # Each of them chooses the source: the origin with the higher precedence wins.
        if layer.keys() & {"base_url", "use_server", "registry"}:
            values.pop("base_url", None)
            values.pop("use_server", None)
            values.pop("source", None)
        values |= layer
        origins |= dict.fromkeys(layer, origin)
    settings = _with_named_server(msgspec.convert(values, Settings, strict=False), path)
    settings = _with_source(settings)
    if "base_url" not in values:
        origins["base_url"] = Origin.FILE  # of the named server, if there is one
    for name in origins:
        if getattr(settings, name) is None:
            origins[name] = Origin.DEFAULT  # another source has replaced it
    return LoadedSettings(settings, origins, tuple(notices))


def _renamed(origin: Origin, path: Path, old: str) -> str:
    if origin is Origin.FILE:
        return f"{path}: {old} is called {RENAMED[old]} now"
    return f"{variable_of(old)} is called {variable_of(RENAMED[old])} now"


def _rename_keys(layer: dict[str, Any]) -> list[str]:
    """Accept the old names of actions too; returns the names that were found."""
    keys = dict(layer.get("keys", {}))
    found = RENAMED_KEYS.keys() & keys.keys()
    for old in found:
        keys.setdefault(RENAMED_KEYS[old], keys[old])
        del keys[old]
    if found:
        layer["keys"] = keys
    return [f"In [keys] {old} is called {RENAMED_KEYS[old]} now" for old in found]


def _convert(layer: Mapping[str, Any], origin: Origin, path: Path) -> None:
    try:
        msgspec.convert(layer, Settings, strict=False)
    except msgspec.ValidationError:
        from tui_app.config.file import explain

        raise SettingsError(explain(layer, origin, path)) from None


def _with_named_server(settings: Settings, path: Path) -> Settings:
    """The settings with the address of the server that was chosen by name."""
    name = settings.use_server
    if name is None or settings.base_url is not None:
        return settings
    server = settings.server.get(name)
    if server is None:
        from tui_app.system.nearest import nearest

        known = ", ".join(settings.server) or "none"
        raise SettingsError(
            f"No server is called {name}. {path} names: {known}.{nearest(name, settings.server)} "
            f"Add it there as a table [server.{name}] with its base_url."
        )
    return msgspec.structs.replace(settings, base_url=server.base_url)


def may_use_http(settings: Settings, base_url: str) -> bool:
    """Whether a key may be sent over http://, to all servers or to this one."""
    return settings.allow_http or any(
        server.allow_http and _plain(server.base_url) == _plain(base_url)
        for server in settings.server.values()
    )


def _plain(base_url: str) -> str:
    """An address without what makes no difference: case, a slash or ``/v1`` at its end."""
    return base_url.strip().casefold().rstrip("/").removesuffix("/v1").rstrip("/")


def choose_source(given: Settings, now: Settings, **chosen: str) -> Settings:
    """The settings of ``now`` with another source, named as in the settings.

    ``given`` are the settings at the program's start. Raises ``SettingsError``.
    """
    none = {"source": None, "base_url": None, "use_server": None, "registry": given.registry}
    settings = msgspec.structs.replace(now, **(none | chosen))
    return _with_source(_with_named_server(settings, config_file()))


def _with_source(settings: Settings) -> Settings:
    """The settings with those of the chosen source, and without those of the others."""
    replace = msgspec.structs.replace
    if settings.source == "sample":
        return replace(settings, base_url=None, use_server=None, registry=None)
    if settings.source == "server" and settings.base_url is None:
        raise SettingsError("No server is set: run firmeterm login, or name one with --base-url.")
    if settings.source in ("registry", "public"):
        settings = replace(settings, base_url=None, use_server=None)
    if settings.source == "registry" and local_registry(settings) is None:
        raise SettingsError(
            "No registry was imported: run firmeterm data import PATH…, or name one with"
            " --registry."
        )
    if settings.base_url is None:
        # To the public services a registry adds the names of companies.
        settings = replace(settings, registry=local_registry(settings))
    return settings


def local_registry(settings: Settings) -> str | None:
    """The registry on this machine: the configured one, else the imported one, if any."""
    if settings.registry is not None or settings.source == "sample":
        return settings.registry
    imported = imported_registry()
    return str(imported) if imported.exists() else None


def _from_file(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    from tui_app.config.file import read

    return read(path)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = (*Settings.__struct_fields__, *RENAMED)
    found = {name: environment.get(variable_of(name)) for name in names if name not in _TABLES}
    return {
        name: _table(value) if name == "keys" else value for name, value in found.items() if value
    }


def _table(text: str) -> object:
    """A table in TOML's inline form: ``{search = "f"}``."""
    import tomllib

    try:
        return tomllib.loads(f"table = {text}")["table"]
    except tomllib.TOMLDecodeError:
        return text
