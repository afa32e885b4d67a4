"""The messages when a service does not answer, word for word."""

from __future__ import annotations

import socket
import threading

import pytest

from tests.public.conftest import Live, Opener
from tests.public.lookalike.companies import ATELIER, LAST_YEAR, UNKNOWN
from tests.public.lookalike.process import Lookalike
from tests.waiting import until
from tui_app.public import web
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.language import set_language

HTML = "ANAF did not answer: it sent a web page, perhaps of its firewall."
OTHER = "ANAF did not answer: its answer has an unknown form."


@pytest.mark.parametrize(
    ("fault", "text", "requests"),
    [
        ("html-200", HTML, 1),
        ("without-found", OTHER, 1),
        ("not-json", OTHER, 1),
        ("left-out", "ANAF did not answer: its answer does not mention this company.", 1),
        ("huge", "ANAF sent more than 4 MB; reading stopped there.", 1),
        ("reset", "The connection to ANAF broke before the answer was complete. 2 attempts.", 2),
        ("500", "ANAF failed (500). 2 attempts.", 2),
        ("502", "ANAF failed (502). 2 attempts.", 2),
        ("520", "ANAF failed (520). 2 attempts.", 2),
        ("429", "ANAF is overloaded (429). Try again in 1 s. 2 attempts.", 2),
        ("503", "ANAF is overloaded (503). 2 attempts.", 2),
        ("429-long", "ANAF is overloaded (429). Try again in 3600 s.", 1),
        ("redirect", "ANAF redirects elsewhere (302); the redirect was not followed.", 1),
        (
            "firewall-403",
            "ANAF refused the request (403): its firewall may not let it through.",
            1,
        ),
    ],
)
def test_anaf_fails_in_words(
    live: Live, lookalike: Lookalike, fault: str, text: str, requests: int
) -> None:
    lookalike.misbehave(fault)
    with pytest.raises(SourceUnavailableError) as caught:
        live.registry.profile(ATELIER)
    assert str(caught.value) == text
    assert len(lookalike.log()) == requests


@pytest.mark.parametrize("fault", ["502", "520", "429", "reset"])
def test_a_passing_failure_is_asked_once_more(live: Live, lookalike: Lookalike, fault: str) -> None:
    lookalike.misbehave(fault, times=1)
    assert live.registry.profile(ATELIER) is not None
    assert len(lookalike.log()) == 2


def test_what_was_asked_to_wait_is_passed_on(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("429-long")
    with pytest.raises(SourceUnavailableError) as caught:
        live.registry.profile(ATELIER)
    assert caught.value.retry_after == 3600


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        ("html-200", HTML),
        ("without-i", OTHER),
        ("other-year", OTHER),
        ("520", "ANAF failed (520). 2 attempts."),
    ],
)
def test_a_statement_that_did_not_come_is_never_no_statement(
    live: Live, lookalike: Lookalike, fault: str, text: str
) -> None:
    live.registry.profile(ATELIER)
    lookalike.misbehave(fault)
    with pytest.raises(SourceUnavailableError) as caught:
        live.registry.financial(ATELIER)
    assert str(caught.value) == text


def test_failures_are_told_in_romanian_too(live: Live, lookalike: Lookalike) -> None:
    set_language("ro")
    lookalike.misbehave("html-200")
    with pytest.raises(SourceUnavailableError) as caught:
        live.registry.profile(ATELIER)
    assert str(caught.value) == ("ANAF nu a răspuns: a trimis o pagină web, poate a firewallului.")


def test_years_that_came_before_a_failure_are_an_answer(live: Live, lookalike: Lookalike) -> None:
    live.registry.financial(ATELIER)
    live.controls.refresh("financial", ATELIER)

    def fail_from_the_second_year(progress: object) -> None:
        if getattr(progress, "step", 0) == 2:
            lookalike.misbehave("html-200")

    live.controls.listen(fail_from_the_second_year)
    data = live.registry.financial(ATELIER)
    assert data is not None
    assert [record.year for record in data.financial_data] == [LAST_YEAR]
    remarks = live.controls.remarks("financial", ATELIER)
    assert remarks.complete is False
    assert live.notes("financial", ATELIER)[-1] == f"2018-{LAST_YEAR - 1}: missing. {HTML}"


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (
            "court-html",
            "The courts' portal did not answer: it did not send a list of cases.",
        ),
        (
            "court-without-result",
            "The courts' portal did not answer: it did not send a list of cases.",
        ),
        (
            "court-bomb",
            "The courts' portal did not answer: it did not send a list of cases.",
        ),
        (
            "court-cut",
            "The courts' portal did not answer: it did not send a list of cases.",
        ),
        (
            "court-fault",
            "The courts' portal refused the search: Server was unable to process request.",
        ),
        ("court-502", "The courts' portal failed (502)."),
    ],
)
def test_the_courts_fail_in_words(live: Live, lookalike: Lookalike, fault: str, text: str) -> None:
    lookalike.misbehave(fault)
    with pytest.raises(SourceUnavailableError) as caught:
        live.registry.court_cases(ATELIER, 1)
    assert str(caught.value) == text
    assert len(lookalike.log("courts")) == 1


def test_a_slow_court_is_waited_for_and_given_up(open_live: Opener, lookalike: Lookalike) -> None:
    lookalike.misbehave("court-slow", seconds=1.2)
    patient, hasty = open_live(), open_live(court_seconds=0.6)
    with pytest.raises(SourceUnavailableError) as caught:
        hasty.registry.court_cases(ATELIER, 1)
    assert str(caught.value) == "The courts' portal did not answer within 1 s."
    lookalike.misbehave("court-slow", seconds=0.3)
    found = patient.registry.court_cases(ATELIER, 1)
    assert found is not None
    assert found.total_cases == 3


def test_a_long_wait_says_how_long_it_has_been(
    open_live: Opener, lookalike: Lookalike, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "_REPORT_EVERY", 0.55)
    live = open_live()
    live.registry.profile(ATELIER)
    live.told.clear()
    lookalike.misbehave("court-slow", seconds=1.2)
    live.registry.court_cases(ATELIER, 1)
    first, *later = [progress.text for progress in live.told]
    assert first == "asking the courts' portal, up to 60 s"
    assert later[-1] in (f"{first}, 1 s so far", f"{first}, 2 s so far")


def test_an_address_without_a_service(open_live: Opener) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    live = open_live(base_url=f"http://127.0.0.1:{port}")
    with pytest.raises(SourceUnavailableError, match=r"^Connection refused by ANAF\.$"):
        live.registry.profile(ATELIER)


def test_a_failure_is_not_kept(live: Live, lookalike: Lookalike) -> None:
    lookalike.misbehave("html-200", times=1)
    with pytest.raises(SourceUnavailableError):
        live.registry.profile(ATELIER)
    assert live.registry.profile(ATELIER) is not None
    assert live.registry.profile(UNKNOWN) is None


def test_leaving_sends_nothing_more(open_live: Opener, lookalike: Lookalike) -> None:
    live = open_live()

    def leave_at_the_third(progress: object) -> None:
        if getattr(progress, "text", "").startswith("year 3"):
            live.controls.stop(ATELIER)

    live.controls.listen(leave_at_the_third)
    live.controls.load_everything("financial", ATELIER)
    data = live.registry.financial(ATELIER)
    assert data is not None
    assert [record.year for record in data.financial_data] == [LAST_YEAR, LAST_YEAR - 1]
    assert len(lookalike.log("bilant")) == 2
    assert live.notes("financial", ATELIER)[-1].endswith("not requested, because you stopped.")
    # What was had is not asked for again.
    live.controls.listen(None)
    live.registry.financial(ATELIER)
    assert len(lookalike.log("bilant")) == 8


def test_what_was_sent_when_one_leaves_is_kept(open_live: Opener, lookalike: Lookalike) -> None:
    live = open_live()
    lookalike.misbehave("court-slow", seconds=0.3)
    live.registry.profile(ATELIER)
    answers: list[object] = []
    asking = threading.Thread(target=lambda: answers.append(live.registry.court_cases(ATELIER, 1)))
    asking.start()
    until(lambda: bool(lookalike.log("courts")))
    live.controls.stop()
    asking.join(10)
    assert answers
    live.registry.court_cases(ATELIER, 1)
    assert len(lookalike.log("courts")) == 1


def test_closing_waits_for_nothing(open_live: Opener, lookalike: Lookalike) -> None:
    live = open_live()
    live.registry.profile(ATELIER)
    lookalike.misbehave("court-slow", seconds=30)
    failed: list[Exception] = []

    def ask() -> None:
        try:
            live.registry.court_cases(ATELIER, 1)
        except SourceUnavailableError as error:
            failed.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    until(lambda: bool(lookalike.log("courts")))
    live.registry.close()
    asking.join(10)
    assert failed
