"""A name is equal to itself however it is written, and to no other."""

from __future__ import annotations

import pytest

from tui_app.contract.folding import fold
from tui_app.contract.names import CompanyName, names_debutant


def equal_names(one: str, other: str) -> bool:
    return CompanyName.read(one).equals(CompanyName.read(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ANA IMPEX SRL", "S.C. Ana-Impex S.R.L."),
        ("ȘTEFAN & FIII SA", "stefan si fiii"),
        ("Țara Nouă SRL", "TARA NOUA"),
        ("POPESCU ION PFA", "PFA Popescu Ion"),
        ("ANA SRL-D", "Ana SRL"),
        ("ANA Societate cu răspundere limitată", "ana srl"),
        ("ANA soc. com. cu rasp. lim.", "ana srl"),
        ("MERIDIANSRL", "Meridian S.R.L."),
        ("MERIDIAN S R L", "MERIDIAN SRL"),
        ("PROBASRL-D", "PROBA SRL"),
        ("ANA soc. pe acţ.", "ANA SA"),
    ],
)
def test_equal(one: str, other: str) -> None:
    assert equal_names(one, other) and equal_names(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ANA IMPEX SRL", "BANANA IMPEX SRL"),
        ("ANA SRL", "ANA SA"),
        ("ANA", "ANA IMPEX SRL"),
        ("SE POATE SRL", "POATE SRL"),
        ("SRL", "SA"),
    ],
)
def test_not_equal(one: str, other: str) -> None:
    assert not equal_names(one, other) and not equal_names(other, one)


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("PROBA SRL-D", True),
        ("PROBA S.R.L.-D.", True),
        ("Proba srl - d", True),
        ("PROBA SRLD", True),
        ("PROBA SRL-D ÎN LICHIDARE", True),
        ("PROBA SRL", False),
        ("SRL-D CONSULT SRL", False),
        ("PROBA SRL DELTA", False),
        ("PROBA D", False),
        ("SRL-D", False),
    ],
)
def test_names_that_end_in_the_form_of_beginners(name: str, is_one: bool) -> None:
    assert names_debutant(fold(name)) is is_one
