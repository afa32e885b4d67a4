"""``firmeterm config``: the current settings, the file they come from, and an editor for it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from typing import Final

import click
import msgspec

from tui_app.cli.output import OutputOptions, show_rows, takes_output
from tui_app.cli.source_flags import flags_of_run
from tui_app.config import file as config_file
from tui_app.config import settings
from tui_app.config.loading import load_settings
from tui_app.registry.registry_location import described
from tui_app.system.language import _
from tui_app.system.nearest import nearest

_USER: Final = re.compile(r"(?<=://)[^/?#]*@")
"""The user and password of an address, which is refused with them: they are not shown."""


@click.group()
def config() -> None:
    """Show and change the settings."""


_FIELDS: Final = ("name", "value", "from")


@config.command()
@takes_output("toml", columns=_FIELDS, usual="toml")
def show(output: OutputOptions) -> None:
    """Print every setting, with where its value came from."""
    found = list(_effective_settings())
    if output.format != "toml":
        rows = [dict(zip(_FIELDS, each, strict=True)) for each in found]
        show_rows("Settings", _FIELDS, rows, output)
        return
    for name, value, origin in found:
        if value is None:
            click.echo(_("# {name} is not set  # {place}").format(name=name, place=origin))
        else:
            click.echo(f"{name} = {config_file.toml_value(value)}  # {origin}")


def _effective_settings() -> Iterator[tuple[str, object, str]]:
    """Each setting with its value and where that came from."""
    loaded = load_settings(flags_of_run()[0])
    lines = config_file.lines_of(settings.config_file())
    chosen = loaded.settings
    server = chosen.server.get(chosen.use_server or "")
    if server is not None and server.base_url == chosen.base_url:
        lines["base_url"] = lines.get(f"server.{chosen.use_server}.base_url", 0)
    for name in settings.Settings.__struct_fields__:
        origin = loaded.origins[name]
        line = _(", line {number}").format(number=lines[name]) if lines.get(name) else ""
        text = _("environment: {variable}")
        places = {
            settings.Origin.FLAG: _("flag"),
            settings.Origin.ENVIRONMENT: text.format(variable=settings.variable_of(name)),
            settings.Origin.FILE: f"{settings.config_file()}{line}",
            settings.Origin.DEFAULT: _("default"),
        }
        for inner, value in _values(name, getattr(loaded.settings, name)):
            yield inner, value, places[origin]


def _values(name: str, value: object) -> Iterator[tuple[str, object]]:
    """A setting, or each value of a table of settings."""
    if isinstance(value, dict):
        for key, inner in value.items():
            is_server = isinstance(inner, settings.Server)
            inner_name = f"{name}.{_key(key)}" + (".base_url" if is_server else "")
            yield inner_name, _shown(inner.base_url if is_server else inner)
    elif name == "command":
        for index, command in enumerate(value if isinstance(value, tuple) else ()):
            for key, inner in msgspec.to_builtins(command).items():
                yield f"command.{index}.{key}", inner
    else:
        is_registry = name == "registry" and isinstance(value, str)
        yield name, _shown(described(str(value)) if is_registry else value)


def _key(name: str) -> str:
    """A name as a key of TOML: in quotes if needed."""
    return name if re.fullmatch(r"[\w-]+", name, re.ASCII) else config_file.toml_value(name)


def _shown(value: object) -> object:
    return _USER.sub("…@", value) if isinstance(value, str) else value


def _complete_settings(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    tables = {"keys", "server", "command"}
    known = [name for name in settings.Settings.__struct_fields__ if name not in tables]
    return [name for name in known if name.startswith(typed)]


@config.command(short_help="Print the value of a setting.")
@click.argument("key", shell_complete=_complete_settings)
def get(key: str) -> None:
    """Print the value of a setting, wherever it comes from; exit code 1 if it is not set."""
    found = {name: value for name, value, _place in _effective_settings()}
    if key not in found and key not in settings.Settings.__struct_fields__:
        text = _("There is no setting {name}.")
        raise click.UsageError(text.format(name=key) + nearest(key, tuple(found)))
    if found.get(key) is None:
        raise SystemExit(1)
    value = found[key]
    click.echo(value if isinstance(value, str) else config_file.toml_value(value))


@config.command("set", short_help="Write a setting into the configuration file.")
@click.argument("key", shell_complete=_complete_settings)
@click.argument("value")
def set_(key: str, value: str) -> None:
    """Write a setting into the configuration file; everything else there stays, comments too."""
    saved = config_file.save_setting(key, value)
    text = _("{file}: {name} = {value}")
    click.echo(
        text.format(file=settings.config_file(), name=key, value=config_file.toml_value(saved)),
        err=True,
    )


@config.command()
def path() -> None:
    """Print where the configuration file is, or would be."""
    click.echo(settings.config_file())


@config.command(short_help="Open the configuration file in your editor.")
def edit() -> None:
    """Open the configuration file in your editor; a new file explains every setting."""
    file = settings.config_file()
    if not file.exists():
        config_file.start(file)
    if not (sys.stdin and sys.stdin.isatty()) and not os.environ.keys() & {"VISUAL", "EDITOR"}:
        text = _("There is no terminal for an editor. The file is {file}")
        raise click.UsageError(text.format(file=file))
    click.edit(filename=str(file))
    load_settings()  # says what is wrong with the file
