"""The Romanian catalogue, kept in step with the code: ``python -m tests.language.catalogues``.

Extracts the marked texts, merges them into the ``.po`` and compiles the ``.mo``. What the service
answers and logs stays English.
"""

from __future__ import annotations

import ast
import datetime as dt
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import click
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tui_app.cli.main import main as program

PACKAGE: Final = Path(__file__).parents[2] / "tui_app"
FOLDER: Final = PACKAGE / "locale" / "ro" / "LC_MESSAGES"
PO, MO = FOLDER / "firmeterm.po", FOLDER / "firmeterm.mo"
_HEADER: Final = "# Romanian words of firmeterm; what a server sends is never translated."


def extracted() -> Catalog:
    """Every text of the code that is to be translated, in the order of the alphabet."""
    catalogue = Catalog(locale="ro", charset="utf-8")
    marked = {text for file in PACKAGE.rglob("*.py") for text in _marked(file)}
    for message in sorted(marked | set(_of_help(program)), key=str):
        catalogue.add(message)
    return catalogue


def _of_help(command: click.Command) -> Iterator[str]:
    """The texts in the help of a command and of those below it, as ``SpokenHelp`` looks them up."""
    paragraphs = [*(command.help or "").split("\n\n"), *(command.epilog or "").split("\n\n")]
    texts = [" ".join(each.split()) for each in paragraphs] + [command.short_help or ""]
    texts += [each.help or "" for each in command.params if isinstance(each, click.Option)]
    yield from (text for text in texts if text and not text.startswith("Examples: "))
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            if inner := command.get_command(context, name):
                yield from _of_help(inner)


def _marked(file: Path) -> Iterator[str | tuple[str, str]]:
    """The marked texts of a module, also of f-strings, which Babel passes over before 3.12."""
    source = file.read_text(encoding="utf-8")
    if not re.search(r"\b(N?_|ngettext)\(", source):
        return  # parsing all of the program takes seconds
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
            match node.func.id, texts:
                case "_" | "N_", [str(text)] if text:
                    yield text
                case "ngettext", [str(one), str(many)]:
                    yield one, many


def translated() -> Catalog:
    """The ``.po`` as it is; read once, which takes as long as ten tests."""
    return _read(PO.stat().st_mtime_ns)


@cache
def _read(_changed: int) -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="ro")


def merged() -> Catalog:
    """The catalogue with the translations there are, and nothing that the code lost."""
    catalogue, before = extracted(), translated()
    for message in catalogue:
        known = before.get(message.id) if message.id else None
        if known is not None:
            message.string = known.string
    return catalogue


def as_po(catalogue: Catalog) -> str:
    """The catalogue as text, without dates and line numbers, so that it only changes with words."""
    out = io.BytesIO()
    write_po(out, catalogue, omit_header=True, sort_output=True, no_location=True, width=96)
    head = (
        f'{_HEADER}\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Language: ro\\n"\n"Plural-Forms: nplurals={catalogue.num_plurals}; '
        f'plural={catalogue.plural_expr};\\n"\n\n'
    )
    return head + out.getvalue().decode()


def as_mo() -> bytes:
    """The .po as gettext reads it; its dates are fixed, so that it only changes with words."""
    out = io.BytesIO()
    catalogue = translated()
    catalogue.creation_date = catalogue.revision_date = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not PO.exists():
        PO.write_text(as_po(extracted()), encoding="utf-8")
    catalogue = merged()
    PO.write_text(as_po(catalogue), encoding="utf-8")
    MO.write_bytes(as_mo())


if __name__ == "__main__":
    main()
