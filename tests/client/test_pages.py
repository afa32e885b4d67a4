"""Pages: the first, the last, the one beyond it; and cursors that lead nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scripted import ScriptedServer, client_of
from tui_app.client.pages import check_page
from tui_app.client.request import build_request
from tui_app.contract import operations as o
from tui_app.contract.resources import CourtCase, CourtCasePage

CASES = o.COURT_CASES.url_path("12")


def page(
    number: int | None, items: int, pages: int | None, total: int | None, start: int = 0
) -> CourtCasePage:
    return CourtCasePage(
        court_cases=tuple(CourtCase(case_number=f"{start + n}/3/2026") for n in range(items)),
        current_page=number, total_pages=pages, total_cases=total,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("requested", "found", "wrong"),
    [
        (1, page(1, 20, 1, 20), ()),  # a full last page
        (1, page(1, 20, 2, 40), ()),
        (2, page(2, 20, 2, 40), ()),
        (2, page(2, 1, 2, 21), ()),
        (3, page(3, 0, 2, 40), ()),  # beyond the last one
        (1, page(1, 0, 0, 0), ()),
        (2, page(2, 0, 2, 20), ("totalPages",)),  # one page is promised too many
        (1, page(1, 0, 1, 0), ("totalPages",)),
        (3, page(3, 20, 2, 60), ("totalPages",)),
        (2, page(1, 20, 2, 40), ("currentPage",)),
        (2, page(None, 20, 2, 40), ("currentPage",)),
        (1, page(1, 20, None, 20), ("totalPages",)),
        (1, page(1, 20, -1, 20), ("totalPages",)),
        (1, page(1, 20, 1, 19), ("totalCases",)),
        (1, page(1, 20, 1, None), ("totalCases",)),
        (1, page(1, 0, 0, -1), ("totalCases",)),
        (3, page(2, 20, 2, 19), ("currentPage", "totalPages", "totalCases")),
    ],
)
def test_a_page_that_contradicts_itself_is_told(
    requested: int, found: CourtCasePage, wrong: tuple[str, ...]
) -> None:
    faults: dict[str, str] = {}
    request = build_request(o.COURT_CASES, "12", {"page": str(requested)})
    check_page(request, found, faults)
    assert tuple(faults) == wrong


@pytest.mark.parametrize(
    ("first", "second", "is_repeated"),
    [
        (page(1, 20, 3, 60), page(2, 20, 3, 60), True),
        (page(1, 20, 3, 60), page(2, 20, 3, 60, start=20), False),
        (page(1, 0, 3, 60), page(2, 0, 3, 60), False),
    ],
)
async def test_a_page_is_compared_with_the_one_before_it_alone(
    first: CourtCasePage, second: CourtCasePage, is_repeated: bool
) -> None:
    server = ScriptedServer({f"{CASES}?page=1": first, f"{CASES}?page=2": second})
    server.answers[f"{CASES}?page=3"] = page(3, 20, 3, 60)

    def repeated(answer: Any) -> bool:
        return any("repeats page" in fault for fault in answer.faults)

    async with client_of(server) as companies:
        for _time in range(2):  # asking for the same page again is no repetition
            assert not repeated(await companies.court_cases("12", fresh=True))
        answer = await companies.court_cases("12", 2)
        assert repeated(answer) is is_repeated
        if is_repeated:
            assert answer.faults == ("currentPage: page 2 repeats page 1",)
        if first.court_cases and not is_repeated:
            assert not repeated(await companies.court_cases("12", 3))
        # Each page is kept under its number.
        cached = [await companies.court_cases("12", number) for number in (1, 2)]
        assert [each.data for each in cached] == [first, second]
        assert all(each.from_cache for each in cached)


async def test_a_page_that_failed_leaves_the_others_where_they_were() -> None:
    server = ScriptedServer({f"{CASES}?page={n}": page(n, 20, 4, 80, 20 * n) for n in (1, 2, 4)})
    server.answers[f"{CASES}?page=3"] = 500
    async with client_of(server) as companies:
        for number in (1, 2):
            await companies.court_cases("12", number)
        with pytest.raises(Exception, match="500"):
            await companies.court_cases("12", 3)
        assert [companies.price(o.COURT_CASES, "12", page=n) for n in (1, 2, 3, 4)] == [0, 0, 1, 1]
        assert (await companies.court_cases("12", 4)).faults == ()
        server.answers[f"{CASES}?page=3"] = page(3, 20, 4, 80, 60)
        assert (await companies.court_cases("12", 3)).data.current_page == 3
        assert companies.allowance.session_requests == 5


ROWS = {"screen": "companies", "changes": "changes", "contracts": "contracts"}


@pytest.mark.parametrize("operation", ROWS)
@pytest.mark.parametrize(
    ("cursor", "rows", "told", "followed"),
    [
        ("", 1, "next", "next"),
        ("before", 1, "next", "next"),
        ("before", 1, "before", None),  # it does not move on
        ("before", 0, "next", None),  # nothing more comes
        ("before", 0, "before", None),
        ("before", 1, None, None),
        ("", 0, "next", None),
    ],
)
async def test_a_cursor_is_followed_only_where_it_leads_on(
    operation: str, cursor: str, rows: int, told: str | None, followed: str | None
) -> None:
    data = {ROWS[operation]: [{"taxId": "12"}] * rows, "nextCursor": told}
    paths = {"screen": o.SCREEN, "changes": o.CHANGES, "contracts": o.CONTRACTS}
    server = ScriptedServer(
        {paths[operation].url_path("12"): data}, extensions="screen, changes, history, contracts"
    )
    async with client_of(server) as companies:
        await companies.learn_extensions(confirm=True)
        subject = {"contracts": ("12",)}.get(operation, ())
        method = getattr(companies, operation)
        answer = await method(*subject, cursor=cursor, limit=7)
        assert answer.data.next_cursor == followed
        assert len(getattr(answer.data, ROWS[operation])) == rows
        sent = server.asked[-1]
        assert "limit=7" in sent and (f"cursor={cursor}" in sent) is bool(cursor)
        # Later pages of a list are not kept, the first one is.
        before = len(server.asked)
        await method(*subject, cursor=cursor, limit=7)
        assert len(server.asked) - before == bool(cursor)
