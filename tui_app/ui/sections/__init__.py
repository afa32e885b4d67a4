"""The tabs of the detail pane, one module each. To add a tab, add its module and a line here."""

from __future__ import annotations

from typing import Final

from tui_app.contract import views
from tui_app.system.language import N_
from tui_app.ui.panes.base import PaneKind
from tui_app.ui.sections.base import Section

SECTIONS: Final[tuple[PaneKind[Section], ...]] = (
    PaneKind(
        views.OVERVIEW,
        N_("Show the overview: the profile, and a line about each other tab"),
        "tui_app.ui.sections.overview:OverviewSection",
    ),
    PaneKind(
        views.FINANCE,
        N_("Show the financial data"),
        "tui_app.ui.sections.financials:FinancialsSection",
    ),
    PaneKind(
        views.CASES, N_("Show the court cases"), "tui_app.ui.sections.court_cases:CourtCasesSection"
    ),
    PaneKind(
        views.CONTACT,
        N_("Show phones, e-mails, websites and administrators"),
        "tui_app.ui.sections.contacts:ContactsSection",
    ),
    PaneKind(
        views.SIGNALS,
        N_("Show signals, ratios and peers of the company"),
        "tui_app.ui.sections.signals:SignalsSection",
    ),
    PaneKind(
        views.EVENTS,
        N_("Show what happened to the company, newest first"),
        "tui_app.ui.sections.timeline:TimelineSection",
    ),
    PaneKind(
        views.LINKS,
        N_("Show other companies of the same administrators or at the same address"),
        "tui_app.ui.sections.connections:ConnectionsSection",
    ),
    PaneKind(
        views.MONEY,
        N_("Show the public contracts of a company, or the suppliers of an authority"),
        "tui_app.ui.sections.public_money:PublicMoneySection",
    ),
)
"""In the order of their keys, 1, 2, …; the first shows the profile, whose flags all tabs need."""
