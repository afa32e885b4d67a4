"""The cached answers, and how long they last."""

from __future__ import annotations

from tests.public.conftest import Opener
from tests.public.lookalike.companies import ATELIER, LAST_YEAR, UNKNOWN
from tests.public.lookalike.process import Lookalike
from tui_app.public.answer_cache import StoredAnswer

HOUR = 3600
DAY = 24 * HOUR


class Shelf:
    """A store in memory whose entries can grow old."""

    def __init__(self) -> None:
        self.entries: dict[str, StoredAnswer] = {}

    def get(self, name: str) -> StoredAnswer | None:
        return self.entries.get(name)

    def put(self, name: str, entry: StoredAnswer) -> None:
        self.entries[name] = entry

    def close(self) -> None:
        pass

    def grow_older(self, seconds: float) -> None:
        self.entries = {
            name: StoredAnswer(entry.fetched_at - seconds, entry.body)
            for name, entry in self.entries.items()
        }


def asked(lookalike: Lookalike) -> int:
    count = len(lookalike.log())
    lookalike.misbehave()
    return count


def test_a_company_is_kept_for_a_day(open_live: Opener, lookalike: Lookalike) -> None:
    shelf = Shelf()
    first = open_live(store=shelf).registry.profile(ATELIER)
    assert asked(lookalike) == 1
    shelf.grow_older(DAY - 60)
    later = open_live(store=shelf)
    assert later.registry.profile(ATELIER) == first
    assert asked(lookalike) == 0
    fetched = later.controls.remarks("profile", ATELIER).fetched_at
    assert fetched is not None
    kept_at = shelf.entries[f"taxpayer/{ATELIER}"].fetched_at
    assert abs(fetched.timestamp() - kept_at) < 0.001
    shelf.grow_older(120)
    open_live(store=shelf).registry.profile(ATELIER)
    assert asked(lookalike) == 1


def test_what_was_kept_under_a_clock_that_was_ahead_is_asked_again(
    open_live: Opener, lookalike: Lookalike
) -> None:
    shelf = Shelf()
    open_live(store=shelf).registry.profile(ATELIER)
    shelf.grow_older(-30 * DAY)
    open_live(store=shelf).registry.profile(ATELIER)
    assert asked(lookalike) == 2


def test_an_unknown_company_is_kept_for_an_hour(open_live: Opener, lookalike: Lookalike) -> None:
    shelf = Shelf()
    open_live(store=shelf).registry.profile(UNKNOWN)
    shelf.grow_older(HOUR - 60)
    open_live(store=shelf).registry.profile(UNKNOWN)
    assert asked(lookalike) == 1
    shelf.grow_older(120)
    open_live(store=shelf).registry.profile(UNKNOWN)
    assert asked(lookalike) == 1


def test_closed_years_are_kept_for_thirty_days(open_live: Opener, lookalike: Lookalike) -> None:
    shelf = Shelf()
    open_live(store=shelf).registry.financial(ATELIER)
    assert asked(lookalike) == 5
    shelf.grow_older(29 * DAY)
    open_live(store=shelf).registry.financial(ATELIER)
    assert asked(lookalike) == 1  # the company, whose day is over
    shelf.grow_older(2 * DAY)
    open_live(store=shelf).registry.financial(ATELIER)
    assert asked(lookalike) == 5


def test_a_missing_last_year_is_asked_for_again_after_an_hour(
    open_live: Opener, lookalike: Lookalike
) -> None:
    shelf = Shelf()
    lookalike.misbehave("empty-i")
    open_live(store=shelf).registry.financial(ATELIER)
    asked(lookalike)
    shelf.grow_older(2 * HOUR)
    open_live(store=shelf).registry.financial(ATELIER)
    years = [int(entry["an"]) for entry in lookalike.log("bilant")]
    assert years == [LAST_YEAR, LAST_YEAR - 1]


def test_cases_are_kept_for_a_day(open_live: Opener, lookalike: Lookalike) -> None:
    shelf = Shelf()
    open_live(store=shelf).registry.court_cases(ATELIER, 1)
    shelf.grow_older(DAY - 60)
    open_live(store=shelf).registry.court_cases(ATELIER, 1)
    assert len(lookalike.log("courts")) == 1
    shelf.grow_older(120)
    open_live(store=shelf).registry.court_cases(ATELIER, 1)
    assert len(lookalike.log("courts")) == 2


def test_renewing_passes_by_what_is_kept_once(open_live: Opener, lookalike: Lookalike) -> None:
    live = open_live()
    live.registry.profile(ATELIER)
    live.controls.refresh("profile", ATELIER)
    live.registry.profile(ATELIER)
    live.registry.profile(ATELIER)
    assert asked(lookalike) == 2


def test_a_damaged_entry_is_none(open_live: Opener, lookalike: Lookalike) -> None:
    shelf = Shelf()
    shelf.put(f"taxpayer/{ATELIER}", StoredAnswer(1e300, b"{"))
    assert open_live(store=shelf).registry.profile(ATELIER) is not None


def test_no_other_party_of_a_case_is_kept(open_live: Opener) -> None:
    shelf = Shelf()
    open_live(store=shelf).registry.court_cases(ATELIER, 1)
    kept = b"".join(entry.body for entry in shelf.entries.values())
    assert b"9999/3/2023" in kept
    assert b"POPESCU" not in kept
