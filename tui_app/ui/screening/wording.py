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

OUTDATED: Final = N_(
    "This registry was built by an older firmeterm and cannot be screened: build it again "
    "(firmeterm data import)."
)

ERRORS: Final = (
    N_("At most {count} characters"),
    N_("One not is enough"),
    N_("A criterion must follow not"),
    N_("Put a blank before {text}"),
    N_("A comma means or: write {near} for {text}"),
    N_("The closing quote is missing"),
    N_("{field} is yes or no: write {field} or not {field}"),
    N_("{field} needs a value, for example {field}:{example}"),
    N_("Unknown {about}: {text}. Did you mean {near}?"),
    N_("Unknown {about}: {text}"),
    N_("For one of several activities write {field}:{near}"),
    N_("{field} needs letters or digits, e.g. {example}"),
    N_("{field} needs a code or words, e.g. {example}"),
    N_("{field} needs a number, e.g. {example}"),
    N_("{field} needs a percentage, e.g. {example}"),
    N_("{field} needs a year, e.g. {example}"),
    N_("{field} needs a date, e.g. {example}"),
    N_("{field} needs only the first day of the period, e.g. {example}"),
    N_("A value needs the name of its criterion before it, for example county:CJ"),
    N_("Unknown criterion: {text}. To search names for it, write name:{text}"),
    N_("Unknown criterion: {text}. Did you mean {near}? To search names for it, write name:{text}"),
)
"""All error messages of the criteria's parser."""

ABOUT: Final = (
    N_("words in the name"),
    N_("county, by name or plate code"),
    N_("county"),
    N_("locality of the registered office"),
    N_("legal form"),
    N_("class of the status"),
    N_("activity, by code or words"),
    N_("activity"),
    N_("year of founding"),
    N_("day of registration"),
    N_("turnover of the latest year, RON"),
    N_("net profit of the latest year, RON"),
    N_("employees in the latest year"),
    N_("equity of the latest year, RON"),
    N_("net profit in per cent of turnover"),
    N_("growth of turnover against the year before, per cent"),
    N_("years with a loss on record"),
    N_("public contracts won in all years, RON"),
    N_("year with a public contract"),
    N_("authority that bought, by tax id or words"),
    N_("what was bought, by CPV code or words"),
    N_("public contracts in per cent of turnover"),
    N_("number of authorities that bought"),
    N_("kind of change in the register"),
    N_("changes since a day"),
    N_("class of an earlier status"),
    N_("county of an earlier seat"),
    N_("registered for VAT"),
    N_("has a phone number"),
    N_("has an e-mail address"),
    N_("has a website"),
    N_("has court cases"),
    N_("excludes the next criterion"),
)
"""The description of each criterion, also used by completion."""


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


STATUSES: Final = {
    "active": N_("active"),
    "inactive": N_("inactive"),
    "suspended": N_("suspended"),
    "reorganisation": N_("reorganisation"),
    "insolvent": N_("insolvent"),
    "bankrupt": N_("bankrupt"),
    "dissolved": N_("dissolved"),
    "struck_off": N_("struck off"),
    "other": N_("other"),
}
"""The status classes, by their names in the line."""


def counted(count: int | None, *, exact: bool) -> str:
    """The number of companies; "at least" where the time limit ended the count."""
    number = count or 0
    if exact:
        text = ngettext("{count} company", "{count} companies", number)
    else:
        text = ngettext("at least {count} company", "at least {count} companies", number)
    return text.format(count=fmt.number(number))


def without(missing: Sequence[str]) -> str:
    """A word on the sets of statements that a source lacks (``2024 IFRS``); empty if it has all."""
    if not missing:
        return ""
    more = ", …" if len(missing) > _MOST_SETS else ""
    shown = f"{', '.join(missing[:_MOST_SETS])}{more}"
    return _("without the statements {sets}").format(sets=shown)
