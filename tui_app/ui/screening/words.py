"""The wording of criteria in the current language; the contract has it in English."""

from __future__ import annotations

from typing import Final

from tui_app.contract.screening.criteria import CriteriaError
from tui_app.system.language import N_, _, ngettext
from tui_app.ui.text import formatting as fmt

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
    N_("After not comes a criterion"),
    N_("A blank is missing before {text}"),
    N_("A comma means or: write {near} for {text}"),
    N_("The closing quote is missing"),
    N_("{field} takes no value: write {field} or not {field}"),
    N_("{field} needs a value, for example {field}:{example}"),
    N_("{text} is no {about}: {near}?"),
    N_("{text} is no {about}"),
    N_("{text} is no value of {field}: write it as {example}"),
    N_("{text} is no activity. For any of several write {field}:{near}"),
    N_("A value needs the name of its criterion before it, for example county:CJ"),
    N_("{text} is no criterion. For a word of the name write name:{text}"),
    N_("{text} is no criterion. Did you mean {near}? For a word of the name write name:{text}"),
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
    N_("registered for VAT"),
    N_("has a phone number"),
    N_("has an e-mail address"),
    N_("has a website"),
    N_("has court cases"),
    N_("what must not hold"),
)
"""The description of each criterion, also used by completion."""


def error_text(error: CriteriaError) -> str:
    """The error of a line, for people."""
    about = error.values.get("about")
    values = {**error.values, "about": _(str(about))} if about else error.values
    return _(error.template).format(**values)


def about(text: str) -> str:
    """The description of a criterion or a completion; a plate code stays as it is."""
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
