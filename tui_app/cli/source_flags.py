"""The flags of a run: its source, and how it runs. A command takes those that act on it.

They may stand before its name, too. A value is stored in the outermost context, where the settings
look. Two flags that choose different sources are an error.
"""

from __future__ import annotations

from typing import Any, Final, NoReturn

import click

from tui_app.cli.nearest_choice import NearestChoice
from tui_app.system.language import LANGUAGES, N_, _, set_language

IS_RUN: Final = "tui_app.is_run"
"""Set while a command line is run; the screen and the shells only read one."""

SCREEN_FLAGS: Final = frozenset({"theme", "mouse", "animations", "screen_reader", "resume"})
_SERVER: Final = frozenset({"base_url", "use_server", "api_key_file", "allow_http"})
_SOURCE: Final = _SERVER | {"source", "sample", "registry", "offline", "private"}
FLAGS_OF: Final[dict[str, frozenset[str]]] = {
    "sample": frozenset({"sample"}),
    "registry": frozenset({"registry"}),
    "server": _SERVER,
    "public": frozenset({"registry"}),
}
"""The words of ``--source``, each with the flags that go with it alone."""

_TYPED: Final = "tui_app.typed"
"""The options that were typed so far, each with the sources that it goes with."""

_SILENT: Final = (
    "cache", "completion", "config", "help", "keys", "manual", "registry", "version", "watch",
    "workspace",
)  # fmt: skip
"""The commands that ask no source."""
_USED_BY: Final = {
    **dict.fromkeys(_SILENT, frozenset[str]()),
    "config get": _SOURCE | SCREEN_FLAGS,
    "config show": _SOURCE | SCREEN_FLAGS,
    "data": frozenset({"registry"}),
    "data download": frozenset[str](),
    "doctor": _SERVER | {"source", "sample", "registry", "offline", "theme"},
    "login": _SERVER,
    "match": _SOURCE | SCREEN_FLAGS,
    "open": _SOURCE | SCREEN_FLAGS,
    "serve": frozenset({"source", "sample", "registry"}),
    "watch check": _SOURCE,
    "watch list": frozenset({"private"}),
    "workspace export": frozenset({"private"}),
}
"""What acts on a command, beside ``--lang``; a command that is not listed asks a source."""


def _keep(ctx: click.Context, param: click.Parameter, value: str | bool | None) -> None:
    """Store a value in the outermost context. Raises ``click.UsageError`` for a contradiction."""
    if value is None:
        return
    if value == "":
        raise click.BadParameter(_("The value is empty."), ctx, param)
    name, root = str(param.name), ctx.find_root()
    sources = {str(value)} if name == "source" else {w for w, f in FLAGS_OF.items() if name in f}
    sources = sources or {*FLAGS_OF}  # it chooses none
    typed: dict[str, set[str]] = root.meta.setdefault(_TYPED, {})
    for other, others in typed.items():
        if not sources & others or {name, other} == {"base_url", "use_server"}:
            text = _("{one} and {other} contradict each other: leave one out.")
            raise click.UsageError(text.format(one=option_of(other), other=option_of(name)), ctx)
    typed[name] = sources
    if name == "sample":
        name, value = "source", "sample"
    root.params[name] = value
    if name == "lang" and ctx.meta.get(IS_RUN):
        set_language(str(value))


def option_of(name: str) -> str:
    """The flag of a run, as it is typed."""
    return next(flag.opts[0] for flag in run_flags(all_in_help=True) if flag.name == name)


def typed_flags() -> dict[str, str]:
    """The flags of this run that were typed, by their names, as they are written."""
    typed = click.get_current_context().find_root().meta.get(_TYPED, {})
    return {name: option_of(name) for name in typed}


def may_be_idle(param: click.Parameter) -> bool:
    """Whether an option is a flag of a run that may not act on a command, as ``--lang`` does."""
    return param.callback is _keep and param.name != "lang"


def is_typed(name: str) -> bool:
    """Whether an option of this command was typed, and is not its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is click.core.ParameterSource.COMMANDLINE


# Any: flags have different types.
def flags_of_run() -> tuple[dict[str, Any], str | None]:
    """The settings on the command line, and the file with the key."""
    flags = dict(click.get_current_context().find_root().params)
    return flags, flags.pop("api_key_file", None)


def run_flags(*, all_in_help: bool) -> list[click.Option]:
    """New options; each command needs its own objects.

    The help of a command lists those that choose its source; the program's own help lists all.
    """
    choice, file = NearestChoice(tuple(FLAGS_OF)), click.Path
    source = [
        _flag("--source", N_("Where data come from; overrides the settings."), type=choice),
        _flag("--sample", N_("The sample of invented companies."), is_flag=True),
        _flag(
            "--registry",
            N_("Registry database on this machine."),
            metavar="FILE",
            type=file(readable=False),
        ),
        _flag("--base-url", N_("Server to ask."), metavar="URL"),
    ]
    others = [
        _flag("--server", N_("Server named in the settings."), name="use_server", metavar="NAME"),
        _flag(
            "--api-key-file",
            N_("File with the server's API key, - for standard input; never given as an argument."),
            metavar="FILE",
            type=file(readable=False),
        ),
        _flag(
            "--lang",
            N_("Language of the screen and of reports."),
            type=NearestChoice(LANGUAGES),
            is_eager=True,
        ),
        _flag(
            "--theme",
            N_("Theme, for example firmeterm-light."),
            metavar="NAME",
            shell_complete=_complete_themes,
        ),
        _flag("--no-mouse", N_("Leave the mouse alone."), name="mouse", flag_value=False),
        _flag("--animations", N_("Let the screen animate."), is_flag=True),
        _flag("--screen-reader", N_("No frames, charts in words."), is_flag=True),
        _flag("--offline", N_("Show cached answers, send nothing."), is_flag=True),
        _flag("--private", N_("Store nothing of this session."), is_flag=True),
        _flag("--allow-http", N_("Allow a key over http://."), is_flag=True),
        _flag("--no-resume", N_("Start afresh."), name="resume", flag_value=False),
    ]
    for option in others:
        option.hidden = not all_in_help
    return source + others


def _complete_themes(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    from tui_app.ui.text.themes import known_themes

    return [name for name in known_themes() if name.startswith(typed)]


# Any: click's own attributes of an option.
def _flag(flag: str, about: str, *, name: str | None = None, **more: Any) -> click.Option:
    names = [flag] if name is None else [flag, name]
    return click.Option(names, expose_value=False, callback=_keep, help=about, default=None, **more)


def take_run_flags(
    command: click.Command, path: str, used: frozenset[str] = _SOURCE
) -> click.Command:
    """Add the flags that act on it to a command, called ``path``, and to its subcommands.

    An option of its own is not replaced.
    """
    used = _USED_BY.get(path, used)
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            take_run_flags(inner, f"{path} {name}", used)
    if added := (used | {"lang"}) - {param.name for param in command.params}:
        command.params += [flag for flag in run_flags(all_in_help=False) if flag.name in added]
    return command


def refuse_idle(option: str, other: str) -> NoReturn:
    """Refuse an option that does nothing beside another one. Raises ``click.UsageError``."""
    text = _("{option} has no effect with {other}: leave it out.")
    raise click.UsageError(text.format(option=option, other=other))


def without_effect(error: click.NoSuchOption) -> str:
    """That a flag of a run does nothing for a command; empty if it is no such flag."""
    flags = {name for flag in run_flags(all_in_help=True) for name in flag.opts}
    if error.ctx is None or error.option_name not in flags:
        return ""
    text = _("It has no effect on {command}: leave it out.")
    return " " + text.format(command=error.ctx.command_path)
