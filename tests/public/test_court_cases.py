"""Court cases from the portal: how they were matched, what is missing, nobody else."""

from __future__ import annotations

from tests.public.conftest import Live
from tests.public.lookalike.companies import (
    ATELIER,
    FABRICA,
)
from tests.public.lookalike.process import Lookalike


def test_cases_say_how_they_were_matched(live: Live) -> None:
    found = live.registry.court_cases(ATELIER, 1)
    assert found is not None
    assert [(c.case_number, c.party_status, c.matched_by) for c in found.court_cases] == [
        ("77/3/2024", "Debitor", "state"),
        ("9999/3/2023/a1", "Recurent Reclamant", "exact"),
        ("12/3/2021", "Martor", "other_form"),
    ]
    assert found.total_cases == 3
    assert live.notes("court_cases", ATELIER) == [
        "1 of these may belong to another company or person: see how each was matched."
    ]


def test_pages_of_cases_are_ours(live: Live, lookalike: Lookalike) -> None:
    pages = [live.registry.court_cases(FABRICA, page) for page in (1, 2, 3, 4)]
    assert [len(page.court_cases) if page else None for page in pages] == [20, 20, 5, 0]
    assert {page.total_pages for page in pages if page} == {3}
    assert len({c.case_number for page in pages if page for c in page.court_cases}) == 45
    assert len(lookalike.log("courts")) == 1


def test_no_other_party_is_kept_or_shown(live: Live) -> None:
    assert "POPESCU" not in repr(live.registry.court_cases(ATELIER, 1))


def test_lost_letters_are_shown_as_they_are(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("court-lost")
    found = live.registry.court_cases(FABRICA, 1)
    assert found is not None
    assert found.total_cases == 45
    assert {c.department for c in found.court_cases} == {"Sec?ia a VI-a Civilă"}
    assert {c.matched_by for c in found.court_cases} == {"lost_letters"}
    assert live.notes("court_cases", FABRICA) == ["Letters shown as ? were lost at the ministry."]


def test_a_thousand_cases_are_at_least_a_thousand(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("court-1000")
    found = live.registry.court_cases(ATELIER, 50)
    assert found is not None
    assert (found.total_cases, len(found.court_cases)) == (1000, 20)
    assert live.notes("court_cases", ATELIER) == [
        "At least 1,000 cases: the portal returns no more in one answer."
    ]
    live.controls.load_everything("court_cases", ATELIER)
    everything = live.registry.court_cases(ATELIER, 1)
    assert everything is not None
    assert (everything.total_cases, everything.total_pages) == (1500, 75)
    assert live.notes("court_cases", ATELIER) == []


def test_a_thousand_cases_of_one_year_may_not_be_all(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("court-1000-a-year")
    live.controls.load_everything("court_cases", ATELIER)
    found = live.registry.court_cases(ATELIER, 1)
    assert found is not None
    assert found.total_cases == 1400
    assert live.notes("court_cases", ATELIER) == [
        "At least 1,400 cases: the portal returns no more in one answer."
    ]


def test_nothing_more_is_asked_of_the_courts_where_one_answer_held_all(
    live: Live, lookalike: Lookalike
) -> None:
    live.registry.court_cases(ATELIER, 1)
    live.controls.load_everything("court_cases", ATELIER)
    assert live.controls.wait_for("court_cases", ATELIER).requests == 0
    live.registry.court_cases(ATELIER, 1)
    assert len(lookalike.log("courts")) == 1
