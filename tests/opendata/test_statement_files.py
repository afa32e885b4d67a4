"""Statements of all years and sets: what their names tell, and their legends in any spelling."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import Run, firm, write_dump, write_rows
from tests.opendata.test_kept_sources import FIGURES, statement
from tui_app.opendata.treasury.file_names import read_name
from tui_app.opendata.treasury.legend import is_legend, read_legend
from tui_app.registry.sqlite.registry_file import RegistryFile
from tui_app.registry.statement_sets import missing_sets

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]

# The lines of 2015: another layout than since 2019, and a gross loss that is called net.
_LABELS = (
    "Active imobilizate - total", "Active circulante - total, din care", "Stocuri", "Creante",
    "Casa si conturi la banci", "Cheltuieli in avans", "Datorii", "Venituri in avans",
    "Provizioane", "Capitaluri - total, din care:", "Capital", "Cifra de afaceri neta",
    "Venituri totale", "Cheltuieli totale", "Profit brut", "Pierdere neta", "Profit net",
    "Pierdere neta", "Numar mediu de salariati",
)  # fmt: skip
_HEADER = ",".join(["CUI", "CAEN", *(f"I{n}" for n in range(1, 20))])
_GAIN = "990000013,4711,100,200,10,20,30,5,60,6,,170,50,5000000,5100000,4300000,800000,,700000,,40"
_LOST = "990000021,6210,1,2,,,2,,31000,,,-6000,200,48000,48000,54000,,6000,,6200,2"
_DUMP = [firm("A SRL", "990000013", "J12/1/2014"), firm("B SRL", "990000021", "J12/2/2014")]


def _legend(line: str = "{label};I{n}", **labels: str) -> str:
    spelled = [labels.get(label.split(maxsplit=1)[0], label) for label in _LABELS]
    lines = [line.format(label=label, n=n) for n, label in enumerate(spelled, 1)]
    return "\r\n".join(["CUI;CUI", "CAEN;CAEN", *lines, ""])


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    return write_dump(tmp_path / "firme-02-09-2026", *_DUMP)


def figures(opened: Opened, tax_id: str) -> dict[int, tuple[int | None, int | None, int | None]]:
    """Year to turnover, net profit and employees."""
    found = opened().financial(tax_id)
    assert found is not None
    return {
        year.year: (year.turnover, year.net_profit, year.employee)
        for year in found.financial_data
        if year.year
    }


_CODES = {
    "fixed_assets": "I1", "current_assets": "I2", "inventory": "I3", "receivables": "I4",
    "cash": "I5", "debts": "I7", "equity": "I10", "share_capital": "I11", "turnover": "I12",
    "profit": "I17", "loss": "I18", "employee": "I19",
}  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "{label};I{n}", "{label};i{n}", "{label};{n}", "{label};i {n}", "{label};{n}.",
        "{label};I.{n}", "{label}\tI{n}", "{label}\t{n}", '"{label}";"I{n}"', "{label};I{n};;",
        '"{label}",i{n}', "{label},{n}", "I{n};{label}", "{n};{label};I{n}", "I{n} - {label}",
        "{label}: I{n}", "{label} | I{n}", "I{n},{label}", "{label};I{n:02}", "{n},{label}",
    ],
)  # fmt: skip
def test_codes_of_a_legend_in_any_spelling(line: str) -> None:
    text = _legend(line)
    assert is_legend(text)
    assert read_legend(text, "x.csv").codes == _CODES


@pytest.mark.parametrize(
    "labels",
    [
        {"Profit": "Profitul net", "Pierdere": "Pierderea netă"},
        {"Cifra": "CIFRA DE AFACERI NETĂ", "Profit": "PROFIT  NET", "Pierdere": "PIERDERE NETĂ"},
        {"Cifra": "1. Cifra de afaceri netă (rd. 02+03)", "Profit": "b) Profit net",
         "Pierdere": "Pierdere netă la 31.12.2015"},
        {"Cifra": "Cifra de afaceri", "Numar": "Numărul mediu de salariaţi",
         "Profit": "Profitul net al exerciţiului financiar"},
        {"Numar": "Nr. mediu de angajați", "Pierdere": "Pierderea netă a exercițiului financiar"},
        {"Datorii": "DATORII - TOTAL", "Capital": "Capital subscris vărsat", "Casa": "Casa și"
         " conturile la bănci"},
    ],
)  # fmt: skip
def test_labels_of_a_legend_in_any_words(labels: dict[str, str]) -> None:
    # The gross profit keeps its label: only the second "Profit …" is renamed.
    text = _legend(**labels).replace(labels.get("Profit", "-"), "Profit brut", 1)
    assert read_legend(text, "x.csv").codes == _CODES


def test_lines_of_parts_are_not_those_of_the_whole() -> None:
    text = _legend().replace("Provizioane", "Datorii pe termen lung", 1)
    assert read_legend(text.replace("Datorii;I7", "Altele;I7"), "x.csv").codes.get("debts") is None
    assert read_legend(text, "x.csv").codes == _CODES


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (b"", "cp1250"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
    ],
)
def test_a_legend_in_any_encoding_gives_the_figures(
    imported: Imported, opened: Opened, dump: Path, tmp_path: Path, mark: bytes, encoding: str
) -> None:
    folder = tmp_path / "in"
    write_rows(folder, "webuuan2015.txt", _HEADER, _GAIN, _LOST)
    text = _legend("{label};{n}", Cifra="Cifra de afaceri netă", Profit="Profitul net")
    text = text.replace("Profitul net", "Profit brut", 1)
    (folder / "webuuan2015.csv").write_bytes(mark + text.encode(encoding))
    imported(dump, folder)
    assert figures(opened, "990000013") == {2015: (5_000_000, 700_000, 40)}
    assert figures(opened, "990000021") == {2015: (48_000, -6_200, 2)}


def _refusal(summary: dict[str, Any]) -> str:
    (why,) = [line for line in summary["plan"] if line.startswith("refused")]
    return str(why)


def test_a_refused_legend_is_named_with_what_it_lacks(
    imported: Imported, dump: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    write_rows(folder, "webuuan2015.txt", _HEADER, _GAIN)
    (folder / "webuuan2015.csv").write_text(_legend(Profit="Rezultat bun"), encoding="utf-8")
    why = _refusal(imported(dump, folder))
    assert "its legend webuuan2015.csv has no line 'Profit net', so" in why
    assert "I17 'Rezultat bun'" in why
    assert "'Cifra" not in why
    write_rows(
        folder, "webuuan2015.txt", _HEADER.replace(",I18,I19", ""), _GAIN[: _GAIN.index(",,40")]
    )
    (folder / "webuuan2015.csv").write_text(_legend(), encoding="utf-8")
    why = _refusal(imported(dump, folder))
    assert "tells I18, but the file has only I1 I2" in why
    (folder / "webuuan2015.csv").unlink()
    assert "not known without the legend of 2015" in _refusal(imported(dump, folder))


@pytest.mark.parametrize(
    ("data", "legend"),
    [
        ("webuuan2015.txt", "webuuan2015.csv"),
        ("webuuan2015 (1).txt", "webuuan2015.csv"),
        ("WEB_UU_AN2015.TXT", "webuuan2015.CSV"),
        ("webuuan2015.txt", "WEB_UU_AN2015_legenda.csv"),
        ("webuuan2015.txt", "legenda.csv"),
        ("a/webuuan2015.txt", "b/webuuan2015.csv"),
    ],
)
def test_a_legend_is_that_of_the_same_year_and_set(
    imported: Imported, opened: Opened, dump: Path, tmp_path: Path, data: str, legend: str
) -> None:
    path = tmp_path / "in" / data
    write_rows(path.parent, path.name, _HEADER, _GAIN)
    path = tmp_path / "in" / legend
    path.parent.mkdir(exist_ok=True)
    path.write_text(_legend("{label};i{n}"), encoding="utf-8")
    imported(dump, tmp_path / "in")
    assert figures(opened, "990000013") == {2015: (5_000_000, 700_000, 40)}


@pytest.mark.parametrize("legend", ["webuuan2014.csv", "webblbsslan2015.csv"])
def test_the_legend_of_another_year_or_set_never_counts(
    imported: Imported, dump: Path, tmp_path: Path, legend: str
) -> None:
    folder = tmp_path / "in"
    write_rows(folder, "webuuan2015.txt", _HEADER, _GAIN)
    (folder / legend).write_text(_legend(), encoding="utf-8")
    assert "not known without the legend of 2015" in _refusal(imported(dump, folder))


@pytest.mark.parametrize(
    ("name", "year", "which"),
    [
        ("webuuan2015.txt", 2015, "small"), ("webblbsslan2015.txt", 2015, "long"),
        ("web_ir_an2024.txt", 2024, "IFRS"), ("webir2018.txt", 2018, "IFRS"),
        ("web2008.txt", 2008, "all"), ("WEB_UU_AN2024.txt", 2024, "small"),
        ("WEB_BL_BS_SL_AN2019.TXT", 2019, "long"), ("WEB_UU_AN2024 (1).txt", 2024, "small"),
        ("WEB_UU_AN_2015.TXT", 2015, "small"), ("web_an2010.txt", 2010, "all"),
        ("webbl2012.txt", 2012, "long"), ("2025-07-15_WEB_UU_AN2024.txt", 2024, "small"),
        ("WEB_UU_AN2024_20250715.txt", 2024, "small"), ("web_uu.txt", None, "small"),
        ("WebUUan2016.txt", 2016, "small"), ("webuuan15.txt", 2015, "small"),
        ("BL-BS-SL 2014.txt", 2014, "long"), ("webuuan2015_2016.txt", 2015, "small"),
        ("web_uu_an2015 - Copie.txt", 2015, "small"), ("webong2015.txt", 2015, "ONG"),
        ("bilant.txt", None, "other"), ("date 2019.txt", 2019, "other"),
        ("bilant 2025-07-15.txt", None, "other"), ("bilant_15.07.2025.txt", None, "other"),
    ],
)  # fmt: skip
def test_the_name_of_a_statement_tells_its_year_and_set(
    name: str, year: int | None, which: str
) -> None:
    assert tuple(read_name(name)) == (year, which)


def _sets(run: Run) -> list[str]:
    sources = json.loads(run("data", "info", "-o", "json").stdout)["sources"]
    return [each["source"] for each in sources if each["source"].startswith("statements")]


@pytest.mark.parametrize("folder", ["situatii_financiare_2009-2018", "situatii_financiare_2011"])
def test_a_folder_of_other_years_tells_nothing(
    imported: Imported, run: Run, dump: Path, tmp_path: Path, folder: str
) -> None:
    for name, row in (("webuuan2015", _LOST), ("webblbsslan2015", _GAIN)):
        write_rows(tmp_path / folder, f"{name}.txt", _HEADER, row)
        (tmp_path / folder / f"{name}.csv").write_text(_legend("{label};{n}"), encoding="utf-8")
    imported(dump, tmp_path / folder)
    assert _sets(run) == ["statements 2015 small", "statements 2015 long"]


def test_two_sets_by_two_commands_stand_beside_each_other(
    imported: Imported, run: Run, opened: Opened, dump: Path, tmp_path: Path
) -> None:
    imported(dump)
    for name, row in (("webuuan2015", _LOST), ("webblbsslan2015", _GAIN)):
        write_rows(tmp_path / name, f"{name}.txt", _HEADER, row)
        (tmp_path / name / f"{name}.csv").write_text(_legend("{label};{n}"), encoding="utf-8")
        assert imported(tmp_path / name)["replaced"] == []
    assert _sets(run) == ["statements 2015 small", "statements 2015 long"]
    assert 2015 in figures(opened, "990000013")
    assert 2015 in figures(opened, "990000021")


def test_the_account_says_what_another_set_and_another_row_supersede(
    imported: Imported, opened: Opened, dump: Path, tmp_path: Path
) -> None:
    row = statement("990000013", 1)
    write_rows(tmp_path / "s", "web_uu_an2024.txt", FIGURES, row, statement("990000021", 2),
               statement("990000021", 3))  # fmt: skip
    write_rows(tmp_path / "s", "web_ir_an2024.txt", FIGURES, statement("990000013", 9))
    summary = imported(dump, tmp_path / "s")
    left = {Path(each["file"]).name: each["leftOut"] for each in summary["files"]}
    assert left["web_uu_an2024.txt"] == {
        "the company is in this file twice: its last row is used": 1,
        "the company is in another set of this year, whose figures are used": 1,
    }
    assert left["web_ir_an2024.txt"] == {}
    assert figures(opened, "990000013")[2024][0] == 9
    assert figures(opened, "990000021")[2024][0] == 3


def test_an_updated_data_set_comes_before_the_first_one(
    imported: Imported, opened: Opened, dump: Path, tmp_path: Path
) -> None:
    for folder, turnover in (
        ("situatii_financiare_2024_actualizat", 7),
        ("situatii_financiare_2024", 5),
    ):
        write_rows(
            tmp_path / "in" / folder, "WEB_UU_AN2024.txt", FIGURES, statement("990000013", turnover)
        )
    summary = imported(dump, tmp_path / "in")
    assert figures(opened, "990000013")[2024][0] == 7
    assert any("because another one is called an update of it" in line for line in summary["plan"])


def test_a_dash_is_an_unknown_amount(
    imported: Imported, opened: Opened, dump: Path, tmp_path: Path
) -> None:
    cells = iter(("", "-", "–", " - ", "--", "n/a", "N.A.", " "))
    firms, years = ("990000013", "990000021"), range(2021, 2025)
    for year in years:
        rows = [statement(each, 5).split(",") for each in firms]
        for row in rows:
            row[2 + 19] = next(cells)  # I20, the employees
        write_rows(tmp_path / "s", f"WEB_UU_AN{year}.txt", FIGURES, *map(",".join, rows))
    assert not any(each["unreadable"] for each in imported(dump, tmp_path / "s")["files"])
    for tax_id in firms:
        told = figures(opened, tax_id)
        assert [told[year][2] for year in years] == [None] * 4


def _screened(run: Run, *arguments: str) -> tuple[dict[str, Any], str]:
    done = run("screen", *arguments, "-o", "json")
    return json.loads(done.stdout), done.stderr


def test_missing_sets_are_said_by_the_import_the_check_and_every_ranking(
    imported: Imported, run: Run, dump: Path, tmp_path: Path
) -> None:
    for year in (2023, 2024):
        write_rows(tmp_path / "s", f"WEB_UU_AN{year}.txt", FIGURES, statement("990000013", year))
    write_rows(tmp_path / "s", "WEB_BL_BS_SL_AN2024.txt", FIGURES, statement("990000021", 5))
    summary = imported(dump, tmp_path / "s")
    lines = [line for line in summary["missing"] if "set of statements" in line]
    assert [line.partition(" (")[0] for line in lines] == [
        "no IFRS set of statements of 2024, 2023", "no long set of statements of 2023",
    ]  # fmt: skip
    assert "listed companies and large groups have no figures" in lines[0]
    assert "no IFRS set of statements of 2024, 2023" in run("data", "check").stdout
    missing = ["2024 IFRS", "2023 long", "2023 IFRS"]
    for line in (
        ["turnover:>1"],
        ["profit:>=-9B"],
        ["county:CJ"],
        ["form:SRL", "--sort", "growth"],
    ):
        answer, said = _screened(run, *line)
        assert answer["missingStatements"] == missing
        assert "2024 IFRS, 2023 long, 2023 IFRS" in said
    answer, said = _screened(run, "county:CJ", "--sort", "companyName")
    assert not answer["missingStatements"] and "IFRS" not in said
    for name in ("WEB_IR_AN2024", "WEB_IR_AN2023", "WEB_BL_BS_SL_AN2023"):
        write_rows(tmp_path / "t", f"{name}.txt", FIGURES, statement("990000030", 5))
    assert not [line for line in imported(tmp_path / "t")["missing"] if "set of" in line]
    answer, said = _screened(run, "turnover:>1")
    assert not answer["missingStatements"] and "IFRS" not in said


@pytest.mark.parametrize(
    ("kinds", "missing"),
    [
        (["statements 2008 all"], []),
        (["statements 2010 small"], ["2010 long"]),
        (["statements 2012 long"], ["2012 small", "2012 IFRS"]),
        (["statements 2024 other", "register", "records mine.jsonl"], []),
    ],
)  # fmt: skip
def test_only_sets_that_there_were_are_missed(kinds: list[str], missing: list[str]) -> None:
    assert list(missing_sets(kinds)) == missing
