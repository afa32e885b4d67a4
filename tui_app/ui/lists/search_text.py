"""What a text in the search field means, such as several tax ids, and what is said of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import Doubt, doubt_about, read_tax_id, whole_tax_id
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes
from tui_app.contract.registry_numbers import read_registry_number
from tui_app.contract.search_notes import SearchNotes
from tui_app.system.language import _, ngettext
from tui_app.ui.text import formatting as fmt

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


def why_not(text: str, error: InvalidParameter) -> str:
    """Why a text cannot be searched, and what to do about it."""
    if error.reason is Reason.QUERY_TOO_LONG:
        message = _("Too long: {count} characters; at most {most} can be searched")
        return message.format(count=fmt.number(len(text)), most=QUERY.maximum_length)
    if error.reason is Reason.QUERY_TOO_SHORT:
        missing = QUERY.missing(text)
        message = ngettext("{count} more character", "{count} more characters", missing)
        return message.format(count=missing)
    return _("A control character cannot be searched: delete it")


def nothing_found(*, finds_similar: bool) -> str:
    """A message that nothing was found, and what was tried.

    ``finds_similar``: the source tolerates typing errors.
    """
    if finds_similar:
        return _("Nothing found, even with a wrong letter or a town in the text")
    return _("Nothing found in names and numbers")


def near_words(notes: SearchNotes) -> list[str]:
    """The words that may have been meant by each word that is in no name."""
    text = _("{word}: did you mean {meant}?")
    return [text.format(word=each.word, meant=", ".join(each.meant)) for each in notes.near]


def left_out(pasted: TaxIds | None, several: TaxIds) -> Iterator[str]:
    """The parts of a pasted text that are not looked up."""
    if pasted is None or pasted.tax_ids != several.tax_ids:
        return
    if pasted.personal:
        text = ngettext(
            "{count} personal code left out", "{count} personal codes left out", pasted.personal
        )
        yield text.format(count=pasted.personal)
    if pasted.words:
        text = ngettext(
            "{count} cell is not a tax id", "{count} cells are not tax ids", pasted.words
        )
        yield text.format(count=pasted.words)
    if pasted.beyond:
        yield _("only the first {most}").format(most=MAX_PASTED)


def personal_code_refusal(text: str) -> str:
    """Why a text with this many digits is not sent."""
    if doubt_about(text) is Doubt.REGISTRY_LETTER:
        return _("13 digits are a person's code, not a company's: nothing was sent.")
    if text.isdecimal():
        # The next digit may make it a personal code.
        return _("A tax id has at most 10 digits: nothing was sent.")
    return _("Eleven or more digits may be a person's code: nothing was sent.")


def typing_hint(text: str) -> str:
    """The possible mistake in a text that is almost an identifier."""
    doubt = doubt_about(text)
    if doubt is Doubt.CONTROL_DIGIT:
        return _("Invalid tax id (check digit)")
    if doubt is Doubt.TAX_ID_PREFIX:
        return _("Nearly a tax id: is a letter of RO or CUI missing?")
    if doubt is Doubt.REGISTRY_NUMBER_SHORT:
        return _("Nearly a registry number: is a digit missing?")
    return ""
