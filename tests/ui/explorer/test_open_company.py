"""A company that was opened: its tabs, its pages, what is asked for them, and the way back."""

from __future__ import annotations

import pytest
from starlette.types import Receive, Scope, Send

from tests.sample import landmarks
from tests.ui.hostile import in_detail
from tests.ui.user import explore
from tui_app.service.app import Service


async def test_a_company_is_opened_every_tab_shown_and_left_one_level_at_a_time() -> None:
    async with explore() as user:
        explorer, client = user.app.explorer, user.app.client
        assert client is not None
        await user.search("990000013")
        await user.press("enter")
        assert "J40/99123/2020" in user.screen
        assert explorer.detail_has_focus
        assert client.allowance.remaining is not None
        assert f"{client.allowance.remaining:,} requests left" in user.screen
        assert "VAT payer" in user.screen
        await user.press("2")
        assert "Turnover (RON)" in user.screen
        await user.press("3")
        assert "cases · page 1 of" in in_detail(user)
        await user.press("4")
        for title in ("Phones", "E-mails", "Websites", "Administrators"):
            assert title in user.screen
        assert "+407" in user.screen
        await user.press("escape")
        assert explorer.focused is explorer.list.rows
        await user.press("escape")
        assert explorer.focused is explorer.list.rows, "there Esc ends"


async def test_what_the_flags_rule_out_is_not_requested_and_one_goes_back_and_forward() -> None:
    async with explore() as user:
        detail, client = user.app.explorer.detail, user.app.client
        assert client is not None
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter", "escape")
        await user.search(landmarks.NOTHING_ON_RECORD)
        await user.press("enter")
        before = client.allowance.session_requests
        told = "Nothing on record (the profile says so; no request was needed)."
        await user.press("2")
        assert in_detail(user) == told
        await user.press("4")
        titles = ("Phones", "E-mails", "Websites", "Administrators")
        assert in_detail(user) == " ".join(f"{title} {told}" for title in titles)
        assert client.allowance.session_requests == before
        await user.press("3")
        assert in_detail(user).startswith("No court cases on record. · loaded ")
        await user.press("b")
        assert detail.entry is not None and detail.entry.tax_id == landmarks.SHOWPIECE
        await user.press("f")
        assert detail.entry.tax_id == landmarks.NOTHING_ON_RECORD
        await user.press("f")
        assert "No history yet" in user.screen
        # No message waits for a widget that is not there.
        await user.press("2", "1")
        for section in detail.sections.values():
            for widget in (section, section.scroller, section.text_pane):
                assert widget._message_queue.qsize() == 0, widget


async def test_pages_of_court_cases_turn_and_a_case_opens() -> None:
    async with explore() as user:
        await user.search(landmarks.MANY_COURT_CASES)
        await user.press("enter")
        await user.press("3")
        assert "150 cases · page 1 of 8" in user.screen
        await user.press("n")
        assert "page 2 of 8" in user.screen
        await user.press("p")
        assert "page 1 of 8" in user.screen
        await user.press("p")
        assert "This is the first page." in user.screen
        await user.press("enter")
        assert "Role of the company" in user.screen
        await user.press("escape")
        assert "Role of the company" not in user.screen
        await user.search(landmarks.ONE_COURT_CASE)
        await user.press("enter")
        assert in_detail(user).startswith("1 case · page 1 of 1 · loaded ")


@pytest.mark.usefixtures("only_asked")
async def test_every_operation_is_reached_and_each_is_a_request_the_service_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    answer = Service.__call__

    async def listening(self: Service, scope: Scope, receive: Receive, send: Send) -> None:
        asked.append(scope["path"])
        await answer(self, scope, receive, send)

    monkeypatch.setattr(Service, "__call__", listening)
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        await user.pilot.pause(0.6)
        assert user.app.explorer.detail.profile.answer is None, "typing asks for no profile"
        await user.press("enter", "2", "3", "4", "escape", "N")
        await user.paste("2025-03-03")
        await user.press("enter")
    company = f"/v1/companies/{landmarks.SHOWPIECE}"
    assert set(asked) == {
        "/v1/companies/autocomplete",
        company,
        f"{company}/financial",
        f"{company}/court-cases",
        f"{company}/phones",
        f"{company}/emails",
        f"{company}/administrators",
        f"{company}/websites",
        "/v1/companies/",
    }
    assert len(asked) == len(set(asked)) + asked.count("/v1/companies/autocomplete") - 1
