"""Generates the titles: ``python -m tests.sample.caen_titles``.

Needs the package caen-romania. Section titles are written in lower case after their first
letter, and the cedilla letters become comma-below ones; nothing else is changed.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Final

from tui_app.opendata.classification.caen import TITLES_FILE

_MODERN: Final = str.maketrans("şţŞŢ", "șțȘȚ")


def write_titles() -> None:
    """Write both revisions, and the classes whose number has a different meaning in each."""
    text = resources.files("caen_romania").joinpath("data.json").read_text("utf-8")
    data = json.loads(text)
    lines = [
        f"{revision[-1]}\t{code}\t{_title(code, titles[0])}"
        for revision in ("rev2", "rev3")
        for code, titles in data[revision].items()
    ]
    lines += [f"changed\t{code}\t" for code in data["changed"]]
    TITLES_FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _title(code: str, title: str) -> str:
    modern = " ".join(title.translate(_MODERN).split())
    return modern.capitalize() if code.isalpha() else modern


if __name__ == "__main__":
    write_titles()
