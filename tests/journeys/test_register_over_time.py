"""From an empty machine: three snapshots in three layouts, then what changed and how it was."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path

from tests.opendata.past import (
    ACTIVE,
    INSOLVENT,
    STRUCK_OFF,
    Company,
    changed,
    write_new,
    write_old,
)
from tests.terminal.explorer import READY, Start

DAYS = ("2015-07-31", "2022-04-07", "2026-09-02")
PLACES = (("Cluj", "Dej", 12), ("Sibiu", "Sibiu", 32), ("București", "Sectorul 2", 40))
LIQUIDATOR = "LICHIDARI INVENTATE IPURL"


def name_of(at: int) -> str:
    """Names of which no two are one typing error apart."""
    return (
        f"{'ABCDEFGHIJ'[at // 100]}{'KLMNOPRSTU'[at // 10 % 10] * 3}{'AEIOU'[at % 5] * 4}{at} SRL"
    )


def snapshots(folder: Path) -> list[Path]:
    """A folder of files with pipes, an archive with carets, and the new layout."""
    first = [
        Company(str(990000013 + 11 * at), f"J{plate}/{at + 1}/2010", name_of(at), county=county,
                locality=locality)
        for at in range(100)
        for county, locality, plate in (PLACES[at % 3],)
    ]  # fmt: skip
    second = [
        changed(firm, codes=(ACTIVE, INSOLVENT)) if at < 10
        else changed(firm, name=f"REDENUMITA {at} SRL") if at < 20
        else changed(firm, name=firm.name.replace("SRL", "S.R.L."), locality=firm.locality.upper())
        for at, firm in enumerate(first)
    ]  # fmt: skip
    third = [
        changed(firm, codes=(STRUCK_OFF,)) if at < 5
        else changed(firm, county="Timiș", locality="Timișoara", number=f"J35/{at}/2023")
        if 30 <= at < 38
        else firm
        for at, firm in enumerate(second[:90])
    ]  # fmt: skip
    third += [Company(str(991000000 + at), f"J12/{at}/2024", f"PROASPATA {at}") for at in range(4)]
    pipes = write_old(folder / "2015", "31.07.2015", first)
    carets = write_old(folder / "unpacked", DAYS[1], second, separator="^")
    archive = folder / "firme-pana-la-data-de-07-aprilie-2022.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in carets.iterdir():
            packed.write(path, path.name.replace(f"_{DAYS[1]}", ""))
    new = write_new(
        folder / "firme-02-09-2026", third,
        roles=[f"{third[5].number}^{LIQUIDATOR}^lichidator^"],
    )  # fmt: skip
    return [pipes, archive, new]


def test_from_an_empty_home_to_what_changed_and_how_it_was(start: Start, tmp_path: Path) -> None:
    """On the command line and in the explorer, each in a terminal."""
    pipes, archive, new = map(str, snapshots(tmp_path / "files"))
    struck_off, renamed, moved = (str(990000013 + 11 * at) for at in (0, 12, 30))
    for arguments, said in (
        (("data", "import", new), "94 companies in"),
        (("data", "history", "add", new, archive, pipes), "2015-07-31: 100 rows read"),
        (
            ("data", "history", "info", "-o", "table"),
            "gap: no snapshot between 2015-07-31 and 2022-04-07",
        ),
        (("watch", "add", moved), "1 watched"),
        (("changes", "--output", str(tmp_path / "all.csv")), ""),
        (("changes", "--since", "2023-01-01", "county:CJ changed:state", "--output",
          str(tmp_path / "some.csv")), ""),
        (("show", renamed, "--as-of", "2022-12-31", "--output", str(tmp_path / "then.json")),
         "As of 2022-12-31: the register of 2022-04-07; the next one is of 2026-09-02."),
        (("screen", "insolvent", "--as-of", "2022-12-31", "--output",
          str(tmp_path / "screen.csv")), ""),
    ):  # fmt: skip
        with start(*arguments) as tty:
            tty.wait_for(said)
            assert tty.exit_status() == 0, tty.text()
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text("utf-8-sig").splitlines()))
    assert list(rows[0]) == [
        "taxId", "companyId", "companyName", "kind", "before", "after", "notBefore", "notAfter",
    ]  # fmt: skip
    found = {kind: sum(row["kind"] == kind for row in rows) for kind in ("state", "name", "seat",
             "new", "gone", "form", "liquidator")}  # fmt: skip
    assert found == {
        "state": 15, "name": 10, "seat": 8, "new": 4, "gone": 10, "form": 0, "liquidator": 0,
    }  # fmt: skip
    assert {(row["notBefore"], row["notAfter"]) for row in rows} == {DAYS[:2], DAYS[1:]}
    some = list(csv.DictReader((tmp_path / "some.csv").read_text("utf-8-sig").splitlines()))
    assert [(row["taxId"], row["before"], row["after"]) for row in some] == [
        (str(990000013 + 11 * at), "insolvență; funcțiune", "radiată") for at in (0, 3)
    ]
    assert json.loads((tmp_path / "then.json").read_text())["companyName"] == "REDENUMITA 12 SRL"
    assert len((tmp_path / "screen.csv").read_text().splitlines()) == 1 + 10

    with start("--no-resume") as tty:
        tty.wait_for(READY)
        tty.type("\x1b")
        tty.wait_for("G changes")
        tty.type("G")
        tty.wait_for("47 changes")
        tty.wait_for("gone from the reg")
        tty.type("changed:state county:CJ since:2023\r")
        tty.wait_for("2 changes")
        tty.wait_for("insolvență; funcțiune → radiată")
        tty.wait_for("F filter")
        tty.type("A")
        tty.wait_for("Snapshots of the register")
        tty.type("2015-12-31\r")
        tty.wait_for("as of 2015-12-31")
        tty.type(f"/{struck_off}\r")
        tty.wait_for("funcțiune")
        tty.type(f"/\x15{renamed}\r")
        tty.wait_for(name_of(12))
        tty.type("\x1b\x1b\x1b\x1b")
        tty.wait_for(lambda text: "as of" not in text.splitlines()[0])
        tty.type(f"/\x15{name_of(12).removesuffix(' SRL').lower()}")
        tty.wait_for("formerly")
        tty.type("\x1bq")
        assert tty.exit_status() == 0
