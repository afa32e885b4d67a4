"""What is kept and what is not from one company to the next, and values at their edges."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.ui.sections.parts import header, of
from tests.ui.sections.test_units_of_tabs import FIRM
from tests.ui.user import TODAY
from tui_app.contract import resources as r
from tui_app.ui.panes.entry import CompanyEntry
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.detail import DetailPane

DEJ = CompanyEntry(tax_id="12", name="DEJ")


def test_consent_and_a_warning_seen_are_for_one_company() -> None:
    nothing = lambda *_given: None  # noqa: E731
    section = of(may_spend=True, is_warning_seen=True, reset=nothing, redraw=nothing,
                 scroller=of(is_attached=False))  # fmt: skip
    Section.set_company(section, DEJ)
    assert not section.may_spend and not section.is_warning_seen
    pane = of(
        tax_id="", _may_spend=True, is_opened=True, sections={}, _questions={},
        answers=of(hold=nothing), _dwelling=of(cancel=nothing), _show_section=nothing,
        _show_header=nothing,
    )  # fmt: skip
    DetailPane._set_company(pane, DEJ)
    assert not pane._may_spend and not pane.is_opened


@pytest.mark.parametrize(("day", "age"), [(0, "6 years"), (1, "5 years")])
def test_a_company_is_a_year_older_on_its_day(day: int, age: str) -> None:
    registered = TODAY.replace(year=TODAY.year - 6) + dt.timedelta(days=day)
    firm = r.CompanyProfile(tax_id=FIRM.tax_id, registration_date=registered.isoformat())
    assert age in header(firm)
