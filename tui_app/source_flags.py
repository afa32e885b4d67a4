"""The flags that choose where data come from: before a command's name or after it, for each.

What is given anywhere on the line is kept with the outermost command, where settings look.
"""

from __future__ import annotations

from typing import Final

import click

_NAMES: Final = {"source", "sample", "registry", "base_url"}


def _keep(ctx: click.Context, param: click.Parameter, value: str | bool | None) -> None:
    """Keep a value with the outermost command; what stands later on the line counts."""
    if value is None or value is False:
        return
    kept = ctx.find_root().params
    if param.name == "sample":
        kept["source"] = "sample"
    elif param.name is not None:
        kept[param.name] = value


def source_flags() -> list[click.Option]:
    """New options; each command needs its own."""
    return [
        click.Option(
            ["--source"],
            type=click.Choice(["sample", "registry", "server", "public"]),
            expose_value=False,
            callback=_keep,
            help="Where data come from, whatever is set.",
        ),
        click.Option(
            ["--sample"],
            is_flag=True,
            expose_value=False,
            callback=_keep,
            help="The sample of invented companies.",
        ),
        click.Option(
            ["--registry"],
            metavar="FILE",
            expose_value=False,
            callback=_keep,
            help="Registry database on this machine.",
        ),
        click.Option(
            ["--base-url"],
            metavar="URL",
            expose_value=False,
            callback=_keep,
            help="Server to ask.",
        ),
    ]


def take_source_flags(command: click.Command) -> click.Command:
    """Let a command and all below it take the flags; one that it has already stays its own."""
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            take_source_flags(inner)
    own = {param.name for param in command.params}
    command.params += [flag for flag in source_flags() if flag.name not in own]
    return command
