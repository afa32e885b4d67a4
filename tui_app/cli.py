"""The command line. No argument opens the explorer; each command imports only what it runs."""

from __future__ import annotations

import gc
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tui_app import __version__

if TYPE_CHECKING:
    from tui_app.client.secret import Secret

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
@click.option("--base-url", metavar="URL", help="Server to ask; none: the embedded service.")
@click.option(
    "--api-key-file",
    metavar="FILE",
    help="File with the server's API key, - for standard input; never given as an argument.",
)
@click.option("--registry", metavar="FILE", help="Registry database to explore.")
@click.option("--lang", type=click.Choice(["en", "ro"]), help="Language of the screen.")
@click.option("--theme", metavar="NAME", help="Theme, for example firmeterm-light.")
@click.option("--no-mouse", "mouse", flag_value=False, default=None, help="Leave the mouse alone.")
@click.option("--animations", is_flag=True, default=None, help="Let the screen animate.")
@click.option("--offline", is_flag=True, default=None, help="Show what is kept, send nothing.")
@click.option("--allow-http", is_flag=True, default=None, help="Allow a key over http://.")
@click.option("--no-resume", "resume", flag_value=False, default=None, help="Start afresh.")
@click.pass_context
def main(ctx: click.Context, /, api_key_file: str | None, **flags: str | bool | None) -> None:
    """Explore Romanian companies in the terminal.

    Without a command the explorer opens: on a server when one is set, else on your own
    registry, else on the sample of invented companies.
    """
    if ctx.invoked_subcommand is None:
        _explore(api_key_file, flags)


def _explore(api_key_file: str | None, flags: dict[str, str | bool | None]) -> None:
    # What start-up makes is there to stay: looking through it a dozen times for garbage costs
    # a third of the time to the first frame. The program switches collecting on after that.
    gc.disable()
    from tui_app.ui.wire.ahead import keep_keys

    keep_keys()
    from tui_app import settings as configuration
    from tui_app import source
    from tui_app.language import set_language, system_language

    try:
        settings = configuration.load(flags).settings
    except configuration.SettingsError as error:
        raise click.ClickException(str(error)) from None
    set_language(settings.lang or system_language())

    from tui_app.ui.capabilities import cannot_open, detect

    key = _given_key(api_key_file)
    terminal = detect()
    if (why := cannot_open(terminal)) is not None:
        raise click.ClickException(why)
    from tui_app.ui.app import FirmetermApp, Source, Surroundings

    app = FirmetermApp(
        Surroundings(
            # A key that was given belongs to the server it was given for, and to no other.
            connect=lambda chosen: source.connect(
                chosen, key if chosen.base_url == settings.base_url else None
            ),
            describe=lambda chosen: Source(
                name=source.name_of(chosen),
                welcome=source.welcome(chosen),
                invitation=source.invitation(chosen),
                embedded=source.kind_of(chosen) is not source.SourceKind.REMOTE,
            ),
            settings=settings,
            key_lines=configuration.key_lines if settings.keys else dict,
            terminal=terminal,
            place_file=Path(configuration.state_folder())
            / f"place-{source.place_of(settings)}.json",
        )
    )
    app.run(mouse=settings.mouse)
    raise SystemExit(app.return_code or 0)


def _given_key(api_key_file: str | None) -> Secret | None:
    """The key of --api-key-file, read before the screen takes standard input."""
    if api_key_file is None:
        return None
    from tui_app.client.credentials import key_typed, read_key_file
    from tui_app.client.errors import ClientError

    try:
        return key_typed(read_key_file(api_key_file))
    except ClientError as error:
        raise click.ClickException(str(error)) from None
