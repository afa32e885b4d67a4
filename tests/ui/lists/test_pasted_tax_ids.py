"""Several tax ids pasted at once become a list of their companies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events
from textual.widgets import Input

from tests.faulty.process import FaultyServer
from tests.sample import landmarks
from tests.ui.hostile import in_list, remote
from tests.ui.user import User, explore, program
from tui_app.client.companies import Companies
from tui_app.contract.operations import PROFILE
from tui_app.ui.lists.search_text import MAX_PASTED, several_tax_ids

FIRST, SECOND = landmarks.SHOWPIECE, landmarks.MANY_COURT_CASES
UNKNOWN = "990099998"
PERSONAL = "1960101123457"


async def paste(user: User, text: str) -> None:
    field = user.app.focused
    assert isinstance(field, Input)
    field.post_message(events.Paste(text))
    await user.idle()


@pytest.mark.parametrize(
    ("text", "tax_ids"),
    [
        (f"{FIRST}\n{SECOND}\n", (FIRST, SECOND)),
        (f"{FIRST}, {SECOND}", (FIRST, SECOND)),
        (f"{FIRST};{SECOND};{FIRST}", (FIRST, SECOND)),
        (f"CUI\r\nRO {FIRST}\r\nRO{SECOND}\r\n", (FIRST, SECOND)),
        (f"{FIRST} {SECOND}", (FIRST, SECOND)),
        (f'"{FIRST}"\tPETROTERM DEMO SRL\n"{SECOND}"\tAGRO SA\n', (FIRST, SECOND)),
        (f"RO 990 000 013\n{SECOND}", (FIRST, SECOND)),
        (f"{FIRST}\n{PERSONAL}\n{SECOND}", (FIRST, SECOND)),
        (f"{FIRST}\n1960101 123457\n{SECOND}", (FIRST, SECOND)),
        ("361\n159\n", ("361", "159")),
    ],
)
def test_lines_commas_and_a_column_of_a_spreadsheet_are_read(
    text: str, tax_ids: tuple[str, ...]
) -> None:
    several = several_tax_ids(text)
    assert several is not None
    assert several.tax_ids == tax_ids
    assert several_tax_ids(several.text) is not None


@pytest.mark.parametrize(
    "text",
    ["", FIRST, f"RO {FIRST}", "petro, agro", "1960101,123457", "196 01 01 123457",
     "1960101 1234", PERSONAL, "990,000,013", "J40|99123|2020",
     f"{PERSONAL}\n{FIRST}", "J40/123/2020, J40/124/2020"],
)  # fmt: skip
def test_one_tax_id_or_what_may_be_a_persons_code_is_no_list(text: str) -> None:
    assert several_tax_ids(text) is None


def test_no_more_than_some_are_looked_up_at_once() -> None:
    several = several_tax_ids("\n".join(str(10_000_000 + at) for at in range(MAX_PASTED + 7)))
    assert several is not None
    assert (len(several.tax_ids), several.beyond) == (MAX_PASTED, 7)


async def test_the_price_is_told_enter_asks_and_what_is_not_found_stays(
    tmp_path: Path,
) -> None:
    async with explore(program(location_file=tmp_path / "place.json")) as user:
        client = user.app.client
        assert client is not None
        before = client.allowance.session_requests
        await paste(user, f"CUI\n{FIRST}\n{UNKNOWN}\n{PERSONAL}\n{SECOND}\n")
        assert "3 tax ids · ⏎ looks them up (3 requests)" in in_list(user)
        assert "1 personal code left out" in in_list(user)
        assert "⏎ look up (3 requests)" in user.app.explorer.foot.line.plain
        assert client.allowance.session_requests == before
        assert PERSONAL not in user.screen
        await user.press("enter")
        assert client.allowance.session_requests == before + 3
        pane = user.app.explorer.list
        assert [entry.tax_id for entry in pane.entries] == [FIRST, UNKNOWN, SECOND]
        assert [bool(entry.name) for entry in pane.entries] == [True, False, True]
        assert "3 tax ids · 1 not found" in in_list(user)
        assert "not found" in user.screen.partition(UNKNOWN)[2]
        # Enter once more opens the first, whose profile is there already.
        await user.press("enter")
        assert client.allowance.session_requests == before + 3
        assert user.app.explorer.detail_has_focus
    assert PERSONAL not in "".join(
        path.read_text(errors="ignore") for path in tmp_path.rglob("*") if path.is_file()
    )


async def test_they_are_asked_for_again_by_name_only_where_they_were_not_loaded(
    faulty: FaultyServer,
) -> None:
    async with explore(remote(faulty.base_url())) as user:
        faulty.misbehave("500")
        await paste(user, f"{FIRST}\n{SECOND}")
        await user.press("enter")
        assert "not loaded" in user.screen
        faulty.misbehave("none")
        faulty.log()
        await user.press("escape", "r")
        asked = [entry["operation"] for entry in faulty.log()]
        assert asked == ["profile", "profile"]
        assert "not loaded" not in user.screen


async def test_what_stops_all_requests_is_told_once_and_costs_no_further_one(
    faulty: FaultyServer,
) -> None:
    faults = (("429-seconds", "fewer requests at a time"), ("401", "Key rejected"))
    async with explore(remote(faulty.base_url())) as user:
        for at, (fault, said) in enumerate(faults, start=1):
            faulty.misbehave(fault)
            await user.press("slash", "ctrl+u")
            await paste(user, "\n".join(str(at * 10_000_000 + n) for n in range(20)))
            await user.press("enter")
            assert said in in_list(user)
            assert 0 < len(faulty.log()) <= 4, fault


async def test_a_text_that_cannot_be_searched_says_why() -> None:
    async with explore() as user:
        await user.search("x" * 101)
        assert "Too long: 101 characters; at most 100 can be searched" in in_list(user)
        await user.search("ab\ud800c")
        assert "A control character cannot be searched" in in_list(user)
        await user.search("ab")
        assert "1 more character" in in_list(user)


@pytest.mark.parametrize("text", [FIRST, f"{FIRST}, {SECOND}"], ids=["one", "several"])
async def test_what_was_asked_again_stands_in_the_company_beside_the_list(
    text: str, faulty: FaultyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, ask = "functiune", Companies.ask

    # Any: whatever is asked.
    async def asked(self: Companies, operation: Any, *others: Any, **how: Any) -> Any:
        answer = await ask(self, operation, *others, **how)
        if operation is not PROFILE:
            return answer
        return replace(answer, data=replace(answer.data, status=status))

    monkeypatch.setattr(Companies, "ask", asked)
    async with explore(remote(faulty.base_url()), (160, 50)) as user:
        await paste(user, text)
        await user.press("enter", "escape", "enter", "escape")
        assert user.app.explorer.detail.tax_id == FIRST
        head = user.app.explorer.detail.header
        assert "functiune" in str(head.render())
        status = "insolventa"
        await user.insist("r")
        assert "insolventa" in str(head.render())
