"""The command line. Without arguments it opens the explorer; commands import what they need."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

from tui_app import __version__
from tui_app.cli.completion import complete_texts
from tui_app.cli.ending import INTERRUPTED, report_failures, report_full_output, stop
from tui_app.cli.examples import add_examples
from tui_app.cli.explore import explore_as_asked
from tui_app.cli.former import present_spelling, refuse_former
from tui_app.cli.option_order import with_options_last
from tui_app.cli.output_file import drop_output_file
from tui_app.cli.questions import is_somebody_there, yes_or_no
from tui_app.cli.source_flags import IS_RUN, run_flags, take_run_flags, without_effect
from tui_app.cli.spoken_help import speak_language_of_run
from tui_app.contract.personal_codes import without_personal_codes
from tui_app.system.language import N_, _
from tui_app.system.nearest import nearest, one_letter_off
from tui_app.system.streams import prepare_streams

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_GROUPS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    N_("Find companies"): {
        "search": ("search:search", N_("Find companies by name, tax id or registry number")),
        "screen": ("screen:screen", N_("Find the companies that match criteria")),
        "changes": ("changes:changes", N_("List changes in the register")),
        "new": ("new:new", N_("List the companies registered on a day")),
        "open": ("open:open_text", N_("Open the explorer with the results of a search")),
    },
    N_("Look at companies"): {
        "show": ("show:show", N_("Show a company: its profile, or another section")),
        "contracts": ("contracts:contracts", N_("List the public contracts of a company")),
        "compare": ("compare:compare", N_("Put companies side by side, a row for each")),
        "check": ("check:check", N_("Check a list of companies, one row for each")),
        "match": ("match:match", N_("Find the company that each row of a list means")),
        "export": ("export:export", N_("Write everything on record about a company")),
        "watch": ("watch:watch", N_("Watch companies and learn what changed about them")),
        "ask": ("ask:ask", N_("Ask one question; the answer is JSON")),
    },
    N_("Data and servers"): {
        "data": ("data:data", N_("Import public data about every company, and look after it")),
        "registry": ("registry:registry", N_("Build and publish a company database")),
        "serve": ("serve:serve", N_("Serve the nine operations over HTTP")),
        "keys": ("keys:keys", N_("Issue, change, revoke and back up the keys of the service")),
        "mcp": ("mcp:mcp", N_("Answer an assistant's questions about companies")),
    },
    N_("Set up and look after"): {
        "login": ("login:login", N_("Set the server to ask, and its API key")),
        "config": ("config:config", N_("Show and change the settings")),
        "doctor": ("doctor:doctor", N_("Check the installation, and say how to fix it")),
        "cache": ("cache:cache", N_("Look after the cached answers")),
        "workspace": (
            "workspace:workspace",
            N_("Move or back up history, watch list, notes and snapshots"),
        ),
        "completion": (
            "completion:completion",
            N_("Print the script that completes commands and companies"),
        ),
        "help": ("helping:help_", N_("Show the help of a command")),
        "version": ("helping:version", N_("Print the version")),
        "manual": ("helping:manual", N_("Read the manual, or search it")),
    },
}
"""The commands as the help lists them: each with its module, and its description in a line."""

_COMMANDS: Final = {
    name: path for group in _GROUPS.values() for name, (path, _about) in group.items()
}


@contextmanager
def _without_codes_in_errors() -> Iterator[None]:
    """Mask personal codes in errors, which repeat the user's words."""
    try:
        yield
    except click.ClickException as error:
        # click declares it final, and a new error would lose the mark under the wrong word.
        vars(error)["message"] = without_personal_codes(error.message)
        raise


class _LazyGroup(click.Group):
    """A group that imports each command's module only when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        path = _COMMANDS.get(cmd_name)
        if path is None:
            return None
        module, _, name = path.partition(":")
        command = getattr(import_module(f"tui_app.cli.{module}"), name)
        assert isinstance(command, click.Command)  # noqa: S101 (narrows a lazy import)
        add_examples(command, cmd_name)
        return take_run_flags(command, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Every command in one line, in groups."""
        widest = max(map(len, _COMMANDS))
        for title, commands in _GROUPS.items():
            with formatter.section(title):
                lines = [(name.ljust(widest), about) for name, (_place, about) in commands.items()]
                formatter.write_dl(lines)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options of a command even before its name."""
        return super().parse_args(ctx, with_options_last(self, ctx, args))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Open a text that is not a command, unless it looks like a misspelt command.

        On a terminal the user is asked what was meant.
        """
        name = args[0]
        if name in _COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        refuse_former(name)
        if " " not in name and (near := one_letter_off(name, _COMMANDS)):
            wrong = _("There is no command {name}. Did you mean {word}?")
            wrong = wrong.format(name=repr(name), word=near)
            if not (ctx.meta.get(IS_RUN) and is_somebody_there()):
                text = _("As a text to look for: firmeterm open {name}")
                ctx.fail(f"{wrong} {text.format(name=name)}")
            if yes_or_no(wrong):
                return super().resolve_command(ctx, [near, *args[1:]])
        return "open", self.get_command(ctx, "open"), args

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete commands, and the companies that were seen before."""
        found = super().shell_complete(ctx, incomplete)
        if incomplete and not incomplete.startswith("-"):
            found += complete_texts(ctx, ctx.command.params[0], incomplete)
        return found

    # Any: click's own types.
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the arguments; --help and --version print meanwhile."""
        prepare_streams()
        try:
            with _without_codes_in_errors(), report_full_output():
                return super().make_context(*args, **kwargs)
        except KeyboardInterrupt:
            raise SystemExit(INTERRUPTED) from None

    # Any: click's own types.
    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; for an unknown one of a group, suggest the nearest.

        ctrl+c ends with 130, as in a shell.
        """
        try:
            with _without_codes_in_errors(), report_full_output(), report_failures():
                speak_language_of_run()
                ctx.meta[IS_RUN] = True
                return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            drop_output_file(ctx)
            stop(_("Stopped."))
        except (click.NoSuchCommand, click.NoSuchOption) as error:
            hint = present_spelling(error)
            if isinstance(error, click.NoSuchOption):
                hint = hint or without_effect(error)
            group = error.ctx.command if error.ctx else None
            if isinstance(error, click.NoSuchCommand) and isinstance(group, click.Group):
                context = click.get_current_context()
                hint = hint or nearest(error.command_name, group.list_commands(context))
            if not hint:
                raise
            raise click.UsageError(error.message + hint, error.ctx) from None


def _print_version(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Print the version; what the installed Textual lacks is the doctor's."""
    if not wanted or ctx.resilient_parsing:
        return
    click.echo(f"firmeterm {__version__}")
    ctx.exit()


@click.group(
    "firmeterm",
    cls=_LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.pass_context
def main(ctx: click.Context, /, **_flags: str | bool) -> None:
    """Explore Romanian companies in the terminal.

    Without a command the explorer opens: on a server when one is set, else on the registry
    that was imported, else on the sample of invented companies.
    """
    if ctx.invoked_subcommand is None:
        explore_as_asked()


main.params[:0] = run_flags(all_in_help=True)
