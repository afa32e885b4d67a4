"""Loads the settings. Flags override the environment, then come the file and the defaults.

``config.file`` is imported only if there is a file, or an error to explain.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from tui_app.config.settings import (
    PREFIX,
    Origin,
    Settings,
    SettingsError,
    config_file,
    local_registry,
    variable_of,
)
from tui_app.system.language import _

_TABLES: Final = ("server", "command")
"""Settings that can only stand in the file."""


class LoadedSettings(Struct, frozen=True):
    """The settings, and the origin of each value."""

    settings: Settings
    origins: dict[str, Origin]


# Any: a raw value may have any type until Settings has checked it.
def load_settings(
    flags: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> LoadedSettings:
    """The current settings.

    ``flags`` holds the values of the command line, ``None`` where none was given. Raises
    ``SettingsError``, which lists every unknown key and every invalid value.
    """
    path = config_file(environment)
    if environment.get(f"{PREFIX}CONFIG") and not path.exists():
        raise SettingsError(
            _(
                "{prefix}CONFIG names {path}, which does not exist: firmeterm config edit makes it."
            ).format(prefix=PREFIX, path=path)
        )
    layers = {
        Origin.FILE: _from_file(path),
        Origin.ENVIRONMENT: _from_environment(environment),
        Origin.FLAG: dict(flags or {}),
    }
    values: dict[str, Any] = {}
    origins = dict.fromkeys(Settings.__struct_fields__, Origin.DEFAULT)
    for origin, given in layers.items():
        # Empty texts count as not set: the file that ``config edit`` creates has such lines.
        layer = {name: value for name, value in given.items() if value not in (None, "")}
        _convert(layer, origin, path)
        if str(layer.get("registry", "")).startswith("~/"):
            # No shell expands ``~`` in a file, nor in --registry=~/firms.db.
            layer["registry"] = str(Path(layer["registry"]).expanduser())
        # Each of these settings chooses the source: the origin with the higher precedence wins.
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
    return LoadedSettings(settings, origins)


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
            _(
                "No server is called {name}. {path} names: {known}.{nearest} Add it there as a"
                " table [server.{name}] with its base_url."
            ).format(name=name, path=path, known=known, nearest=nearest(name, settings.server))
        )
    return msgspec.structs.replace(settings, base_url=server.base_url)


def choose_source(given: Settings, now: Settings, **chosen: str) -> Settings:
    """The settings ``now`` with another source, named as in the settings.

    ``given`` are the settings at the program's start. Raises ``SettingsError``.
    """
    none = {"source": None, "base_url": None, "use_server": None, "registry": given.registry}
    settings = msgspec.structs.replace(now, **(none | chosen))
    return _with_source(_with_named_server(settings, config_file()))


def _with_source(settings: Settings) -> Settings:
    """The settings with those of the chosen source, and without those of the others."""
    replace = msgspec.structs.replace
    if settings.source not in (None, "server"):
        settings = replace(settings, base_url=None, use_server=None)
    if settings.source == "sample":
        return replace(settings, registry=None)
    if settings.source == "server" and settings.base_url is None:
        raise SettingsError(
            _("No server is set: run firmeterm login, or name one with --base-url.")
        )
    if settings.source == "registry" and local_registry(settings) is None:
        raise SettingsError(
            _(
                "No registry was imported: run firmeterm data import PATH…, or name one with"
                " --registry."
            )
        )
    if settings.base_url is None:
        # With the public services, a registry adds the names of companies.
        settings = replace(settings, registry=local_registry(settings))
    return settings


def _from_file(path: Path) -> dict[str, Any]:
    if not path.exists():
        return {}
    from tui_app.config.file import read

    return read(path)


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = (name for name in Settings.__struct_fields__ if name not in _TABLES)
    found = {name: environment.get(variable_of(name)) for name in names}
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
