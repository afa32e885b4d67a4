"""Another spelling of a company's name is the same name; another word, number or form is not."""

from __future__ import annotations

from itertools import combinations

import pytest

from tui_app.contract.names import is_same_name, plain_name

EQUAL = (
    ('"ZAMBILA" SRL', "ZAMBILA S.R.L.", "S.C. ZAMBILA S.R.L.", "Zambila srl",
     "ZAMBILA SOCIETATE CU RĂSPUNDERE LIMITATĂ",
     "ZAMBILA SOCIETATE COMERCIALĂ CU RĂSPUNDERE "
     "LIMITATĂ", "ZAMBILA SRL - ÎN LICHIDARE", "ZAMBILA SRL în insolvență, in insolvency, en "
     "procédure collective", "ZAMBILA SRL (RADIATĂ)",
     "ZAMBILA SRL prin lichidator judiciar X IPURL",
     "ZAMBILASRL", "ZAMBILA  SRL."),
    ("VERDE SA", "VERDE S.A.", "VERDE SOCIETATE PE ACȚIUNI"),
    ("FAGUL SRL-D", "FAGUL S.R.L.-D.", "FAGUL SRL D",
     "FAGUL SOCIETATE CU RĂSPUNDERE LIMITATĂ DEBUTANT"),
    ("CÎMPINA SRL", "CÂMPINA SRL", "CAMPINA SRL"),
    ("ȘTEFAN & FIII SNC", "ŞTEFAN SI FIII SNC", "STEFAN ȘI FIII S.N.C."),
)  # fmt: skip
ALIKE = (
    ("C?MPINA SRL", "CÂMPINA SRL"),
    ("C\ufffdMPINA SRL", "CAMPINA SRL"),
    ("CONSTRUC?II ?I REPARA?II SRL", "CONSTRUCȚII ȘI REPARAȚII SRL"),
    ("FABRICA SOCIETATE CU R?SPUNDERE LIMITAT?", "FABRICA SRL"),
    ("CIMPINA SRL", "CÂMPINA SRL"),
    ("CIMPINA SRL", "CÎMPINA SRL"),
)
OTHERS = (
    ("ALFA 1 SRL", "ALFA 2 SRL"),
    ("ALFA SRL", "ALFA SA"),
    ("ALFA SRL-D", "ALFA SRL"),
    ("RIMA SRL", "RAMA SRL"),
    ("ALFA ? SRL", "ALFA 2 SRL"),
    ("C?MPINA SRL", "CÂMPURI SRL"),
    ("OLDSTEEL SRL", "HOLD STEEL SRL"),
    ("LICHIDARE STOCURI SRL", "STOCURI SRL"),
    ("ÎNFLORIRE SRL", "INFLORIREA SRL"),
)


@pytest.mark.parametrize("spellings", EQUAL, ids=lambda some: some[0])
def test_one_name_has_one_key(spellings: tuple[str, ...]) -> None:
    assert len({plain_name(each) for each in spellings}) == 1, [*map(plain_name, spellings)]
    assert all(is_same_name(one, other) for one, other in combinations(spellings, 2))


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_a_lost_or_old_letter_is_no_other_name(one: str, other: str) -> None:
    assert is_same_name(one, other)
    assert is_same_name(other, one)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_two_names_are_two(one: str, other: str) -> None:
    assert plain_name(one) != plain_name(other)
    assert not is_same_name(one, other)
    assert not is_same_name(other, one)
