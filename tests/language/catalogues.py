"""The Romanian catalogue, kept in step with the code: ``python -m tests.language.catalogues``.

Extracts what the screen and the client say, merges it into the ``.po`` and compiles the
``.mo``. What the service and the registry print stays English: they speak to whoever runs a
server, and to logs; so do the messages of most commands.
"""

from __future__ import annotations

import datetime as dt
import io
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

PACKAGE: Final = Path(__file__).parents[2] / "tui_app"
FOLDER: Final = PACKAGE / "locale" / "ro" / "LC_MESSAGES"
PO, MO = FOLDER / "firmeterm.po", FOLDER / "firmeterm.mo"
_SPOKEN: Final = (
    *("ui", "client", "workspace", "export", "insight", "public", "tables", "cli", "system"),
)
_KEYWORDS: Final = {"_": None, "N_": None, "ngettext": (1, 2)}
_HEADER: Final = "# Romanian words of firmeterm; what a server sends is never translated."


def extracted() -> Catalog:
    """Every text of the code that is to be translated, in the order of the alphabet."""
    catalogue = Catalog(locale="ro", charset="utf-8")
    files = list((PACKAGE / "sources").rglob("*.py"))
    files += [file for name in _SPOKEN for file in (PACKAGE / name).rglob("*.py")]
    texts = {
        message
        for file in files
        for _line, message, _comments, _context in extract_from_file(
            "python", file, keywords=_KEYWORDS
        )
    }
    for message in sorted(texts, key=str):
        if message:
            catalogue.add(message)
    return catalogue


def merged() -> Catalog:
    """The catalogue with the translations there are, and nothing that the code lost."""
    with PO.open("rb") as file:
        translated = read_po(file, locale="ro")
    catalogue = extracted()
    for message in catalogue:
        known = translated.get(message.id) if message.id else None
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
    with PO.open("rb") as file:
        catalogue = read_po(file, locale="ro")
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
