"""Former spellings of commands and options: each is answered with the present one."""

from __future__ import annotations

from typing import Final

import click

from tui_app.system.language import _

_COMMANDS: Final = {
    "accounts": "keys backup, keys restore",
    "buyer": "contracts TAX_ID --side authority --partners",
    "registry info": "data info --registry FILE",
}
_OPTIONS: Final = {"--json": "-o json"}


def refuse_former(name: str) -> None:
    """Refuse the former name of a command; it is not searched for as a text."""
    if name in _COMMANDS:
        text = _("{name} is now: {spelling}. As a text to look for: firmeterm open {name}")
        raise click.UsageError(text.format(name=name, spelling=f"firmeterm {_COMMANDS[name]}"))


def present_spelling(error: click.UsageError) -> str:
    """What to write instead, as a sentence that begins with a blank; empty if nothing is known."""
    path = error.ctx.command_path.partition(" ")[2] if error.ctx else ""
    match error:
        case click.NoSuchOption():
            present = _OPTIONS.get(error.option_name)
        case click.NoSuchCommand():
            present = _COMMANDS.get(f"{path} {error.command_name}".strip())
        case _:
            present = None
    return " " + _("Now: {spelling}").format(spelling=present) if present else ""
