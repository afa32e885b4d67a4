"""The cells of procurement files: tax ids, values, codes, the nature of a contract."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import Final, NamedTuple

from tui_app.contract.folding import fold
from tui_app.contract.pasted_text import without_invisible
from tui_app.contract.personal_codes import MASK, without_personal_codes
from tui_app.opendata.numbers import PERSONAL, read_file_tax_id
from tui_app.registry.contracts.natures import Nature

NO_VALUE: Final = "no value"
NOT_A_VALUE: Final = "a value that cannot be read"
AMBIGUOUS_VALUE: Final = "a value that can be read in two ways, as 12,345"
NO_AUTHORITY: Final = "neither a tax id nor a name of the authority"
NO_WINNER: Final = "neither a tax id nor a name of the winner"

PERSON: Final = 0
"""The number of every winner that is a person: neither code nor name is stored."""

_SIGNS: Final = re.compile(r"[\s\-_/:]+")
_GROUPED_ID: Final = re.compile(r"\d{1,3}(?:\.\d{3})+", re.ASCII)
_DECIMALS: Final = re.compile(r"[.,]0+$")
_CPV: Final = re.compile(r"(?<!\d)(\d{8})(?:\s*-\s*(\d)(?!\d))?(?!\d)", re.ASCII)
_MAX_DIGITS: Final = 13
"""The most digits of whole RON: with more, a sum could exceed 64 bits.

The national budget has twelve.
"""

_LONGEST: Final = 400
"""The most characters of a title that are stored."""


class ContractParty(NamedTuple):
    """The buyer or winner: a tax id, or a negative number derived from the name; and the name."""

    number: int
    name: str


def read_party(cell: str, name: str) -> ContractParty | None:
    """A party; one with a foreign code is known only by its name. ``None`` without either."""
    text = _SIGNS.sub("", cell.upper()).removeprefix("RO").removeprefix(".")
    text = text.replace(".", "") if _GROUPED_ID.fullmatch(text) else _DECIMALS.sub("", text)
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
    """A text of a file without control characters and personal codes."""
    if not text.isprintable():
        text = without_invisible(text)
    return without_personal_codes(text.strip())[:_LONGEST]


def read_value(text: str) -> int:
    """A value in bani; raises ``ValueError`` with the reason.

    Of two different separators the last one is the decimal one; a repeated one groups thousands.
    """
    whole, _, part = text.partition(".")
    if (
        whole.isdecimal()
        and whole.isascii()
        and len(whole) <= _MAX_DIGITS
        and len(part) < 3
        and (not part or (part.isdecimal() and part.isascii()))
    ):
        return int(whole) * 100 + int((part + "00")[:2])
    value = _unusual(text)
    if abs(value) >= 10 ** (_MAX_DIGITS + 2):
        raise ValueError(NOT_A_VALUE)
    return value


def _unusual(text: str) -> int:
    plain = re.sub(r"\s|\u00a0|RON|LEI", "", text, flags=re.IGNORECASE).replace("'", "")
    if not plain:
        raise ValueError(NO_VALUE)
    sign = -1 if plain.startswith("-") else 1
    plain = plain.lstrip("+-")
    if not re.fullmatch(r"[0-9][0-9.,]*(?:[eE][+-]?[0-9]{1,2})?", plain):
        raise ValueError(NOT_A_VALUE)
    last = max(plain.rfind("."), plain.rfind(","))
    mark = plain[last] if last >= 0 else ""
    other = "," if mark == "." else "."
    if mark and plain.count(mark) > 1:
        plain = plain.replace(mark, "") if other not in plain else ""
    elif mark:
        if mark == "," and other not in plain and re.fullmatch(r"\d{1,3},\d{3}", plain):
            raise ValueError(AMBIGUOUS_VALUE)
        plain = plain.replace(other, "").replace(",", ".")
    try:
        value = float(plain) if "e" in plain.lower() else None
        if value is not None:
            return sign * round(value * 100)
        whole, _, part = plain.partition(".")
        cents = int((part + "000")[:3])
        return sign * (int(whole or 0) * 100 + (cents + 5) // 10)
    except (ValueError, OverflowError):
        raise ValueError(NOT_A_VALUE) from None


def read_cpv(text: str) -> str | None:
    """A CPV code, with its control digit if the file has it; ``None`` for an internal number."""
    match = _CPV.search(text)
    if match is None:
        return None
    return f"{match[1]}-{match[2]}" if match[2] else match[1]


def nature_of(words: str, *, without_notice: bool) -> Nature:
    """The nature of a contract, by the words of its procedure and kind.

    A call-off also contains the words of its framework agreement, so it is looked for first.
    """
    folded = fold(words)
    if "subsecvent" in folded:
        return Nature.CALL_OFF
    if "acord cadru" in folded or "acordul cadru" in folded or "acordcadru" in folded:
        return Nature.FRAMEWORK
    if without_notice:
        return Nature.NO_NOTICE
    return Nature.CONTRACT if folded else Nature.NOT_TOLD


def is_works(kind: str, cpv: str | None) -> bool | None:
    """Whether a purchase is of works, by its kind or its code; ``None`` if neither tells."""
    folded = fold(kind)
    if "lucrari" in folded:
        return True
    if any(word in folded for word in ("furnizare", "servicii", "produse", "bunuri")):
        return False
    return None if cpv is None else cpv.startswith("45")
