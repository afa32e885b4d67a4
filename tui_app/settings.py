"""Settings: flags before environment before configuration file before defaults.

Imports nothing of ours. The API key is not a setting: see ``client.credentials``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import platformdirs
from msgspec import Meta, Struct

APP: Final = "firmeterm"


_Seconds = Annotated[float, Meta(ge=0.01, le=86_400)]
_Requests = Annotated[int, Meta(ge=0)]


class Origin(StrEnum):
    """Where a setting's value came from."""

    FLAG = "flag"
    ENVIRONMENT = "environment"
    FILE = "configuration file"
    DEFAULT = "default"


class SettingsError(Exception):
    """A setting cannot be used; the text says which, where it was set and what it takes."""


class FileError(SettingsError):
    """The configuration file at ``path`` cannot be read or written; ``why`` says the reason."""

    def __init__(self, path: Path, what: str, why: str) -> None:
        super().__init__(f"{path} {what}: {why}")
        self.path = path
        self.why = why


class Settings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the user can set. Each field is a key of ``config.toml`` and ``FIRMETERM_<FIELD>``."""

    base_url: str | None = None
    """Address of a server that keeps the interface; none: the embedded service."""
    registry: str | None = None
    """A registry database to serve; none: the sample."""
    allow_http: bool = False
    """Whether a key may be sent over http:// to another machine."""
    lang: str | None = None
    """``en`` or ``ro``; none: by ``LANG``."""
    theme: str | None = None
    """Name of a theme; none: firmeterm-dark."""
    animations: bool = False
    """Whether the screen may animate."""
    mouse: bool = True
    """Whether the mouse is used."""
    resume: bool = True
    """Whether to open where the last session ended."""
    offline: bool = False
    """Whether to show only what is kept and send nothing."""
    connect_timeout: _Seconds = 5.0
    """Seconds to reach the server."""
    read_timeout: _Seconds = 10.0
    """Seconds between two pieces of an answer."""
    total_timeout: _Seconds = 20.0
    """Seconds for a whole request, retries left out."""
    answer_limit: Annotated[int, Meta(ge=1, le=1_000)] = 4
    """Megabytes of an answer that are read; what is larger is refused."""
    floor: _Requests = 0
    """Remaining requests below which the count is not taken without Enter."""
    warn_below: _Requests = 100
    """Remaining requests below which the footer warns."""
    keys: dict[str, str] = {}
    """Action name to key, only in the configuration file."""


class LoadedSettings(Struct, frozen=True):
    """The settings and, by field name, where each value came from."""

    settings: Settings
    origins: dict[str, Origin]


def config_file(environment: Mapping[str, str] = os.environ) -> Path:
    """The configuration file's path; ``FIRMETERM_CONFIG`` names another."""
    named = environment.get("FIRMETERM_CONFIG")
    return Path(named) if named else Path(platformdirs.user_config_path(APP)) / "config.toml"


def credentials_file(environment: Mapping[str, str] = os.environ) -> Path:
    """Where API keys are kept that are not in a keyring; read by ``client.credentials`` only."""
    return config_file(environment).with_name("credentials.json")


def save_base_url(base_url: str, environment: Mapping[str, str] = os.environ) -> None:
    """Write the server's address into the configuration file and leave the rest as it is.

    Raises ``FileError``.
    """
    path = config_file(environment)
    before = _from_file(path)
    # TOML takes a JSON string as it is, and our addresses hold nothing that needs more.
    line = f"base_url = {msgspec.json.encode(base_url).decode()}\n"
    try:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if "base_url" in before:
            text = re.sub(r"(?m)^[ \t]*base_url[ \t]*=.*\n?", lambda _: line, text, count=1)
        else:
            text = line + text
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = path.with_name(f".{path.name}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise FileError(path, "cannot be written", str(error.strerror)) from None


def key_lines(environment: Mapping[str, str] = os.environ) -> dict[str, int]:
    """In which line of the configuration file each key is changed; empty without a file."""
    try:
        text = config_file(environment).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return {}
    found: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[([^]]*)\]", line):
            table = header[1].strip()
        elif table == "keys" and (entry := re.match(r"[\s\"']*(\w+)[\s\"']*=", line)):
            found[entry[1]] = number
    return found


def cache_folder() -> Path:
    """Where what can be made again is kept."""
    return platformdirs.user_cache_path(APP)


def state_folder() -> Path:
    """Where what the user would miss is kept."""
    return platformdirs.user_state_path(APP)


# Any: a raw value may be of any type until Settings has checked it.
def load(
    flags: Mapping[str, Any] | None = None, environment: Mapping[str, str] = os.environ
) -> LoadedSettings:
    """The settings in force.

    ``flags`` holds what was given on the command line, ``None`` for what was not. Raises
    ``SettingsError`` for an unknown key or a value of the wrong kind.
    """
    values: dict[str, Any] = {}
    origins = dict.fromkeys(Settings.__struct_fields__, Origin.DEFAULT)
    layers = (
        (Origin.FILE, _from_file(config_file(environment))),
        (Origin.ENVIRONMENT, _from_environment(environment)),
        (Origin.FLAG, {k: v for k, v in (flags or {}).items() if v is not None}),
    )
    for origin, layer in layers:
        _checked(layer, origin)
        values |= layer
        origins |= dict.fromkeys(layer, origin)
    return LoadedSettings(_checked(values, Origin.DEFAULT), origins)


def _checked(values: Mapping[str, Any], origin: Origin) -> Settings:
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(f"A setting from the {origin} cannot be used: {error}") from None


def _from_file(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise FileError(path, "cannot be read", str(error.strerror)) from None
    except UnicodeDecodeError as error:
        raise FileError(path, "is not valid TOML", str(error)) from None
    # Most have no such file, and wait for nothing that reads it.
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FileError(path, "is not valid TOML", str(error)) from None


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    names = (f for f in Settings.__struct_fields__ if f != "keys")
    found = {name: environment.get(f"FIRMETERM_{name.upper()}") for name in names}
    return {name: value for name, value in found.items() if value}
