"""The flags of the source, before and after a command's name.

A value given anywhere on the line is stored in the outermost context, where settings look. Where
two flags choose different sources the last one counts, so that ``--sample`` overrides an alias.
"""

from __future__ import annotations

from typing import Any, Final

import click

from tui_app.cli.nearest_choice import NearestChoice

# The flags that say where a source is; the sample has none.
_PLACES: Final = {"base_url", "use_server", "registry"}
_PLACES_OF: Final[dict[str, set[str]]] = {
    "sample": set(),
    "server": {"base_url", "use_server"},
    "registry": {"registry"},
    "public": {"registry"},
}


def _keep(ctx: click.Context, param: click.Parameter, value: str | bool | None) -> None:
    """Store a value in the outermost context, without the flags that it overrides."""
    if value is None or value is False:
        return
    flags = ctx.find_root().params
    name = str(param.name)
    if name in ("sample", "source"):
        name, value = "source", name if value is True else value
        overridden = _PLACES - _PLACES_OF[str(value)]
    else:
        overridden = _PLACES - {name}
        if name not in _PLACES_OF.get(flags.get("source", ""), ()):
            overridden.add("source")
    for other in overridden:
        flags.pop(other, None)
    flags[name] = value


# Any: flags have different types.
def flags_of_run() -> tuple[dict[str, Any], str | None]:
    """The settings on the command line, and the file with the key."""
    flags = dict(click.get_current_context().find_root().params)
    return flags, flags.pop("api_key_file", None)


def source_flags() -> list[click.Option]:
    """New options; each command needs its own objects."""
    return [
        _flag(
            "--source",
            "Where data come from, whatever is set.",
            type=NearestChoice(["sample", "registry", "server", "public"]),
        ),
        _flag("--sample", "The sample of invented companies.", is_flag=True),
        _flag(
            "--registry",
            "Registry database on this machine.",
            metavar="FILE",
            type=click.Path(readable=False),
        ),
        _flag("--base-url", "Server to ask.", metavar="URL"),
    ]


# Any: click's own attributes of an option.
def _flag(name: str, about: str, **more: Any) -> click.Option:
    return click.Option([name], expose_value=False, callback=_keep, help=about, **more)


def take_source_flags(command: click.Command) -> click.Command:
    """Add the flags to a command and its subcommands; an existing option is not replaced."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            take_source_flags(inner)
    own = {param.name for param in command.params}
    command.params += [flag for flag in source_flags() if flag.name not in own]
    return command
