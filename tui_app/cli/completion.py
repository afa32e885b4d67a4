"""``firmeterm completion``: the script with which a shell completes commands, tax ids and names."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

import click

from tui_app.cli.ending import require_output
from tui_app.cli.nearest_choice import NearestChoice

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

PROGRAM: Final = "firmeterm"
VARIABLE: Final = "_FIRMETERM_COMPLETE"
"""Set by the shell script when it asks for completions; see click's documentation."""

_MAX_COMPLETIONS: Final = 50


@click.command(
    epilog='Examples: eval "$(firmeterm completion bash)" · firmeterm completion fish | source'
)
@click.argument("shell", type=NearestChoice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script that completes commands, options, tax ids and names in a shell.

    Put eval "$(firmeterm completion bash)" into .bashrc, eval "$(firmeterm completion zsh)" into
    .zshrc, or firmeterm completion fish | source into config.fish.
    """
    from click.shell_completion import get_completion_class

    from tui_app.cli import shells

    require_output("nothing was printed")
    shells.register()
    kind = get_completion_class(shell)
    root = ctx.find_root().command
    if kind is None:  # pragma: no cover (click knows each of the choices)
        raise click.UsageError(f"Nothing is known of {shell}.")
    made = kind(root, {}, PROGRAM, VARIABLE)
    click.echo(made.source_template % made.source_vars())


def complete_tax_ids(
    _ctx: click.Context, _param: click.Parameter, typed: str
) -> list[CompletionItem]:
    """The tax ids of known companies that start with the text, with their names."""
    from click.shell_completion import CompletionItem

    bare = typed.upper().removeprefix("RO").strip()
    prefix = typed[: len(typed) - len(bare)]
    found = [(t, name) for t, name in known_companies(bare) if t.startswith(bare)]
    return [CompletionItem(prefix + t, help=name) for t, name in found[:_MAX_COMPLETIONS]]


def complete_texts(
    _ctx: click.Context, _param: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Names and tax ids of known companies that start with the text."""
    from click.shell_completion import CompletionItem

    from tui_app.contract.folding import fold

    start = fold(typed)
    items = []
    for tax_id, name in known_companies(typed):
        if typed and tax_id.startswith(typed):
            items.append(CompletionItem(tax_id, help=name))
        elif name and fold(name).startswith(start):
            items.append(CompletionItem(name, help=tax_id))
    return items[:_MAX_COMPLETIONS]


def complete_columns(ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    """The columns of the command's file, if it can be read."""
    from pathlib import Path

    from tui_app.tables.reading import read_table
    from tui_app.tables.table import TableError

    # While the last option lacks its value, click leaves the arguments unread.
    file = next(iter(ctx.args), ctx.params.get("file"))
    with contextlib.suppress(OSError, TableError):
        columns = read_table(Path(str(file)).read_bytes()).columns
        return [name for name in columns if name.lower().startswith(typed.lower())]
    return []


def known_companies(text: str) -> list[tuple[str, str]]:
    """Tax id and name of companies in the history, the watch list and the cached answers.

    Sends nothing and changes nothing; unreadable files are left out.
    """
    from tui_app.client.sanitize import clean

    found = {tax_id: clean(name) for tax_id, name in (*_in_cache(), *_in_workspace(text))}
    return sorted(found.items(), key=lambda pair: pair[1])


def _in_workspace(text: str) -> list[tuple[str, str]]:
    from tui_app.workspace.errors import WorkspaceError
    from tui_app.workspace.workspace import Workspace, workspace_file

    file = workspace_file()
    if not file.exists():
        return []
    with contextlib.suppress(WorkspaceError), Workspace(file, private=True) as workspace:
        viewed = [each.summary for each in workspace.history.companies(text)]
        watched = [each.summary for each in workspace.watch_list.entries()]
        return [(each.tax_id, each.company_name) for each in (*viewed, *watched)]
    return []


def _in_cache() -> list[tuple[str, str]]:
    """The companies of cached profiles and searches."""
    import json
    import sqlite3

    from tui_app.client.cache import FILE_NAME
    from tui_app.config.settings import cache_folder

    file = cache_folder() / FILE_NAME
    if not file.exists():
        return []
    found = []
    with (
        contextlib.suppress(sqlite3.Error, ValueError, KeyError, TypeError),
        contextlib.closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database,
    ):
        rows = database.execute(
            "SELECT body FROM answer WHERE question LIKE 'profile/%'"
            " OR question LIKE 'autocomplete/%' ORDER BY fetched_at DESC LIMIT 1000"
        )
        for (body,) in rows:
            data = json.loads(body)["data"]
            for each in data if isinstance(data, list) else [data]:
                if isinstance(each, dict) and isinstance(each.get("taxId"), str):
                    found.append((each["taxId"], str(each.get("companyName", ""))))
    return found
