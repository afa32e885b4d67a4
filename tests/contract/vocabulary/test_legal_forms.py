"""Legal forms as the register, the tax administration, courts and people write them."""

import pytest

from tui_app.contract.vocabulary.legal_forms import form_in_name, plain_form, read_form


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SRL", "SRL"),
        ("s.r.l.", "SRL"),
        ("S R L", "SRL"),
        ("srl-d", "SRL-D"),
        ("S.R.L. - D", "SRL-D"),
        ("SOCIETATE COMERCIALĂ CU RĂSPUNDERE LIMITATĂ", "SRL"),
        ("Societate cu răspundere limitată - debutant", "SRL-D"),
        ("SOCIETATE COMERCIALA PE ACŢIUNI", "SA"),
        ("societate în comandită pe acțiuni", "SCA"),
        ("PERSOANĂ FIZICĂ AUTORIZATĂ", "PFA"),
        ("persoană fizică", "PF"),
        ("n/a", "N/A"),
        ("oc1", "OC1"),
        ("LTD", None),
        ("", None),
        ("raspundere", None),
    ],
)
def test_forms(text: str, code: str | None) -> None:
    form = read_form(text)
    assert (form.code if form else None) == code


def test_an_unknown_form_is_compared_as_it_is() -> None:
    assert plain_form("G.m.b.H.") == plain_form("GMBH")
    assert plain_form("Societate pe acțiuni") == plain_form("S.A.")
    assert plain_form(None) == ""


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("ALFA S.R.L.", "SRL"),
        ("SC Alfa SRL", "SRL"),
        ("ALFA SRL-D", "SRL-D"),
        ("ALFA S.R.L. (ÎN LICHIDARE)", "SRL"),
        ("ALFA SA", "SA"),
        ("SA ALFA", ""),
        ("POPESCU ION PFA", "PFA"),
        ("POPESCU ION II", "II"),
        ("RIF SA TRADING", ""),
        ("SRL", ""),
        ("CASA", ""),
        ("", ""),
    ],
)
def test_the_form_is_read_from_the_name(name: str, form: str) -> None:
    assert form_in_name(name) == form
