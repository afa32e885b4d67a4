"""Several tax ids in one text: lines, commas, or a column of a spreadsheet."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.identifiers import read_tax_id, whole_tax_id
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes
from tui_app.contract.registry_numbers import read_registry_number

MAX_PASTED: Final = 100
"""The most tax ids that are looked up at once."""

_BETWEEN_CELLS: Final = lazy_pattern(r"[\r\n\t;|]")
_PARTED: Final = lazy_pattern(r"[\r\n\t,;|]+")
_PERSONAL_CODE: Final = 13
_TOO_MANY_DIGITS: Final = 11
_FEWEST_DIGITS: Final = 2
"""The digits of the shortest tax id."""


class TaxIds(Struct, frozen=True):
    """The tax ids of a text without repeats, in order, and how many parts were left out and why."""

    tax_ids: tuple[str, ...]
    personal: int = 0
    """Personal codes or possible personal codes: they are never sent."""
    beyond: int = 0
    """Tax ids after the first ``MAX_PASTED``."""
    words: int = 0
    """Parts that are not tax ids, such as the title of a column."""

    @property
    def text(self) -> str:
        """The tax ids in one line."""
        return ", ".join(self.tax_ids)


@lru_cache(maxsize=1)  # asked several times for each typed letter
def several_tax_ids(text: str) -> TaxIds | None:
    """The tax ids of a text with at least two of them; ``None`` for any other text."""
    if sum(map(str.isdecimal, text)) < 2 * _FEWEST_DIGITS:
        return None
    grouped = whole_tax_id(text) and not _BETWEEN_CELLS().search(text)
    if grouped or read_registry_number(text):
        return None  # the signs between cells may also occur within one number
    found: dict[str, None] = {}
    personal = words = 0
    for part in _parts(text):
        if may_be_personal_code(part):
            personal += 1
        elif tax_id := read_tax_id(part):
            found[tax_id] = None
        else:
            words += 1
    tax_ids = tuple(found)
    if len(tax_ids) < 2 or _may_be_one_code(text, tax_ids):
        return None
    return TaxIds(tax_ids[:MAX_PASTED], personal, max(0, len(tax_ids) - MAX_PASTED), words)


def _parts(text: str) -> list[str]:
    """The cells of a text; a cell that is not a tax id may contain several, separated by blanks."""
    cells = [cell.strip().strip("\"'") for cell in _PARTED().split(text)]
    parts: list[str] = []
    for cell in cells:
        words = cell.split()
        has_code = without_personal_codes(cell) != cell  # its parts would pass for tax ids
        whole = has_code or read_tax_id(cell) is not None or not all(map(read_tax_id, words))
        parts += [cell] if whole else words
    return [part for part in parts if part]


def _may_be_one_code(text: str, tax_ids: tuple[str, ...]) -> bool:
    """Whether a line may be one personal code with blanks or commas in it.

    With only blanks, eleven digits may already be the beginning of one.
    """
    digits = len(re.sub(r"\D", "", text))
    least = _PERSONAL_CODE if _PARTED().search(text) else _TOO_MANY_DIGITS
    return least <= digits <= _PERSONAL_CODE and "\n" not in text and len(tax_ids) > 1
