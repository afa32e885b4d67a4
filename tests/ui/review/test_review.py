"""The review of a list: rows beside their candidates, decisions kept, and the file at the end."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.ui.served import served
from tests.ui.user import NARROW, User, explore, program
from tui_app.system.language import set_language
from tui_app.ui.review.screen import ReviewScreen
from tui_app.ui.session import ListToMatch, MatchStorage

SHOWPIECE = "990000013"
CNP = "1960101410015"
TABLE = f"""Nr;Furnizor;Judet;Suma
1;Petroterm Demo SRL;Bucuresti;=1+1
2;Agro Inexistent;Cluj;7
3;Nimic de Nimic;Cluj;9
4;Petrolux Imaginar;;{CNP}
"""


@pytest.fixture
def suppliers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "suppliers.csv"
    path.write_text(TABLE)
    return path


async def opened(user: User) -> None:
    await user.until("2 matched")
    await user.when(lambda: isinstance(user.app.screen, ReviewScreen))


async def test_rows_are_decided_kept_taken_back_and_exported(
    suppliers: Path, tmp_path: Path
) -> None:
    place = MatchStorage(tmp_path / "state", "sample", "1")
    wanted = ListToMatch(str(suppliers))
    async with explore(program(to_match=wanted, match_storage=place)) as user:
        await opened(user)
        # The user's own columns, what agrees in words, and no personal code.
        for told in ("Suma", "=1+1", "✓ same name", "✓ same county", "PETROTERM DEMO SRL"):
            assert told in user.screen
        assert CNP not in user.screen
        for told in ("Row 1", "Candidate 1 of ", "confidence 0.9", "sample data", "requests left"):
            assert told in user.screen
        assert "→ candidate" not in user.screen and "u undo" not in user.screen
        await user.press("down", "enter")
        assert "No candidate" in user.screen and "2 matched" in user.screen
        await user.press("slash")
        await user.paste("petroterm")
        await user.press("enter")
        await user.until("≠")
        await user.press("enter")  # taken, and on to the next row
        await user.until("3 matched")
        assert "Nimic de Nimic" in user.screen
        await user.until("u undo")
        await user.press("n", "f", "f")
        await user.until("only none")
        assert "Petrolux" not in user.screen and "✎ none" in user.screen
        await user.press("u")
        assert "✎ none" not in user.screen
        await user.press("n", "escape")
    async with explore(program(to_match=wanted, match_storage=place), size=NARROW) as user:
        await user.until("3 matched")
        await user.press("down", "down")
        assert "✎ none" in user.screen and "chosen by you" in user.screen
        await user.press("e", "c")
        await user.until("Written: ")
        await user.press("ctrl+q")
        assert user.app.return_code == 0
    with (tmp_path / "suppliers-matched.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["decision"] for row in rows] == ["matched", "matched", "none", "matched"]
    assert rows[1]["taxId"] == SHOWPIECE and rows[1]["because"] == "chosen by you"
    assert rows[0]["Suma"] == "'=1+1" and CNP not in str(rows)


async def test_a_file_is_chosen_and_one_that_cannot_be_read_is_told(
    suppliers: Path, tmp_path: Path
) -> None:
    (tmp_path / "supplies").mkdir()
    (tmp_path / "figures.csv").write_text("a;b\n1;2\n3;4\n")
    async with explore(size=(100, 30)) as user:
        await user.search("petro")
        await user.press("escape", "I")
        await user.press(*"supp", "tab")
        await user.until("suppliers.csv  supplies")
        await user.paste("nowhere")
        await user.press("enter")
        await user.until("There is no file")
        for unusable, shown in (("x" * 300, "x" * 60), ("~no-such-user/a", "file ~no-such-user/a")):
            await user.paste(unusable)
            await user.press("tab", "enter")
            await user.until(shown)
        await user.press("escape", "colon")
        await user.paste("match ~no-such-user/a")
        await user.press("enter")
        await user.until("~no-such-user/a cannot be read")
        await user.press("colon")
        await user.paste(f"match {tmp_path / 'figures.csv'}")
        await user.press("enter")
        await user.until("Choose one with --name")
        await user.press("colon")
        await user.paste(f"match {suppliers} --name Furnizor")
        await user.press("enter")
        await opened(user)


async def test_a_wide_terminal_has_room_for_a_long_name_and_its_language(
    suppliers: Path, tmp_path: Path
) -> None:
    name = "Viticola Murfatlar Impex Distributie Nationala SRL"
    suppliers.write_text(f"{TABLE}5;{name};Cluj;1\n")
    set_language("ro")
    place = MatchStorage(tmp_path / "state", "sample", "1")
    app = program(to_match=ListToMatch(str(suppliers)), match_storage=place)
    async with explore(app, size=(200, 30)) as user:
        await user.until("2 identificate")
        assert name in user.screen and "încredere 0,9" in user.screen


async def test_at_a_server_the_price_is_asked_first(suppliers: Path, tmp_path: Path) -> None:
    with served(tmp_path / "service", 500) as server:
        app = server.program(to_match=ListToMatch(str(suppliers)))
        async with explore(app) as user:
            await user.until("Match 4 rows: 4 requests")
            before = server.used
            await user.press("escape")
            assert "not matched yet" in user.screen and server.used == before
            await user.press("e", "c")
            await user.until("Written: ")
            await user.press("escape")
            await user.press("escape", "colon")
            await user.paste(f"match {suppliers}")
            await user.press("enter")
            await user.until("Match 4 rows: 4 requests")
            await user.press("enter")
            await opened(user)
            assert server.used == before + 4
    exported = (tmp_path / "suppliers-matched.csv").read_text()
    assert exported.count("not matched yet") == 4
