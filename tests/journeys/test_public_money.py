"""From an empty machine: files of every form, the tab in a terminal, a screen, and releases."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

from tests.opendata.procurement.files import (
    TURNOVERS,
    WINNERS,
    eight_files,
    nature,
    register_files,
    sums,
)
from tests.terminal.explorer import Start

WINNER = next(iter(WINNERS))


def test_from_an_empty_home_to_who_lives_off_public_money(start: Start, tmp_path: Path) -> None:
    """On the command line and in the explorer, each in a terminal."""
    made = eight_files(tmp_path / "files")
    register = register_files(tmp_path / "firme-02-09-2026")
    criteria = "won:>1M public-share:>50%"
    for arguments, said in (
        (("data", "import", str(tmp_path / "files"), str(register)), "9 companies in"),
        (("screen", criteria, "--output", str(tmp_path / "screen.jsonl"), "-o", "jsonl"), ""),
        (("contracts", str(WINNER), "-o", "ocds", "--output", str(tmp_path / "ocds.json")), ""),
    ):
        with start(*arguments) as tty:
            tty.wait_for(said)
            assert tty.exit_status() == 0, tty.text()
    won = dict.fromkeys(WINNERS, Decimal(0))
    in_2025 = dict(won)
    for (winner, year, _kind), (_count, total) in sums(made).items():
        won[winner] += total
        in_2025[winner] += total if year == 2025 else 0
    found = [json.loads(line) for line in (tmp_path / "screen.jsonl").read_text().splitlines()]
    assert {int(row["taxId"]) for row in found} == {
        winner for winner, total in won.items()
        if total > 1_000_000 and in_2025[winner] > TURNOVERS[winner] / 2
    }  # fmt: skip
    package = json.loads((tmp_path / "ocds.json").read_text())
    in_full = [deal for deal in made if deal.winner == WINNER and nature(deal) != "purchase"]
    signed = sum("purchase" not in str(each.get("tender")) for each in package["releases"])
    assert signed == len(in_full)

    with start("--no-resume", size=(80, 24)) as tty:
        tty.wait_for("name, tax id or registry number")
        tty.type(f"{WINNER}\r")
        tty.wait_for("checks done")
        tty.type("8")
        tty.wait_for(f"Won: {won[WINNER]:,.0f} RON")
        tty.wait_for("not paid")
        tty.wait_for("2025-09-26  without notice")
        tty.type("\r")
        tty.wait_for("Bought: ")
        tty.type("b")
        tty.wait_for("Won: ")
        tty.type("q")
        assert tty.exit_status() == 0
