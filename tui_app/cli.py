"""The command line. No argument opens the explorer; each command imports only what it runs."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from tui_app import __version__

_COMMANDS: Final = {
    "serve": "tui_app.service.cli:serve",
    "keys": "tui_app.service.cli:keys",
    "registry": "tui_app.registry.cli:registry",
    "login": "tui_app.client.cli:login",
    "cache": "tui_app.client.cli:cache",
}


class _LazyGroup(click.Group):
    """A group whose commands live with what they run and are imported when called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = _COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)  # noqa: S101 (narrows a lazy import)
        return command


@click.group(cls=_LazyGroup, invoke_without_command=True)
@click.version_option(__version__, prog_name="firmeterm")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Explore Romanian companies in the terminal."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
