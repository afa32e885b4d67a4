"""``firmeterm config``: the settings in force, the file they come from, and an editor for it."""

from __future__ import annotations

import os
import re
import sys
from typing import Final

import click
import msgspec

from tui_app.cli.source_flags import flags_of_run
from tui_app.config import file as config_file
from tui_app.config import settings
from tui_app.registry.registry_location import described

_USER: Final = re.compile(r"(?<=://)[^/?#]*@")
"""The user and password of an address, which is refused with them: they are not shown."""


@click.group()
def config() -> None:
    """Show and change the settings."""


@config.command()
def show() -> None:
    """Print every setting as TOML, with where its value came from."""
    try:
        loaded = settings.load(flags_of_run()[0])
        lines = config_file.lines_of(settings.config_file())
    except settings.SettingsError as error:
        raise click.ClickException(str(error)) from None
    chosen = loaded.settings
    server = chosen.server.get(chosen.use_server or "")
    if server is not None and server.base_url == chosen.base_url:
        lines["base_url"] = lines.get(f"server.{chosen.use_server}.base_url", 0)
    for name in settings.Settings.__struct_fields__:
        origin = loaded.origins[name]
        line = f", line {lines[name]}" if lines.get(name) else ""
        places = {
            settings.Origin.FLAG: "flag",
            settings.Origin.ENVIRONMENT: f"environment: {settings.variable_of(name)}",
            settings.Origin.FILE: f"{settings.config_file()}{line}",
            settings.Origin.DEFAULT: "default",
        }
        _print(name, getattr(loaded.settings, name), places[origin])
    for notice in loaded.notices:
        click.echo(notice, err=True)


def _print(name: str, value: object, place: str) -> None:
    if isinstance(value, dict):
        pairs = {k: v.base_url if isinstance(v, settings.Server) else v for k, v in value.items()}
        for key, inner in pairs.items():
            inner_name = f"{name}.{_key(key)}" + (".base_url" if name == "server" else "")
            click.echo(f"{inner_name} = {config_file.toml_value(_shown(inner))}  # {place}")
    elif name == "command":
        for number, command in enumerate(value if isinstance(value, tuple) else ()):
            for key, inner in msgspec.to_builtins(command).items():
                click.echo(f"command.{number}.{key} = {config_file.toml_value(inner)}  # {place}")
    elif value is None:
        click.echo(f"# {name} is not set  # {place}")
    else:
        shown = described(value) if name == "registry" and isinstance(value, str) else value
        click.echo(f"{name} = {config_file.toml_value(_shown(shown))}  # {place}")


def _key(name: str) -> str:
    """A name as a key of TOML: in quotes where it needs them."""
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else config_file.toml_value(name)


def _shown(value: object) -> object:
    return _USER.sub("…@", value) if isinstance(value, str) else value


@config.command()
def path() -> None:
    """Print where the configuration file is, or would be."""
    click.echo(settings.config_file())


@config.command()
def edit() -> None:
    """Open the configuration file in your editor; start it with every setting explained."""
    file = settings.config_file()
    try:
        if not file.exists():
            config_file.start(file)
        if not (sys.stdin and sys.stdin.isatty()) and not os.environ.keys() & {"VISUAL", "EDITOR"}:
            raise click.UsageError(f"There is no terminal for an editor. The file is {file}")
        click.edit(filename=str(file))
        loaded = settings.load()
    except settings.SettingsError as error:
        raise click.ClickException(str(error)) from None
    for notice in loaded.notices:
        click.echo(notice, err=True)
