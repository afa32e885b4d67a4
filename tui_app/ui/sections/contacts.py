"""The Contacts tab: phones, e-mails, administrators and websites, four operations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from textual.content import Content

from tui_app.client.errors import CredentialError
from tui_app.contract import operations as ops
from tui_app.contract import views
from tui_app.contract.resources import Administrators, CompanyProfile, Emails, Phones, Websites
from tui_app.system.language import _
from tui_app.ui.remote.value import AnyValue
from tui_app.ui.remote.wording import age_of
from tui_app.ui.sections.base import draw_sources, with_age
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text import research as wording
from tui_app.ui.text.drawing import (
    Hotspot,
    RecordField,
    fields,
    label_width,
    lines,
    paragraph,
    styled,
)
from tui_app.ui.text.links import mail_link, phone_link, web_link

if TYPE_CHECKING:
    from tui_app.export.tables import Table


class ContactsSection(CursorSection):
    """Each part has its own state: one that fails does not affect the others."""

    tab, title = views.CONTACT.name, views.CONTACT.title
    opens_spots = True
    own_operations = (ops.PHONES, ops.EMAILS, ops.WEBSITES, ops.ADMINISTRATORS)

    @classmethod
    def signs(cls, profile: CompanyProfile) -> str:
        """A sign for each available kind of contact; a dash if there are none."""
        kinds = (
            (profile.has_phone, "☎"),
            (profile.has_email, "✉"),
            (profile.has_website, "⌂"),
            (profile.has_administrator, "☺"),
        )
        found, are_absent = [], True
        for is_there, mark in kinds:
            are_absent = are_absent and is_there is False
            if is_there and not is_spoken():
                found.append(mark)
        return "–" if are_absent else " ".join(found)

    def links(self) -> tuple[str, ...]:
        """The websites shown that may be opened."""
        answers = (value.answer for value in self.values)
        data = (answer.data for answer in answers if answer is not None)
        websites = next((d.websites for d in data if isinstance(d, Websites)), ())
        return tuple(link for website in websites if (link := web_link(website)))

    def export_table(self) -> Table:
        """Everything shown: kind, label, value."""
        from tui_app.export.tables import Table

        rows = tuple(
            (wording.source(operation.name), field.label, field.value)
            for operation, value in self.by_operation
            if value.answer is not None
            for field in _fields_of(value.answer.data, wording.source(operation.name))
        )
        title = _("{company} contacts").format(company=self.company_name)
        return Table(title, ("kind", "label", "value"), rows)

    def draw(self, width: int) -> Content:
        """All parts."""
        if (state := self._draw_whole(width)) is not None:
            return state
        drawn: list[Content] = []
        labels = self._label_width(width)
        for operation, value in self.by_operation:
            drawn += [
                styled(wording.source(operation.name), "strong"),
                self._draw_part(operation, value, width, labels),
                Content(),
            ]
        answers = [v.answer for v in self.values if not v.needs_refresh and v.answer is not None]
        # They usually arrive together: then their age is shown once.
        ages = dict.fromkeys(age_of(answer) for answer in answers)
        sources = [source for answer in answers for source in answer.sources]
        sources_line = [draw_sources(sources, width)] if sources else []
        return lines([*drawn, *sources_line, paragraph(" · ".join(ages), width, "dim")])

    def _draw_whole(self, width: int) -> Content | None:
        """The state that all parts share: nothing came yet, or the key is rejected."""
        rejected = [v for v in self.values if isinstance(v.error, CredentialError) and not v.answer]
        if rejected:
            return self.draw_state(rejected[0], width)
        possible = [v for each, v in self.by_operation if not each.is_ruled_out(self.profile)]
        if possible and not any(value.is_settled for value in possible):
            # The first is sent alone; the others follow it, and are not "not loaded".
            first = next((value for value in possible if value.is_pending), possible[0])
            return self.draw_state(first, width)
        return None

    def _label_width(self, width: int) -> int:
        """One width for all parts, so that their values line up."""
        answers = (value.answer for value in self.values)
        groups = (_fields_of(answer.data, "") for answer in answers if answer is not None)
        return max((label_width(group, width) for group in groups), default=0)

    def _draw_part(
        self, operation: ops.AnyOperation, value: AnyValue, width: int, labels: int
    ) -> Content:
        absent = operation.is_ruled_out(self.profile)
        if value.answer is None or absent:
            return self.draw_state(value, width, absent=absent) or Content()
        found = _fields_of(value.answer.data, wording.source(operation.name))
        shown = fields(found, width, labels) if found else styled(_("Nothing on record."), "dim")
        return with_age(value, shown, self.session, width) if value.needs_refresh else shown


_Labelled = tuple[tuple[str, tuple[str | None, ...]], ...]
"""Labels, each with its values."""


def _phones(data: Phones) -> _Labelled:
    return (
        (_("Primary"), (data.primary_phone,)),
        (_("Secondary"), (data.secondary_phone,)),
        (_("Verified"), data.verified_phones),
        (_("Contact"), data.contact_phones),
        (_("From the website"), data.website_phones),
    )


def _emails(data: Emails) -> _Labelled:
    return (
        (_("Primary"), (data.primary_email,)),
        (_("Secondary"), (data.secondary_email,)),
        (_("Contact"), (data.contact_email,)),
        (_("From the website"), data.website_emails),
    )


# Any: each kind of data has its own function.
_KINDS: Final[dict[type, tuple[Callable[[Any], _Labelled], Callable[[str], str]]]] = {
    Phones: (_phones, phone_link),
    Emails: (_emails, mail_link),
    Websites: (lambda data: (("", data.websites),), web_link),
    Administrators: (lambda data: (("", data.administrators),), lambda _name: ""),
}
"""The values of each kind of data, and the link of a value."""


def known_values(data: object) -> list[tuple[str, str]]:
    """The values of one kind of data with their links, the most useful first."""
    labelled_of, link_of = _KINDS[type(data)]
    return [(v, link_of(v)) for _label, values in labelled_of(data) for v in values if v]


def _fields_of(data: object, kind: str) -> list[RecordField]:
    """All fields of one kind, each a spot for the cursor."""
    labelled_of, link_of = _KINDS[type(data)]
    labelled = [(label, v) for label, values in labelled_of(data) for v in values if v]
    return [
        RecordField(
            label, value, spot=Hotspot(f"{kind} {index}", kind, value, kind, link_of(value))
        )
        for index, (label, value) in enumerate(labelled)
    ]
