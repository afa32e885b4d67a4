"""The Profile tab."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget
from textual.worker import Worker

from tui_app.contract.identifiers import has_valid_control_digit
from tui_app.contract.resources import CompanyProfile
from tui_app.language import N_, _
from tui_app.ui.panes.entry import Entry
from tui_app.ui.remote.workers import start
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.home import Home, HomeView, draw_welcome, read_home
from tui_app.ui.sections.states import with_age
from tui_app.ui.text import formatting as fmt
from tui_app.ui.text.drawing import Field, fields, heading, label_width, lines
from tui_app.ui.widgets.row_list import RowList


class ProfileSection(Section):
    """The general profile. The detail pane asks for it, since every tab needs its flags."""

    tab = "profile"
    title = N_("Profile")
    help = N_("Show the profile")
    opens_rows = True

    _home = Home()
    _home_view: HomeView | None = None

    @property
    def focus_target(self) -> Widget:
        """The rows of the start page take the keys while no company is shown."""
        if self.entry is None and self._home_view is not None:
            return self._home_view.rows
        return super().focus_target

    @property
    def has_home(self) -> bool:
        """Once something is kept."""
        return not self._home.is_empty

    @property
    def leads_to(self) -> Entry | None:
        """The company of the row under the start page's cursor."""
        view = self._home_view if self.entry is None else None
        return view.company if view else None

    def reset(self) -> None:
        """A company, or the start page."""
        self._show_home()

    def kept_changed(self) -> None:
        """While no company is shown, what is kept is."""
        if self.entry is None and self.is_attached:
            self._reading: Worker[None] = start(
                self,
                self._read_home(),
                group="home",
                description="what is kept",
                exclusive=True,
            )

    async def _read_home(self) -> None:
        found = await self.program.desk.ask(read_home, Home())
        if found != self._home:
            self._home = found
            if self._home_view is None and not found.is_empty:
                self._home_view = HomeView(self.program)
                await self.mount(self._home_view)
            if self._home_view is not None:
                self._home_view.show(found)
            self._show_home()
            if self.entry is None:
                self.redraw()

    def _show_home(self) -> None:
        """The start page stands in the place of the text, once it has rows."""
        if self._home_view is not None:
            is_home = self.entry is None and self.has_home
            had_focus = self._home_view.rows.has_focus
            self._home_view.display, self.scroller.display = is_home, not is_home
            if had_focus and not is_home:
                self.scroller.focus()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        """Go on to the company of a row, or search again."""
        event.stop()
        if company := self.leads_to:
            self.post_message(self.OpenCompany(company))
        elif self._home_view is not None:
            self.post_message(HomeView.SearchAgain(self._home_view.searched(event.key)))

    def draw(self, width: int) -> Content:
        """The fields in groups; a welcome while no company is shown."""
        if self.entry is None:
            return Content() if self.has_home else draw_welcome(self.program, width)
        if state := self.draw_state(self.profile_value, width):
            return state
        answer = self.profile_value.answer
        if answer is None:
            return Content()
        profile = answer.data
        groups = (
            (_("Company"), _company(profile)),
            (_("Address"), _address(profile)),
            (_("Tax"), _tax(profile)),
            (_("Activity (CAEN)"), _activity(profile)),
            (_("Available data"), _on_record(profile)),
        )
        labels = max(label_width(group, width) for _title, group in groups)
        drawn: list[Content] = []
        for title, group in groups:
            drawn += [heading(title), fields(group, width, labels), Content()]
        return with_age(self.profile_value, lines(drawn), width)


def _company(profile: CompanyProfile) -> list[Field]:
    tax_id = profile.tax_id
    doubt = "" if not tax_id.isdecimal() or has_valid_control_digit(tax_id) else " "
    hint = doubt + _("(invalid check digit)") if doubt else ""
    label = fmt.status_label(profile.status)
    status = fmt.text(profile.status) + (f" ({label})" if label else "")
    mark, style = fmt.status_mark(profile.status)
    return [
        Field(_("Name"), fmt.text(profile.company_name), "strong"),
        Field(_("Status"), f"{mark} {status}", style),
        Field(_("Tax id (CUI)"), fmt.text(tax_id) + hint),
        Field(_("Registry number"), fmt.text(profile.company_id)),
        Field(_("Legal form"), fmt.text(profile.company_type)),
        Field(_("Registered"), fmt.timestamp(profile.registration_date)),
        Field(
            _("Founded"),
            fmt.MISSING if profile.founding_year is None else str(profile.founding_year),
        ),
        Field(_("Record updated"), fmt.timestamp(profile.update_date)),
    ]


def _address(profile: CompanyProfile) -> list[Field]:
    street = " ".join(part for part in (profile.street_name, profile.street_nr) if part)
    postal = "" if profile.postal_code is None else f"{profile.postal_code:06d}"
    return [
        Field(_("Full address"), fmt.text(profile.full_address)),
        Field(_("Street"), fmt.text(street)),
        Field(_("Locality"), fmt.text(profile.locality)),
        Field(_("County"), fmt.text(profile.county)),
        Field(_("Postal code"), fmt.text(postal)),
    ]


def _tax(profile: CompanyProfile) -> list[Field]:
    return [
        Field(_("VAT payer"), fmt.yes_no(profile.vat)),
        Field(_("Cash-basis VAT"), fmt.yes_no(profile.checkout_vat)),
        Field(_("VAT split payment"), fmt.yes_no(profile.split_vat)),
        Field(_("Tax category"), fmt.text(profile.tax_category)),
    ]


def _activity(profile: CompanyProfile) -> list[Field]:
    """One line per level, each as sent: ``G - …``, ``47 - …``, ``471 - …``, ``4711 - …``."""
    pairs = [entry.partition(" - ") for entry in profile.caen]
    found = [Field(code, label) if mark else Field("", code) for code, mark, label in pairs]
    return found or [Field(_("CAEN"), fmt.MISSING)]


def _on_record(profile: CompanyProfile) -> list[Field]:
    return [
        Field(_("Phones"), fmt.yes_no(profile.has_phone)),
        Field(_("Verified phone"), fmt.yes_no(profile.has_verified_phone)),
        Field(_("E-mails"), fmt.yes_no(profile.has_email)),
        Field(_("Websites"), fmt.yes_no(profile.has_website)),
        Field(_("Administrators"), fmt.yes_no(profile.has_administrator)),
        Field(_("Financial data"), fmt.yes_no(profile.has_fin_data)),
    ]
