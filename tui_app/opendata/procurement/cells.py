"""The cells of procurement files: tax ids, codes, the nature of a contract."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Final, NamedTuple

from tui_app.contract.folding import fold
from tui_app.contract.pasted_text import without_entities, without_invisible
from tui_app.contract.personal_codes import MASK, without_personal_codes
from tui_app.opendata.numbers import PERSONAL, read_file_tax_id, whole_digits
from tui_app.registry.contracts.natures import ContractNature
from tui_app.system.language import N_

NO_AUTHORITY: Final = N_("neither a tax id nor a name of the authority")
NO_WINNER: Final = N_("neither a tax id nor a name of the winner")

PERSON: Final = 0
"""The number of every winner that is a person: neither code nor name is stored."""

_SIGNS: Final = re.compile(r"[\s\-_/:]+")
_GROUPED_ID: Final = re.compile(r"\d{1,3}(?:\.\d{3})+", re.ASCII)
_CPV: Final = re.compile(r"(?<!\d)(\d{8})(?:\s*-\s*(\d)(?!\d))?(?!\d)", re.ASCII)
_LONGEST: Final = 400
"""The most characters of a title that are stored."""


class ContractParty(NamedTuple):
    """The buyer or winner: a tax id, or a negative number derived from the name; and the name."""

    number: int
    name: str


def read_party(cell: str, name: str) -> ContractParty | None:
    """A party; one with a foreign code is known only by its name. ``None`` without either."""
    text = _SIGNS.sub("", cell.upper()).removeprefix("RO").removeprefix(".")
    text = text.replace(".", "") if _GROUPED_ID.fullmatch(text) else whole_digits(text)
    found = read_file_tax_id(text.replace(".", ""))
    shown = clean(name)
    if isinstance(found, int):
        return ContractParty(found, shown)
    is_code = found == PERSONAL and sum(map(str.isdigit, text)) == len(text)
    if is_code or MASK in shown:
        return ContractParty(PERSON, "")
    folded = fold(shown)
    if not folded:
        return None
    digest = hashlib.blake2b(folded.encode(), digest_size=6).digest()
    return ContractParty(-1 - int.from_bytes(digest, "big"), shown)


@lru_cache(maxsize=1 << 16)
def clean(text: str) -> str:
    """A text of a file without entities (``&amp;``), control characters and personal codes."""
    text = without_entities(text)
    if not text.isprintable():
        text = without_invisible(text)
    return without_personal_codes(text.strip())[:_LONGEST]


def read_cpv(text: str) -> str | None:
    """A CPV code, with its control digit if the file has it; ``None`` for an internal number."""
    match = _CPV.search(text)
    if match is None:
        return None
    return f"{match[1]}-{match[2]}" if match[2] else match[1]


def nature_of(words: str, *, without_notice: bool) -> ContractNature:
    """The nature of a contract, by the words of its procedure and kind.

    A call-off also contains the words of its framework agreement, so it is looked for first.
    """
    folded = fold(words)
    if "subsecvent" in folded:
        return ContractNature.CALL_OFF
    if "acord cadru" in folded or "acordul cadru" in folded or "acordcadru" in folded:
        return ContractNature.FRAMEWORK
    if without_notice:
        return ContractNature.NO_NOTICE
    return ContractNature.CONTRACT if folded else ContractNature.NOT_TOLD


def is_works(kind: str, cpv: str | None) -> bool | None:
    """Whether a purchase is of works, by its kind or its code; ``None`` if neither tells."""
    folded = fold(kind)
    if "lucrari" in folded:
        return True
    if any(word in folded for word in ("furnizare", "servicii", "produse", "bunuri")):
        return False
    return None if cpv is None else cpv.startswith("45")
