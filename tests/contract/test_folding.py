"""Folding: what counts as the same text in a comparison."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.contract.folding import fold
from tui_app.contract.status import StatusGroup, classify_status


@pytest.mark.parametrize("spelling", ["ŞTEFAN ţară", "ȘTEFAN țară", "stefan tara", "Ştefan  TARA "])
def test_romanian_spellings_fold_to_one(spelling: str) -> None:
    assert fold(spelling) == "stefan tara"


@given(st.text())
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
        ("", StatusGroup.OTHER),
        (None, StatusGroup.OTHER),
    ],
)
def test_statuses_are_grouped_by_what_they_contain(status: str | None, group: StatusGroup) -> None:
    assert classify_status(status) is group
