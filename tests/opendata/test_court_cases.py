"""Which company a party is: only certain matches are kept, unless others are requested."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.opendata.conftest import SMALL, Run, firm, write_dump
from tui_app.registry.sqlite.registry_file import RegistryFile

Imported = Callable[..., dict[str, Any]]
Opened = Callable[[], RegistryFile]


def answer(path: Path, *parties: str, changed: str = "", subject: str = "") -> Path:
    """A saved answer of the court portal, one case for each party, as it was on a day."""
    more = f"<dataModificare>{changed}T10:00:00</dataModificare>" if changed else ""
    more += f"<obiect>{subject}</obiect>" if subject else ""
    cases = "".join(
        f"<Dosar><parti><DosarParte><nume>{party}</nume><calitateParte>Debitor</calitateParte>"
        f"</DosarParte></parti><numar>{number}/3/2024</numar><data>2024-02-01T00:00:00</data>"
        f"<institutie>TribunalulCLUJ</institutie>{more}</Dosar>"
        for number, party in enumerate(parties, 1)
    )
    path.write_text(
        f'<CautareDosareResponse xmlns="portalquery.just.ro">{cases}</CautareDosareResponse>',
        encoding="utf-8",
    )
    return path


def cases_of(registry: RegistryFile, tax_id: str) -> dict[str | None, str | None]:
    page = registry.court_cases(tax_id, 1)
    assert page is not None
    return {case.case_number: case.matched_by for case in page.court_cases}


def test_the_legal_form_is_normalised_and_doubt_is_left_out(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(
        tmp_path / "in",
        firm("ȘTEFAN ȘI FIII S.R.L.", "990000072", "J12/1/1999"),
        firm("GEMENI SRL", "990000080", "J12/2/1999"),
        firm("GEMENI S.R.L.", "990000099", "J12/3/1999"),
    )
    answer(
        tmp_path / "in" / "a.xml",
        "SC ŞTEFAN SI FIII SRL",
        "S.C. GEMENI S.R.L.",
        "ȘTEFAN ȘI FIII SA",
        "ȘTEFAN ȘI FIII CONSTRUCT SRL",
    )
    imported(tmp_path / "in")
    registry = opened()
    assert set(cases_of(registry, "990000072")) == {"1/3/2024"}
    # Two companies have the name, so the match is uncertain.
    assert cases_of(registry, "990000080") == cases_of(registry, "990000099") == {}


def test_uncertain_cases_come_when_asked_for_and_say_so(
    imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(
        tmp_path / "in",
        firm("GEMENI SRL", "990000080", "J12/2/1999"),
        firm("GEMENI S.R.L.", "990000099", "J12/3/1999"),
    )
    answer(tmp_path / "in" / "a.xml", "S.C. GEMENI S.R.L.")
    imported(tmp_path / "in", "--uncertain-cases")
    registry = opened()
    for tax_id in ("990000080", "990000099"):
        assert cases_of(registry, tax_id) == {"1/3/2024": "several"}


def test_answers_saved_later_are_added(imported: Imported, opened: Opened, tmp_path: Path) -> None:
    write_dump(
        tmp_path / "in",
        firm("PRIMA SRL", "990000080", "J12/2/1999"),
        firm("A DOUA SRL", "990000099", "J12/3/1999"),
    )
    answer(tmp_path / "in" / "a.xml", "PRIMA SRL")
    imported(tmp_path / "in")
    imported(answer(tmp_path / "b.xml", "A DOUA SRL", "PRIMA SRL"))
    registry = opened()
    assert set(cases_of(registry, "990000080")) == {"1/3/2024", "2/3/2024"}
    assert set(cases_of(registry, "990000099")) == {"1/3/2024"}


@pytest.mark.parametrize("order", list(itertools.permutations(("2024-03-01", "2024-02-01", ""))))
def test_of_a_case_in_several_files_the_version_changed_last_counts(
    order: tuple[str, ...], imported: Imported, opened: Opened, tmp_path: Path
) -> None:
    write_dump(tmp_path / "in", firm("PRIMA SRL", "990000080", "J12/2/1999"))
    for number, day in enumerate(order):
        answer(tmp_path / "in" / f"{number}.xml", "PRIMA SRL", changed=day, subject=f"of {day}")
    imported(tmp_path / "in")
    page = opened().court_cases("990000080", 1)
    assert page is not None
    assert [(each.case_number, each.subject) for each in page.court_cases] == [
        ("1/3/2024", "of 2024-03-01"),
    ]  # fmt: skip


def test_signs_in_a_name_hide_no_case(imported: Imported, opened: Opened, tmp_path: Path) -> None:
    names = ["A.B.C. CONSULT SRL", "D'ARTAGNAN PROBA SRL", "& CO PROBA SRL"]
    rows = [firm(name, f"99000{n}", f"J12/{n}/1999") for n, name in enumerate(names, 100)]
    write_dump(tmp_path / "in", *rows)
    answer(tmp_path / "in" / "a.xml", *(name.replace("&", "&amp;") for name in names))
    imported(tmp_path / "in")
    registry = opened()
    found = [cases_of(registry, f"99000{n}") for n in range(100, 103)]
    assert found == [{f"{n}/3/2024": "exact"} for n in (1, 2, 3)]


def test_a_report_says_where_nobody_looked_for_cases(imported: Imported, run: Run) -> None:
    imported(SMALL / "firme-02-09-2026")
    said = "This registry has no court cases at all"
    assert said in run("export", "990000013").stdout
    sections = json.loads(run("export", "990000013", "-o", "json").stdout)["sections"]
    (cases,) = [each for each in sections if each["operation"] == "court_cases"]
    assert cases["notes"][0].startswith(said)
