"""Names of courts and categories get their blanks, and nothing else changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.insight.court_names import with_blanks


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("CurteadeApelBUCURESTI", "Curtea de Apel BUCURESTI"),
        ("CurteadeApelALBAIULIA", "Curtea de Apel ALBA IULIA"),
        ("CurteaMilitaradeApelBUCURESTI", "Curtea Militara de Apel BUCURESTI"),
        ("TribunalulBUCURESTI", "Tribunalul BUCURESTI"),
        ("TribunalulBISTRITANASAUD", "Tribunalul BISTRITA NASAUD"),
        ("TribunalulSpecializatCLUJ", "Tribunalul Specializat CLUJ"),
        ("TribunalulMilitarTeritorialBUCURESTI", "Tribunalul Militar Teritorial BUCURESTI"),
        ("TribunalulpentruminorisifamilieBRASOV", "Tribunalul pentru minori si familie BRASOV"),
        ("JudecatoriaSECTORUL1BUCURESTI", "Judecatoria SECTORUL 1 BUCURESTI"),
        ("JudecatoriaCLUJNAPOCA", "Judecatoria CLUJ NAPOCA"),
        ("JudecatoriaDROBETATURNUSEVERIN", "Judecatoria DROBETA TURNU SEVERIN"),
        ("JudecătoriaTÂRGUMUREŞ", "Judecătoria TÂRGU MUREŞ"),
        ("Litigiicuprofesionistii", "Litigii cu profesionistii"),
        ("Contenciosadministrativsifiscal", "Contencios administrativ si fiscal"),
        ("ContestatieInAnulare", "Contestatie In Anulare"),
        ("Tribunalul CLUJ", "Tribunalul CLUJ"),
        ("Fond", "Fond"),
        ("", ""),
    ],
)
def test_blanks(sent: str, shown: str) -> None:
    assert with_blanks(sent) == shown


@given(st.text())
def test_only_blanks_are_added(text: str) -> None:
    assert with_blanks(text).replace(" ", "") == text.replace(" ", "")
