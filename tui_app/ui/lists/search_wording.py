"""The search list's messages about a text that it cannot send, or that looks wrong."""

from __future__ import annotations

from collections.abc import Iterator

from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import Doubt, doubt_about
from tui_app.contract.operations import QUERY
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.search_notes import SearchNotes
from tui_app.system.language import _, ngettext
from tui_app.ui.lists.pasted_tax_ids import MAX_PASTED, TaxIds
from tui_app.ui.text import formatting as fmt


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
