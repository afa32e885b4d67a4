"""The page for ``man firmeterm``, made from what ``--help`` is made from.

``python -m tests.docs.man_page`` renews the file that is installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from tui_app.cli.main import main
from tui_app.manual.pages import FOLDER

FILE: Final = Path(FOLDER) / "firmeterm.1"


def man_page() -> str:
    """The page in the language of man."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    context = click.Context(main, info_name="firmeterm", **main.context_settings)
    yield '.TH FIRMETERM 1 "" "firmeterm" "User commands"'
    yield ".SH NAME"
    yield "firmeterm \\- explore Romanian companies in the terminal"
    yield ".SH SYNOPSIS"
    yield _plain(" ".join(["firmeterm", *main.collect_usage_pieces(context)]))
    yield ".SH DESCRIPTION"
    yield from _described(main)
    yield ".SH OPTIONS"
    yield from _options(main, context)
    yield ".SH COMMANDS"
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        if command is not None:
            yield from _command(command, click.Context(command, context, info_name=name))
    for title, entries in _SECTIONS.items():
        yield f".SH {title}"
        for term, about in entries.items():
            yield ".TP"
            yield f".B {_plain(term)}"
            yield _plain(about)


_SECTIONS: Final = {
    "EXIT STATUS": {
        "0": "Found, or done.",
        "1": "Nothing found, or something changed.",
        "2": "Wrong use: arguments, settings, or a file that is not there.",
        "3": "The API key is missing or rejected.",
        "4": "The server, the connection or the disk failed.",
        "5": "The allowance is used up, or a cost was not confirmed.",
        "130": "Stopped with ctrl+c.",
    },
    "ENVIRONMENT": {
        "FIRMETERM_API_KEY": "The API key of the server that is set.",
        "FIRMETERM_CONFIG": "The configuration file, in place of the usual one.",
        "FIRMETERM_NAME": "Any setting by its name in capitals, such as FIRMETERM_BASE_URL.",
        "NO_COLOR": "Without colours, where it is set.",
        "BROWSER": "The program that opens websites.",
    },
    "FILES": {
        "~/.config/firmeterm/config.toml": "Settings; firmeterm config path prints where it is.",
        "~/.local/share/firmeterm": "The imported registry, watch list, notes and history.",
        "~/.cache/firmeterm": "Answers of servers; firmeterm cache clear empties it.",
    },
    "EXAMPLES": {
        "firmeterm petroterm": "Open the explorer at what a text finds.",
        "firmeterm check suppliers.csv -o csv": "Status, VAT, turnover and warnings of a list.",
        "firmeterm screen county:CJ 'turnover:>1M' --all -o csv": "Every company that fits.",
        "firmeterm show 990000013 --section financial -o json": "The figures of a company.",
        "firmeterm data import FOLDER": "Import public data; they are opened from then on.",
    },
}


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    yield ".SS " + _plain(" ".join([context.command_path, *command.collect_usage_pieces(context)]))
    yield from _described(command)
    yield from _options(command, context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield from _command(inner, click.Context(inner, context, info_name=name))


def _described(command: click.Command) -> Iterator[str]:
    for text in (command.help or "", command.epilog or ""):
        for paragraph in filter(None, text.split("\n\n")):
            yield ".PP"
            yield _plain(" ".join(paragraph.split()))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None:
            yield ".TP"
            yield f".B {_plain(record[0])}"
            yield _plain(record[1]) or "\\&"


def _plain(text: str) -> str:
    """A text in which man finds nothing to obey."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    FILE.write_text(man_page(), encoding="utf-8")
