"""The Contacts tab: phones, e-mails, administrators and websites, four operations."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from textual.content import Content

from tui_app.client.answer import Answer
from tui_app.contract import operations as ops
from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    Emails,
    Phones,
    Websites,
)
from tui_app.language import N_, _
from tui_app.ui.remote.price import AtMost
from tui_app.ui.remote.value import RemoteValue, age_of
from tui_app.ui.sections.base import Section, draw_state, with_age
from tui_app.ui.text.drawing import Field, fields, heading, lines, paragraph, styled

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

LABEL = N_("Contacts")
T = TypeVar("T")


class _Part(NamedTuple, Generic[T]):
    """One of the four: its title, its question, what asks it, and how it is drawn."""

    title: str
    question: RemoteValue[T]
    operation: ops.Operation[T]
    how: Callable[[Companies, str, dict[str, bool]], Awaitable[Answer[T]]]
    flag: Callable[[CompanyProfile], bool | None]
    draw: Callable[[T], list[Field]]


class ContactsSection(Section):
    """Each part has a state of its own: one that fails leaves the others as they are."""

    tab = "contacts"

    def __init__(self) -> None:
        super().__init__()
        # Any: the four parts differ in what they ask for.
        self._parts: tuple[_Part[Any], ...] = (
            _Part[Phones](
                N_("Phones"),
                RemoteValue(self, "phones", self.redraw),
                ops.PHONES,
                lambda companies, tax_id, asking: companies.phones(tax_id, **asking),
                lambda profile: profile.has_phone,
                _phones,
            ),
            _Part[Emails](
                N_("E-mails"),
                RemoteValue(self, "emails", self.redraw),
                ops.EMAILS,
                lambda companies, tax_id, asking: companies.emails(tax_id, **asking),
                lambda profile: profile.has_email,
                _emails,
            ),
            _Part[Websites](
                N_("Websites"),
                RemoteValue(self, "websites", self.redraw),
                ops.WEBSITES,
                lambda companies, tax_id, asking: companies.websites(tax_id, **asking),
                lambda profile: profile.has_website,
                lambda data: [Field("", address) for address in data.websites],
            ),
            _Part[Administrators](
                N_("Administrators"),
                RemoteValue(self, "administrators", self.redraw),
                ops.ADMINISTRATORS,
                lambda companies, tax_id, asking: companies.administrators(tax_id, **asking),
                lambda profile: profile.has_administrator,
                lambda data: [Field("", person) for person in data.administrators],
            ),
        )

    @classmethod
    def label(cls) -> str:
        """The tab's word."""
        return _(LABEL)

    # Any: the parts differ in what they ask for.
    def questions(self) -> tuple[RemoteValue[Any], ...]:
        """The four."""
        return tuple(part.question for part in self._parts)

    # Any: the parts differ in what they ask for.
    def operations(self) -> tuple[tuple[ops.Operation[Any], dict[str, str]], ...]:
        """The four."""
        return tuple((part.operation, {}) for part in self._parts)

    # Any: a part of whichever kind.
    def _absent(self, part: _Part[Any]) -> bool:
        return self.profile is not None and part.flag(self.profile) is False

    def ask_missing(self, *, fresh: bool = False) -> None:
        """Ask the parts that the profile does not rule out."""
        for part in self._parts:
            if (fresh or part.question.wanting) and not self._absent(part):
                part.question.ask(_asking(part, self.tax_id, fresh=fresh, confirm=self.confirmed))

    def price(
        self,
        companies: Companies,
        tax_id: str,
        profile: CompanyProfile | None,
        *,
        fresh: bool = False,
    ) -> int:
        """One request for each part that is not there, not kept and not ruled out."""
        price = sum(
            companies.price(part.operation, tax_id=tax_id, fresh=fresh)
            for part in self._parts
            if self.wants(part.question, tax_id, fresh=fresh)
            and not (profile is not None and part.flag(profile) is False)
        )
        return price if profile else AtMost(price)

    @property
    def websites(self) -> tuple[str, ...]:
        """The addresses shown."""
        answers = (part.question.answer for part in self._parts)
        data = (answer.data for answer in answers if answer is not None)
        return next((d.websites for d in data if isinstance(d, Websites)), ())

    def rows(self) -> tuple[tuple[str, str, str], ...]:
        """Everything shown, for an export: kind, label, value."""
        return tuple(
            (_(part.title), field.label, field.value)
            for part in self._parts
            if part.question.answer is not None
            for field in part.draw(part.question.answer.data)
        )

    def draw(self, width: int) -> Content:
        """The parts under one another."""
        drawn: list[Content] = []
        for part in self._parts:
            drawn += [heading(_(part.title)), self._draw_part(part, width), Content()]
        answers = (part.question.answer for part in self._parts if not part.question.doubtful)
        # Mostly they were fetched together: their age is said once.
        ages = dict.fromkeys(age_of(answer) for answer in answers if answer is not None)
        return lines([*drawn, paragraph(" · ".join(ages), width, "dim")])

    # Any: a part of whichever kind.
    def _draw_part(self, part: _Part[Any], width: int) -> Content:
        if state := draw_state(part.question, width, absent=self._absent(part)):
            return state
        answer = part.question.answer
        if answer is None:
            return Content()
        found = part.draw(answer.data)
        shown = fields(found, width) if found else styled(_("Nothing on record."), "dim")
        return with_age(part.question, shown, width) if part.question.doubtful else shown


# Any: a part of whichever kind.
def _asking(
    part: _Part[Any], tax_id: str, **how: bool
) -> Callable[[Companies], Awaitable[Answer[Any]]]:
    return lambda companies: part.how(companies, tax_id, how)


def _phones(data: Phones) -> list[Field]:
    one = ((_("Primary"), data.primary_phone), (_("Secondary"), data.secondary_phone))
    many = (
        (_("Verified"), data.verified_phones),
        (_("Contact"), data.contact_phones),
        (_("From the website"), data.website_phones),
    )
    return _single(one) + _several(many)


def _emails(data: Emails) -> list[Field]:
    one = (
        (_("Primary"), data.primary_email),
        (_("Secondary"), data.secondary_email),
        (_("Contact"), data.contact_email),
    )
    return _single(one) + _several(((_("From the website"), data.website_emails),))


def _single(pairs: tuple[tuple[str, str | None], ...]) -> list[Field]:
    return [Field(label, value) for label, value in pairs if value]


def _several(pairs: tuple[tuple[str, tuple[str, ...]], ...]) -> list[Field]:
    return [
        Field(label if index == 0 else "", value)
        for label, values in pairs
        for index, value in enumerate(values)
    ]
