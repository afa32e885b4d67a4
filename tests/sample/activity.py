"""CAEN paths with the official titles, from the package caen-romania.

Titles: Sursa: Institutul National de Statistica (INS), www.insse.ro, OGL-ROU-1.0; see NOTICE.
They are written without diacritics where a record has none, as servers send them.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources

import caen_romania

from tui_app.contract.folding import fold

_COMMA_BELOW = str.maketrans("şţ", "șț")


def caen_path(rev2_class: str, revision: int, *, spelled: bool = False) -> tuple[str, ...]:
    """The entries from the section to the class in a revision; ``spelled`` with diacritics."""
    code = rev2_class
    if revision == 3:
        successors = caen_romania.to_rev3(rev2_class)
        code = code if code in successors else successors[0]
    steps = (_section(code[:2], revision), code[:2], code[:3], code)
    return tuple(f"{step} - {_title(step, revision, spelled=spelled)}" for step in steps)


def _title(code: str, revision: int, *, spelled: bool) -> str:
    title = caen_romania.title(code, rev=revision)
    if title is None:
        raise LookupError(f"CAEN Rev.{revision} has no {code}")
    lower = title.lower().translate(_COMMA_BELOW)
    text = lower if spelled else "".join(fold(c) or c for c in lower)
    return text[:1].upper() + text[1:]


@lru_cache
def _sections(revision: int) -> dict[str, str]:
    # The package lists each section before its divisions and says no more.
    data = json.loads(resources.files("caen_romania").joinpath("data.json").read_text("utf-8"))
    found, section = {}, ""
    for code in data[f"rev{revision}"]:
        if code.isalpha():
            section = code
        elif len(code) == 2:
            found[code] = section
    return found


def _section(division: str, revision: int) -> str:
    return _sections(revision)[division]
