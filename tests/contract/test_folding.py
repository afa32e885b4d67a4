"""Folding: what counts as the same text in a comparison."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.folding import fold
from tui_app.contract.status import StatusGroup, classify_status


@pytest.mark.parametrize("spelling", ["ŞTEFAN ţară", "ȘTEFAN țară", "stefan tara", "Ştefan  TARA "])
def test_romanian_spellings_fold_to_one(spelling: str) -> None:
    assert fold(spelling) == "stefan tara"


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("REMAT OLT S.A.", "remat olt sa"),
        ("EL-FLUX", "el flux"),
        ("G&G", "g & g"),
        ("LUCKY-T '95", "lucky t 95"),
        ("„A/B” (C), 100%…", "a b c 100"),
        ("a\u200bb\u202ec", "abc"),
        ("a\u00a0\u2009b\x00c", "a b c"),
        ("...", ""),
        ("👩 ½", "1 2"),
    ],
)
def test_punctuation_folds_as_diacritics_do(text: str, folded: str) -> None:
    assert fold(text) == folded


ODD = st.text("aZșŞé.-'& \u0301\u200b\u00a0", max_size=12)


@given(ODD, ODD, ODD)
def test_what_is_a_part_of_a_text_stays_one(before: str, part: str, after: str) -> None:
    assert fold(part) in fold(before + part + after)


@given(st.text() | ODD)
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@pytest.mark.parametrize(
    ("status", "group"),
    [
        ("functiune", StatusGroup.ACTIVE),
        ("funcțiune", StatusGroup.ACTIVE),
        ("inactiva", StatusGroup.INACTIVE),
        ("radiata", StatusGroup.STRUCK_OFF),
        ("radiere", StatusGroup.STRUCK_OFF),
        ("dizolvata", StatusGroup.DISSOLVED),
        ("dizolvare", StatusGroup.DISSOLVED),
        ("reorganizare - fuziune prin absorbtie", StatusGroup.REORGANISATION),
        ("insolventa", StatusGroup.INSOLVENT),
        ("faliment", StatusGroup.BANKRUPT),
        ("suspendare activitate", StatusGroup.SUSPENDED),
        ("transfer", StatusGroup.OTHER),
        ("reluare activitate din suspendare", StatusGroup.ACTIVE),
        ("Reluarea activității", StatusGroup.ACTIVE),
        ("reluare activitate, faliment", StatusGroup.BANKRUPT),
        ("INREGISTRAT din data 14.05.2020", StatusGroup.ACTIVE),
        ("ÎNREGISTRAT din data 14.05.2020", StatusGroup.ACTIVE),
        ("RADIERE din data 14.05.2020", StatusGroup.STRUCK_OFF),
        ("neinregistrat", StatusGroup.OTHER),
        ("", StatusGroup.OTHER),
        (None, StatusGroup.OTHER),
    ],
)
def test_statuses_are_grouped_by_what_they_contain(status: str | None, group: StatusGroup) -> None:
    assert classify_status(status) is group
