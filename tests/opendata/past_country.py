"""A small registry with a history: three snapshots in three layouts, with known edits."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from tests.opendata.past import (
    ACTIVE,
    INSOLVENT,
    STRUCK_OFF,
    Company,
    changed,
    write_new,
    write_old,
)
from tui_app.cli.main import main

DAYS = ("2019-02-01", "2022-12-02", "2026-09-02")
MOVED = Company("990000013", "J12/100/2010", "MUTATA DEMO SRL")
RENAMED = Company("990000021", "J12/101/2010", "VECHEA DEMO SRL")
GONE = Company("990000030", "J12/104/2010", "DISPARUTA DEMO SRL")
STEADY = Company("990000048", "J12/105/2010", "STABILA DEMO SRL", county="Sibiu", locality="Sibiu")
TRADER = Company("0", "F12/102/2010", "PROBA PFA", form="PFA")
LIQUIDATOR = "LICHIDARI INVENTATE IPURL"


def snapshots(folder: Path) -> list[Path]:
    """The files of the three days: with pipes, with carets, and as they are since 2025."""
    insolvent = changed(MOVED, codes=(ACTIVE, INSOLVENT))
    moved = changed(
        MOVED, codes=(STRUCK_OFF,), county="Sibiu", locality="Sibiu", number="J32/7/2023"
    )
    renamed = changed(RENAMED, name="NOUA DEMO SRL")
    trader = changed(TRADER, name="PROBA NOUA PFA")
    new = Company("990000056", "J32/9/2024", "PROASPATA DEMO SRL", county="Sibiu", locality="Sibiu")
    return [
        write_old(folder / "first", DAYS[0], [MOVED, RENAMED, GONE, STEADY, TRADER]),
        write_old(
            folder / "second", DAYS[1], [insolvent, RENAMED, GONE, STEADY, trader], separator="^"
        ),
        write_new(
            folder / f"firme-{DAYS[2]}",
            [moved, renamed, STEADY, trader, new],
            roles=[f"{moved.number}^{LIQUIDATOR}^lichidator judiciar^"],
        ),
    ]


def country(folder: Path) -> Path:
    """The registry of the newest day, with its history."""
    folders, registry = snapshots(folder), folder / "registry.db"
    for arguments in (
        ("import", folders[2]),
        ("history", "add", *folders),
    ):
        done = CliRunner().invoke(main, ["data", *map(str, arguments), "--registry", str(registry)])
        assert done.exit_code == 0, done.output
    return registry
