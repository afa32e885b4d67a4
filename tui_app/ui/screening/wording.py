"""The wording of criteria in the current language; the contract has it in English."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui_app.contract.screening.criteria import CriteriaError
from tui_app.contract.screening.language import parse, write
from tui_app.contract.screening.vocabulary import VOCABULARIES, Vocabulary
from tui_app.system.language import N_, _, language, ngettext
from tui_app.ui.text import formatting as fmt

_MOST_SETS: Final = 2

UNSUPPORTED: Final = N_(
    "This source cannot screen companies. A registry on your disk can: "
    "firmeterm data import, or --registry FILE."
)


def error_text(error: CriteriaError) -> str:
    """The error of a line, for people."""
    values = {name: _shown(name, value) for name, value in error.values.items()}
    return _(error.template).format(**values)


def _shown(name: str, value: str | int) -> str | int:
    """A value in an error, in the language of the screen."""
    if isinstance(value, int):
        return value
    if name == "about":
        return _(value) if value else ""
    if name == "example":
        return value.replace(" or ", f" {_('or')} ")
    if name == "field" and value[:1].isupper():
        return vocabulary().word(value.lower()).capitalize()
    return vocabulary().word(value) if name in ("field", "near") else value


def vocabulary() -> Vocabulary:
    """The words of criteria in the language of the screen."""
    return VOCABULARIES[language()]


def localized(line: str) -> str:
    """A line of criteria in the language of the screen; unchanged if it cannot be read."""
    try:
        return write(parse(line), vocabulary())
    except CriteriaError:
        return line


def about(text: str) -> str:
    """The description of a criterion or a completion; a plate code is left unchanged."""
    return _(text) if text else ""


def counted(count: int | None, *, exact: bool) -> str:
    """The number of companies; "at least" where the time limit ended the count."""
    found = count or 0
    if exact:
        text = ngettext("{count} company", "{count} companies", found)
    else:
        text = ngettext("at least {count} company", "at least {count} companies", found)
    return text.format(count=fmt.number(found))


def without(missing: Sequence[str]) -> str:
    """A word on the sets of statements that a source lacks (``2024 IFRS``); empty if it has all."""
    if not missing:
        return ""
    more = ", …" if len(missing) > _MOST_SETS else ""
    shown = f"{', '.join(missing[:_MOST_SETS])}{more}"
    return _("without the statements {sets}").format(sets=shown)
