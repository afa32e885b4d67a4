"""The flags of a run: its source, and how it runs. After a command's name those that act on it.

A value given anywhere on the line is stored in the outermost context, where the settings look. If
two flags choose different sources the last one wins, so that ``--sample`` overrides an alias.
"""

from __future__ import annotations

from typing import Any, Final

import click

from tui_app.cli.nearest_choice import NearestChoice
from tui_app.system.language import LANGUAGES, N_, _, set_language

IS_RUN: Final = "tui_app.is_run"
"""Set while a command line is run; the screen and the shells only read one."""

# The flags that give the location of a source; the sample has none.
_PLACES: Final = {"base_url", "use_server", "registry"}
PLACES_OF: Final[dict[str, set[str]]] = {
    "sample": set(),
    "registry": {"registry"},
    "server": {"base_url", "use_server"},
    "public": {"registry"},
}
"""The words of ``--source``, each with the flags that go with it."""

_SCREEN: Final = frozenset({"theme", "mouse", "animations", "screen_reader", "resume"})
_SERVER: Final = frozenset({"base_url", "use_server", "api_key_file", "allow_http"})
_SOURCE: Final = _SERVER | {"source", "sample", "registry", "offline", "private"}
_USED_BY: Final = {
    "cache": frozenset[str](),
    "completion": frozenset[str](),
    "config": frozenset[str](),
    "config get": _SOURCE | _SCREEN,
    "config show": _SOURCE | _SCREEN,
    "data": frozenset({"registry"}),
    "data check": frozenset({"registry", "offline"}),
    "data download": frozenset[str](),
    "doctor": _SOURCE | _SCREEN,
    "help": frozenset[str](),
    "keys": frozenset[str](),
    "login": _SERVER,
    "manual": frozenset[str](),
    "match": _SOURCE | _SCREEN,
    "open": _SOURCE | _SCREEN,
    "registry": frozenset[str](),
    "serve": frozenset({"source", "sample", "registry"}),
    "version": frozenset[str](),
    "watch": frozenset({"private"}),
    "watch check": _SOURCE,
    "workspace": frozenset({"private"}),
}
"""What acts on a command, beside ``--lang``; a command that is not listed asks a source."""


def _keep(ctx: click.Context, param: click.Parameter, value: str | bool | None) -> None:
    """Store a value in the outermost context, without the flags that it overrides."""
    if value is None:
        return
    if value == "":
        raise click.BadParameter(_("The value is empty."), ctx, param)
    flags = ctx.find_root().params
    name = str(param.name)
    if name in ("sample", "source"):
        name, value = "source", name if value is True else value
        overridden = _PLACES - PLACES_OF[str(value)]
    elif name in _PLACES:
        overridden = _PLACES - {name}
        if name not in PLACES_OF.get(flags.get("source", ""), ()):
            overridden.add("source")
    else:
        overridden = set()
    for other in overridden:
        flags.pop(other, None)
    flags[name] = value
    if name == "lang" and ctx.meta.get(IS_RUN):
        set_language(str(value))


# Any: flags have different types.
def flags_of_run() -> tuple[dict[str, Any], str | None]:
    """The settings on the command line, and the file with the key."""
    flags = dict(click.get_current_context().find_root().params)
    return flags, flags.pop("api_key_file", None)


def run_flags(*, all_in_help: bool) -> list[click.Option]:
    """New options; each command needs its own objects.

    The help of a command lists those that choose its source; the program's own help lists all.
    """
    choice, file = NearestChoice(tuple(PLACES_OF)), click.Path
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


def without_effect(error: click.NoSuchOption) -> str:
    """That a flag of a run does nothing for a command; empty if it is no such flag."""
    flags = {name for flag in run_flags(all_in_help=True) for name in flag.opts}
    if error.ctx is None or error.option_name not in flags:
        return ""
    return " " + _("It has no effect on {command}: leave it out.").format(
        command=error.ctx.command_path
    )
