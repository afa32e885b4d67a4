"""Older snapshots of the register: every name, form and trap that was seen in them."""

from __future__ import annotations

import json
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.opendata import past
from tests.opendata.conftest import Run, firm, write_dump
from tests.opendata.history.files import history_of
from tests.opendata.past import ACTIVE, INSOLVENT, STRUCK_OFF, Company, changed
from tui_app.config.settings import imported_registry
from tui_app.registry.generation import beside

ALFA = Company("990000013", "J12/100/2010", "ALFA SRL")
BETA = Company("990000021", "J12/101/2010", "BETA SRL")
TRADER = Company("0", "F12/102/2010", "IONESCU-PROBA A. PFA", form="PFA")
CODE = "1800101221144"

Row = tuple[Any, ...]


def history_path() -> Path:
    """The history beside the imported registry."""
    return history_of(imported_registry())


def rows(statement: str) -> list[Row]:
    """Rows of the history file."""
    with closing(sqlite3.connect(history_path())) as connection:
        return connection.execute(statement).fetchall()


def events() -> list[Row]:
    """Every change that is told: company, kind, days, before and after."""
    kinds = ("state", "name", "seat", "form", "liquidator", "new", "gone", "number")
    columns = ("state", "name", "street, locality, county", "form", "liquidator", "name", "name",
               "number")  # fmt: skip

    def said(company: int, kind: int, day: int) -> str:
        found = rows(
            f"SELECT {columns[kind]} FROM past_version WHERE company = {company}"
            f" AND valid_from <= {day} AND valid_to > {day}"
        )
        return ", ".join(text for row in found for text in row if text)

    return [
        (company, kinds[kind], *days, *(said(company, kind, day) for day in days))
        for company, kind, *days in rows(
            "SELECT company, kind, not_before, not_after FROM past_event"
            " ORDER BY company, not_after, kind"
        )
    ]


def added(run: Run, *arguments: str | Path) -> str:
    """Adds to the history, and returns what was said."""
    result = run("data", "history", "add", *arguments)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2radiatefarasediu-31.07.2015.csv", "20150731"),
        ("1firme_neradiate_fara_sediu_18-03-2025.csv", "20250318"),
        ("2firme_radiate_fara_sediu_2023-04-07.csv", "20230407"),
        ("3opendata-neradiatecusediu-01.02.2019.001.csv", "20190201"),
        ("4open_data-radiate_cu_sediu-08.12.2020.csv", "20201208"),
        ("firme-inregistrate-pana-la-data-de-07-aprilie-2022/3neradiate_cu_sediu.csv", "20220407"),
    ],
)
def test_every_name_that_was_seen_says_its_day(
    tmp_path: Path, run: Run, name: str, day: str
) -> None:
    """From the file, else from the folder; and which of the four files it is."""
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(
        "DENUMIRE^CUI^COD_INMATRICULARE^STARE_FIRMA\nALFA SRL^990000013^J12/1/2010^1048"
    )
    added(run, path)
    ((found, lacks),) = rows("SELECT day, lacks FROM past_snapshot")
    assert str(found) == day
    assert len(json.loads(lacks)) == 3


def test_a_day_is_asked_for_and_never_the_time_of_change(tmp_path: Path, run: Run) -> None:
    """A month is no day, either; --date says it."""
    folder = past.write_new(tmp_path / "firme-iunie-2026", [ALFA])
    refused = run("data", "history", "add", folder)
    assert refused.exit_code == 2
    assert "--date" in refused.output
    assert beside(imported_registry()).history is None
    added(run, folder, "--date", "2026-06-15")
    assert rows("SELECT day FROM past_snapshot") == [(20260615,)]


@pytest.mark.parametrize("separator", ["|", "^", ","])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1250"])
def test_separators_and_encodings(tmp_path: Path, run: Run, separator: str, encoding: str) -> None:
    """Pipe, caret or comma; UTF-8 with or without its mark, or the code page."""
    firms = [
        changed(ALFA, name='"ȚUICĂ ŞI FII" SRL' if encoding != "cp1250" else "ŢUICĂ ŞI FII SRL")
    ]
    past.write_old(tmp_path / "x", "31.07.2015", firms, separator=separator, encoding=encoding)
    added(run, tmp_path / "x")
    ((name, state, county),) = rows("SELECT name, state, county FROM past_version")
    assert name.replace('"', "") == "ȚUICĂ ȘI FII SRL"
    assert (state, county) == (ACTIVE, "Cluj")


def test_bytes_that_are_not_utf_8_are_read_in_the_code_page_and_counted(
    tmp_path: Path, run: Run
) -> None:
    """A single wrong byte costs no company."""
    line = "ȚUICĂ ȘI Ş".encode() + b"\xaa" + b" SRL^990000013^J12/1/2010^1048"
    path = tmp_path / "3neradiate_cu_sediu_2020-12-08.csv"
    path.write_bytes(b"DENUMIRE^CUI^COD_INMATRICULARE^STARE_FIRMA\n" + line + b"\n")
    said = added(run, path)
    assert rows("SELECT name FROM past_version") == [("ȚUICĂ ȘI ȘȘ SRL",)]
    assert "1 unreadable" in said


def test_several_codes_and_a_name_of_the_file_that_lies(tmp_path: Path, run: Run) -> None:
    """``1048,1084`` also with blanks: the whole set is kept, and the codes decide."""
    path = tmp_path / "1firme_neradiate_fara_sediu_2020-12-08.csv"
    path.write_text(
        "DENUMIRE^CUI^COD_INMATRICULARE^STARE_FIRMA\nALFA SRL^990000013^J12/1/2010^1084 , 1048\n"
    )
    added(run, path)
    assert rows("SELECT state FROM past_version") == [("1048 1084",)]


def test_a_file_that_is_not_understood_names_the_missing_column(tmp_path: Path, run: Run) -> None:
    """The others are read all the same."""
    (tmp_path / "x-2020-12-08.csv").write_text("DENUMIRE^COD_INMATRICULARE^STARE_FIRMA\nA^B^C\n")
    past.write_new(tmp_path / "2021-01-01", [ALFA])
    said = added(run, tmp_path)
    assert "has no column CUI" in said
    alone = run("data", "history", "add", tmp_path / "x-2020-12-08.csv")
    assert alone.exit_code == 2
    assert "has no column CUI" in alone.output


def test_a_file_without_companies_says_what_it_is(tmp_path: Path, run: Run) -> None:
    """As an import says it; data of other kinds are no fault."""
    day = past.write_new(tmp_path / "2021-01-01", [ALFA])
    (day / "page.csv").write_text("<html><body>403</body></html>")
    (day / "rows.csv").write_text("ALFA SRL^990000013^J12/1/2010\nBETA SRL^990000030^J12/2/2010\n")
    (day / "codes.csv").write_text("COD_INMATRICULARE^COD_CAEN_AUTORIZAT^VER_CAEN_AUTORIZAT\n")
    said = " ".join(added(run, day).split())
    assert "page.csv is a web page" in said
    assert "rows.csv has no header" in said
    assert "codes.csv: the history does not track these data" in said


def test_a_company_that_moved_is_one_company(tmp_path: Path, run: Run) -> None:
    """Its number changes with the county; a new form of the same number is no change."""
    new_form = changed(BETA, number="J2010000101126")
    old = past.write_old(tmp_path / "a", "2020-12-08", [ALFA, BETA])
    moved = changed(ALFA, number="J40/7/2021", county="București", locality="București", sector="3")
    # The number before stays in the file, struck off: the row in force counts.
    rest = changed(ALFA, codes=(STRUCK_OFF,))
    past.write_new(tmp_path / "2022-04-07", [rest, moved, new_form])
    added(run, old, tmp_path / "2022-04-07")
    street = "Strada Probei, nr. 3"
    assert events() == [
        (990000013, "seat", 20201208, 20220407, f"{street}, Dej, Cluj",
         f"{street}, Sectorul 3, București"),
        (990000013, "number", 20201208, 20220407, "J12/100/2010", "J40/7/2021"),
    ]  # fmt: skip
    assert ("J2010000100121", 990000013) in rows("SELECT * FROM former_number")


@pytest.mark.parametrize("layout", ["old", "new"])
def test_of_several_rows_with_one_tax_id_the_one_in_force_counts(
    tmp_path: Path, run: Run, layout: str
) -> None:
    """One that is not struck off, then the one that was registered last, in whatever order."""
    gone = changed(ALFA, number="J12/900/2024", name="ALFA VECHE SRL", codes=(STRUCK_OFF,))
    older = changed(ALFA, number="J12/50/2005", name="ALFA DEMULT SRL")
    newer = changed(ALFA, number="J40/60/2012", name="ALFA NOUĂ SRL", codes=(INSOLVENT,))
    for at, firms in enumerate(([gone, older, newer, BETA], [BETA, newer, older, gone])):
        day = tmp_path / f"firme-0{at + 1}-02-2019"
        past.write_new(day, firms) if layout == "new" else past.write_old(day, "", firms)
    added(run, tmp_path)
    assert rows("SELECT company, number, name, state, valid_from FROM past_version") == [
        (990000013, "J40/60/2012", "ALFA NOUĂ SRL", INSOLVENT, 0),
        (990000021, BETA.number, "BETA SRL", ACTIVE, 0),
    ]


def test_spelling_is_no_change(tmp_path: Path, run: Run) -> None:
    """Cedilla, dots, blanks, quotes, case, and the capital's sector in three ways."""
    names = ("ŞTEFAN & FII S.R.L.", 'ștefan  & FII "SRL"', "Stefan si Fii SRL")
    places = (
        {"county": "Bucureşti", "locality": "Bucureşti Sectorul 3"},
        {"county": "Municipiul București", "locality": "SECTOR 3"},
        {"county": "București", "locality": "București", "sector": "3"},
    )
    for day, name, place in zip(
        ("2019-02-01", "2020-12-08", "2022-04-07"), names, places, strict=True
    ):
        past.write_new(tmp_path / day, [changed(ALFA, name=name, **place)])
    added(run, tmp_path)
    assert events() == []
    assert len(rows("SELECT * FROM past_version")) == 1


def test_streets_and_localities_are_spelt_in_many_ways(tmp_path: Path, run: Run) -> None:
    """Abbreviations, and what kind of place it is, are no change; another street is one."""
    places = (
        {"street": "Str. Probei", "street_nr": "nr. 3 A", "locality": "Mun. Dej"},
        {"street": "STRADA PROBEI", "street_nr": "3a", "locality": "Municipiul Dej"},
        {"street": "Probei", "street_nr": "3A", "locality": "DEJ"},
        {"street": "Aleea Probei", "street_nr": "3A", "locality": "Dej"},
    )
    days = ("2019-02-01", "2020-12-08", "2022-04-07", "2023-04-07")
    for day, place in zip(days, places, strict=True):
        past.write_new(tmp_path / day, [changed(ALFA, **place)])
    added(run, tmp_path)
    assert [event[1:4] for event in events()] == [("seat", 20220407, 20230407)]


def test_a_value_that_came_back_is_one_value_with_a_gap(tmp_path: Path, run: Run) -> None:
    """An empty cell, and a snapshot without the company, are neither a change nor a departure."""
    days = ("2019-02-01", "2020-12-08", "2022-04-07", "2023-04-07")
    nowhere = changed(ALFA, county="", locality="", street="", street_nr="")
    firms: list[list[Company]] = [[ALFA], [nowhere], [], [ALFA]]
    for day, of_day in zip(days, firms, strict=True):
        past.write_new(tmp_path / day, [BETA, *of_day])
    added(run, tmp_path)
    assert events() == []


def test_sole_traders_join_by_number_and_no_personal_code_is_kept(tmp_path: Path, run: Run) -> None:
    """Nothing in the file or what is said holds the code."""
    with_code = changed(TRADER, tax_id=CODE)
    past.write_old(tmp_path / "a", "2019-02-01", [with_code])
    past.write_new(tmp_path / "2020-12-08", [TRADER])
    past.write_new(tmp_path / "2022-04-07", [changed(with_code, name=f"PROBA NOUA PFA {CODE}")])
    said = added(run, tmp_path)
    ((company, kind, _, day, before, _after),) = events()
    assert (kind, day, before) == ("name", 20220407, TRADER.name)
    assert company > 10**10
    assert CODE not in said
    assert CODE.encode() not in history_path().read_bytes()


def test_missing_is_not_gone_where_a_file_is_missing(tmp_path: Path, run: Run) -> None:
    """Three of four files say nothing of the companies of the fourth."""
    past.write_old(tmp_path / "a", "2019-02-01", [ALFA, BETA])
    past.write_old(tmp_path / "b", "2020-12-08", [ALFA], files=(0, 1, 2))
    said = added(run, tmp_path)
    assert "radiate cu sediu" in said
    assert events() == []
    past.write_old(tmp_path / "c", "2022-04-07", [ALFA])
    added(run, tmp_path / "c")
    assert [(e[1], e[2], e[3]) for e in events()] == [("gone", 20190201, 20220407)]
    past.write_old(tmp_path / "d", "2023-04-07", [ALFA, BETA])
    added(run, tmp_path / "d")
    assert events() == []


def test_firms_in_roles_are_kept_and_people_only_on_wish(tmp_path: Path, run: Run) -> None:
    """A liquidator is a firm; a person's name needs --with-people."""
    person = f"{ALFA.number}^POPESCU-PROBA ANA^administrator^{CODE}"
    past.write_new(tmp_path / "2022-04-07", [ALFA], roles=[person])
    liquidator = f"{ALFA.number}^LICHIDĂRI INVENTATE IPURL^lichidator judiciar^"
    past.write_new(tmp_path / "2023-04-07", [ALFA], roles=[person, liquidator])
    added(run, tmp_path)
    entry = "lichidator judiciar: LICHIDĂRI INVENTATE IPURL"
    assert [(e[1], e[4], e[5]) for e in events()] == [("liquidator", "", entry)]
    assert b"POPESCU" not in history_path().read_bytes()
    added(run, tmp_path, "--with-people")
    assert rows("SELECT DISTINCT administrator FROM past_version") == [
        ("administrator: POPESCU-PROBA ANA",)
    ]
    assert CODE.encode() not in history_path().read_bytes()


def test_a_firm_in_a_role_is_known_however_its_name_ends(tmp_path: Path, run: Run) -> None:
    """Whether the cell names a person is seen before it is made tidy."""
    names = ["GAMA SRL", "GAMB SRL ", "GAMC\xa0SRL", "GAMD S.R.L.", "GAME SRL&nbsp;", "GAMF SRL -"]
    people = ["POPESCU-PROBA ANA", "SRL ANA", "ANA -"]
    roles = [f"{ALFA.number}^{name}^administrator^" for name in (*names, *people)]
    past.write_new(tmp_path / "2023-04-07", [ALFA], roles=roles)
    added(run, tmp_path)
    ((kept,),) = rows("SELECT administrator FROM past_version")
    assert [each.split()[1] for each in kept.split("; ")] == [name[:4] for name in names]
    (info,) = json.loads(run("data", "history", "info", "-o", "json").stdout)["snapshots"]
    assert sum(info["leftOut"].values()) == len(people)


def test_a_person_who_winds_up_is_a_role_without_a_name(tmp_path: Path, run: Run) -> None:
    """Otherwise the company would seem to have no liquidator."""
    person = f"{ALFA.number}^POPESCU-PROBA ANA^lichidator^{CODE}"
    past.write_new(tmp_path / "2023-04-07", [ALFA], roles=[person])
    added(run, tmp_path)
    assert rows("SELECT liquidator, administrator FROM past_version") == [("lichidator", "")]
    added(run, tmp_path, "--with-people")
    assert rows("SELECT liquidator FROM past_version") == [("lichidator: POPESCU-PROBA ANA",)]


def test_only_the_whole_file_of_roles_knows_who_has_none(tmp_path: Path, run: Run) -> None:
    """Neither that of family firms, nor an unfinished download."""
    roles = [f"{ALFA.number}^LICHIDĂRI INVENTATE IPURL^lichidator judiciar^"]
    one = past.write_new(tmp_path / "2022-04-07", [ALFA])
    (one / "OD_REPREZENTANTI_IF.CSV").write_text(
        f"COD_INMATRICULARE^NUME^CALITATE\n{BETA.number}^POPESCU-PROBA ANA^membru\n"
    )
    two = past.write_new(tmp_path / "2023-04-07", [ALFA], roles=roles)
    whole = two / "OD_REPREZENTANTI_LEGALI.CSV"
    whole.rename(whole.with_name(f"{whole.name}.part"))
    added(run, tmp_path)
    assert rows("SELECT DISTINCT liquidator FROM past_version") == [(None,)]
    assert events() == []


def test_archives_and_the_same_day_from_other_files(tmp_path: Path, run: Run) -> None:
    """An archive is read as it is; a day that is there from other files is not lost unasked."""
    folder = past.write_old(tmp_path / "a", "2019-02-01", [ALFA, BETA])
    with zipfile.ZipFile(tmp_path / "2019.zip", "w") as archive:
        for path in folder.iterdir():
            archive.write(path, path.name)
    added(run, tmp_path / "2019.zip")
    assert "in the history already" in added(run, folder)
    other = past.write_new(tmp_path / "2019-02-01", [ALFA])
    refused = run("data", "history", "add", other)
    assert refused.exit_code == 2
    assert "data history remove 2019-02-01" in refused.output
    assert len(rows("SELECT company FROM past_version")) == 2


def test_an_import_keeps_the_month_before(tmp_path: Path, run: Run) -> None:
    """Of a newer month; not with --no-history. An older one changes nothing."""
    months = ("2026-06-01", "2026-07-01", "2026-08-01")
    for month, name in zip(months, ("ALFA SRL", "ALFA NOUA SRL", "ALFA MARE SRL"), strict=True):
        write_dump(tmp_path / month, firm(name, "990000013", "J12/100/2010"))
    assert run("data", "import", tmp_path / months[0]).exit_code == 0
    assert beside(imported_registry()).history is None
    assert run("data", "import", tmp_path / months[1]).exit_code == 0
    assert [(e[1], e[2], e[3]) for e in events()] == [("name", 20260601, 20260701)]
    assert run("data", "import", "--no-history", tmp_path / months[2]).exit_code == 0
    assert rows("SELECT day FROM past_snapshot") == [(20260601,), (20260701,)]
    info = run("data", "history", "info", "-o", "json")
    assert [each["day"] for each in json.loads(info.stdout)["snapshots"]] == list(months[:2])


def test_a_company_that_is_gone_is_shown_as_it_was_when_last_seen(tmp_path: Path, run: Run) -> None:
    """The error of today's question names the day and the command; rows are of companies only."""
    newest = past.write_new(tmp_path / "firme-02-09-2026", [ALFA])
    earlier = past.write_old(tmp_path / "firme-07-04-2022", "", [ALFA, BETA])
    assert run("data", "import", newest).exit_code == 0
    assert "2022-04-07: 2 rows read" in added(run, earlier)
    for section in ("profile", "signals"):
        gone = run("show", BETA.tax_id, "--section", section)
        assert gone.exit_code == 1
        assert f"2022-04-07: firmeterm show {BETA.tax_id} --as-of 2022-04-07" in gone.output
    then = run("show", BETA.tax_id, "--as-of", "2022-04-07")
    assert json.loads(then.stdout)["companyName"] == "BETA SRL"
    assert "as-of" not in run("show", "990000030").output


def test_a_damaged_history_stays_as_it_is(tmp_path: Path, run: Run) -> None:
    added(run, past.write_new(tmp_path / "2022-04-07", [ALFA]))
    history_path().write_text("mine")
    refused = run("data", "history", "add", past.write_new(tmp_path / "2023-04-07", [ALFA]))
    assert refused.exit_code == 2
    assert history_path().read_text() == "mine"


def test_a_change_of_a_trader_without_a_tax_id_names_its_registry_number(
    tmp_path: Path, run: Run
) -> None:
    newest = past.write_new(
        tmp_path / "firme-02-09-2026", [ALFA, changed(TRADER, name="NOUL-PROBA A. PFA")]
    )
    earlier = past.write_old(
        tmp_path / "firme-07-04-2022", "", [changed(ALFA, name="AZURA SRL"), TRADER]
    )
    assert run("data", "import", newest).exit_code == 0
    added(run, newest, earlier)
    listed = run("changes", "-o", "csv", "--fields", "taxId,companyId,before")
    assert set(listed.stdout.split()[1:]) >= {"990000013,J12/100/2010,AZURA"}
    assert ",F12/102/2010,IONESCU-PROBA A. PFA" in listed.stdout
    (row,) = [
        r for r in json.loads(run("changes", "-o", "json").stdout)["changes"] if not r["taxId"]
    ]
    assert row["companyId"] == TRADER.number
