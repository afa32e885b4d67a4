"""The tabs of the detail pane, one module each. To add a tab, add its module and a line here."""

from typing import Final

from tui_app.ui.sections.base import Section
from tui_app.ui.sections.connections import ConnectionsSection
from tui_app.ui.sections.contacts import ContactsSection
from tui_app.ui.sections.court_cases import CourtCasesSection
from tui_app.ui.sections.financials import FinancialsSection
from tui_app.ui.sections.overview import OverviewSection
from tui_app.ui.sections.public_money import PublicMoneySection
from tui_app.ui.sections.signals import SignalsSection
from tui_app.ui.sections.timeline import TimelineSection

SECTIONS: Final[tuple[type[Section], ...]] = (
    OverviewSection,
    FinancialsSection,
    CourtCasesSection,
    ContactsSection,
    SignalsSection,
    TimelineSection,
    ConnectionsSection,
    PublicMoneySection,
)
"""In the order of their keys, 1, 2, …; the first shows the profile, whose flags all tabs need."""
