"""Panes of a test's own for the parts of a tab, and what they show."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace
from typing import Any, cast

from tui_app.client.answer import Answer
from tui_app.client.live import WaitSeconds
from tui_app.contract import resources as r
from tui_app.contract.provenance import DataSource
from tui_app.ui.panes.company import CompanyEntry, from_record
from tui_app.ui.sections.profile import draw_header

NOW = dt.datetime(2026, 11, 20, 12, tzinfo=dt.UTC)
TODAY = NOW.date()
FIRM = r.CompanyProfile(tax_id="12", company_name="ANA SRL", status="functiune")
ENTRY = CompanyEntry(tax_id="12", name="ANA DIN LISTA")
SOURCE = DataSource(source="onrc", file="firme.csv", day="2026-05-04")


# Any: a pane of which only the named parts are used.
def of(**parts: Any) -> Any:
    return cast("Any", SimpleNamespace(**parts))


def answer(data: Any, **more: Any) -> Answer[Any]:
    return Answer(data=data, **{"fetched_at": NOW} | more)


def got(kind: type, name: str, pane: Any) -> Any:
    """A property of a class, of a pane of the test's own."""
    for each in kind.__mro__:
        if name in vars(each):
            return vars(each)[name].fget(pane)
    raise AttributeError(name)


class Calls(list[tuple[Any, ...]]):
    """Notes the calls of the functions that it gives."""

    def of(self, name: str, result: Any = None) -> Any:
        def call(*given: Any, **named: Any) -> Any:
            self.append((name, *given, *named.items()))
            return result

        return call


def waiting(seconds: int, warning: str = "") -> WaitSeconds:
    price = WaitSeconds(seconds)
    price.text, price.warning = f"{seconds} s", warning
    return price


SESSION = of(first_key=lambda name, **_more: f"<{name}>", client=None, progress={})


def case(number: str, date: str = "", **more: Any) -> r.CourtCase:
    return r.CourtCase(case_number=number, date=date, **more)


def header(profile: r.CompanyProfile, width: int = 80) -> str:
    return draw_header(from_record(profile), profile, TODAY, width).plain


CASE = case(
    "1/2/2026", party_status="Parat", company_name="ANA", tax_id="12", subject="Pretentii",
    date="2026-01-02", last_update="2026-03-04", institution="JudecatoriaCLUJ-NAPOCA",
    department="Sectia I", case_category="LitigiiCuProfesionistii", procedural_stage="Fond",
    matched_by="other_form",
)  # fmt: skip
