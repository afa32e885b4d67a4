"""The command line. No argument opens the explorer; each command imports only what it runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

from tui_app import __version__
from tui_app.cli.completion import complete_texts
from tui_app.cli.ending import INTERRUPTED, WrongUseError, report_full_output
from tui_app.cli.examples import add_examples
from tui_app.cli.explore import CannotExploreError, explore
from tui_app.cli.nearest_choice import NearestChoice
from tui_app.cli.source_flags import source_flags, take_source_flags
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.system.nearest import nearest, one_letter_off
from tui_app.system.streams import prepare_streams

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_COMMANDS: Final = {
    "search": "tui_app.cli.search:search",
    "screen": "tui_app.cli.screen:screen",
    "show": "tui_app.cli.show:show",
    "new": "tui_app.cli.new:new",
    "open": "tui_app.cli.open:open_text",
    "compare": "tui_app.cli.compare:compare",
    "check": "tui_app.cli.check:check",
    "export": "tui_app.cli.export:export",
    "completion": "tui_app.cli.completion:completion",
    "doctor": "tui_app.cli.doctor:doctor",
    "manual": "tui_app.cli.manual:manual",
    "ask": "tui_app.cli.ask:ask",
    "serve": "tui_app.cli.serve:serve",
    "keys": "tui_app.cli.keys:keys",
    "registry": "tui_app.cli.registry:registry",
    "mcp": "tui_app.cli.mcp:mcp",
    "login": "tui_app.cli.login:login",
    "cache": "tui_app.cli.cache:cache",
    "config": "tui_app.cli.config:config",
    "data": "tui_app.cli.data:data",
    "watch": "tui_app.cli.watch:watch",
    "workspace": "tui_app.cli.workspace:workspace",
}


@contextmanager
def _without_codes_in_errors() -> Iterator[None]:
    """An error repeats what was typed, but never a personal code."""
    try:
        yield
    except click.ClickException as error:
        # click declares it final, and a new error would lose what points at the wrong word.
        vars(error)["message"] = without_personal_codes(error.message)
        raise


class _LazyGroup(click.Group):
    """A group that imports each command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        place = _COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)  # noqa: S101 (narrows a lazy import)
        add_examples(command, cmd_name)
        return take_source_flags(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A text that is no command is opened, unless it looks like a misspelt command."""
        name = args[0]
        if name in _COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        if " " not in name and (near := one_letter_off(name, _COMMANDS)):
            ctx.fail(
                f"There is no command {name!r}. Did you mean {near}?"
                f" As a text to look for: firmeterm open {name}"
            )
        return "open", self.get_command(ctx, "open"), args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Commands, and the companies that were seen before."""
        found = super().shell_complete(ctx, incomplete)
        if incomplete and not incomplete.startswith("-"):
            found += complete_texts(ctx, ctx.command.params[0], incomplete)
        return found

    # Any: click's own types.
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments; --help and --version print meanwhile."""
        prepare_streams()
        with _without_codes_in_errors(), report_full_output():
            return super().make_context(*args, **kwargs)

    # Any: click's own types.
    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; for an unknown one of a group, suggest the nearest.

        A failure that names no exit code of its own is wrong use: 1 would mean nothing found.
        ctrl+c ends with 130, as in a shell.
        """
        try:
            with _without_codes_in_errors(), report_full_output():
                return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            click.echo("Stopped.", err=True)
            raise SystemExit(INTERRUPTED) from None
        except click.UsageError as error:
            group = error.ctx.command if error.ctx else None
            wrong = re.fullmatch(r"No such command '(.+)'\.", error.message)
            if isinstance(group, click.Group) and wrong and error.ctx:
                hint = nearest(wrong[1], group.list_commands(error.ctx))
                raise click.UsageError(error.message + hint, error.ctx) from None
            raise
        except click.ClickException as error:
            if type(error) is click.ClickException:
                raise WrongUseError(error.message) from None
            raise


def _print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """The version, and what this Textual version does not support."""
    if not wanted or ctx.resilient_parsing:
        return
    from tui_app.ui.terminal.textual_private import MISSING

    click.echo(f"firmeterm {__version__}")
    if MISSING:
        click.echo(
            f"The installed Textual has no {', '.join(MISSING)}: it paints the screen itself, "
            "with more bytes. Install the version that firmeterm was tested with: textual~=8.2.8"
        )
    ctx.exit()


@click.group("firmeterm", cls=_LazyGroup, invoke_without_command=True)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.option("--server", "use_server", metavar="NAME", help="Server named in the settings.")
@click.option(
    "--api-key-file",
    metavar="FILE",
    type=click.Path(readable=False),
    help="File with the server's API key, - for standard input; never given as an argument.",
)
@click.option("--lang", type=NearestChoice(["en", "ro"]), help="Language of the screen.")
@click.option("--theme", metavar="NAME", help="Theme, for example firmeterm-light.")
@click.option("--no-mouse", "mouse", flag_value=False, default=None, help="Leave the mouse alone.")
@click.option("--animations", is_flag=True, default=None, help="Let the screen animate.")
@click.option("--offline", is_flag=True, default=None, help="Show cached answers, send nothing.")
@click.option("--private", is_flag=True, default=None, help="Keep nothing of this session.")
@click.option("--allow-http", is_flag=True, default=None, help="Allow a key over http://.")
@click.option("--no-resume", "resume", flag_value=False, default=None, help="Start afresh.")
@click.pass_context
def main(ctx: click.Context, /, api_key_file: str | None, **flags: str | bool | None) -> None:
    """Explore Romanian companies in the terminal.

    Without a command the explorer opens: on a server when one is set, else on the registry
    that was imported, else on the sample of invented companies.
    """
    if ctx.invoked_subcommand is None:
        try:
            explore(api_key_file, flags)
        except CannotExploreError as error:
            raise click.ClickException(str(error)) from None


main.params[:0] = source_flags()
