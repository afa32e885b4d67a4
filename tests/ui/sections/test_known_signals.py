"""The line about signals: cached data count, and checks not done are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample import landmarks
from tests.ui.hostile import said_in
from tests.ui.served import served
from tests.ui.user import User, explore
from tui_app.client import cache as caching
from tui_app.insight.signals import SignalCounts
from tui_app.ui.sections.profile import in_one_line


def _said(user: User) -> str:
    return said_in(user, user.app.explorer.detail.header)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (SignalCounts(), "Signals: nothing loaded yet"),
        (SignalCounts(unknown=11), "Signals: nothing loaded yet"),
        (SignalCounts(clear=3, unknown=8), "3 of 11 checks done, none serious"),
        (SignalCounts(clear=11), "No warnings"),
        (SignalCounts(warnings=1, clear=2, unknown=8), "△ 1 warning · 8 checks not done"),
        (
            SignalCounts(serious=1, warnings=2, clear=7, unknown=1),
            "▲ 1 serious signal · △ 2 warnings · 1 check not done",
        ),
        (SignalCounts(serious=2, clear=9), "▲ 2 serious signals"),
    ],
)
def test_nothing_is_called_clear_while_checks_are_open(counts: SignalCounts, said: str) -> None:
    assert in_one_line(counts)[0] == said


async def test_a_serious_signal_known_yesterday_stands_in_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "place.json"
    with served(tmp_path / "service", 1_000) as service:
        async with explore(service.program(location_file=place)) as user:
            await user.search(landmarks.LOSSES)
            await user.press("enter", "enter", "5")
            known = _said(user)
            assert "serious signal" in known
            await user.press("1")
            for language in ("ro", "en"):
                user.app.change_language(language)
                await user.until("Sinteză" if language == "ro" else "Overview")
                await user.idle()
                assert "▲" in _said(user)
            await user.search(landmarks.SHOWPIECE)
            await user.press("enter", "enter")
            assert "▲" not in _said(user)
            await user.press("b")
            assert _said(user).replace("opened before · ", "") == known
            used = service.used
        # Older than any answer may be: nothing is asked, and the warning stands all the same.
        monkeypatch.setattr(caching, "is_old", lambda _request, _fetched: True)
        async with explore(service.program(location_file=place)) as user:
            await user.when(lambda: "serious signal" in _said(user))
            assert service.used == used
