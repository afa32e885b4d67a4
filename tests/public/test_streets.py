"""A street that two sources spell differently is one street; another street is told."""

from __future__ import annotations

import datetime as dt

import pytest

from tui_app.contract.resources import CompanyProfile
from tui_app.public.merging import merge_profiles


@pytest.mark.parametrize(
    ("one", "other", "is_told"),
    [
        ("Bld. Mihai Viteazul", "B-dul Mihai Viteazu", False),
        ("Str. Gen. Berthelot", "Strada General Berthelot", False),
        ("Piața Unirii", "P-ța Unirii", False),
        ("Str. Unirii", "Bd. Unirii", True),
    ],
)
def test_streets_are_compared_by_what_they_mean(one: str, other: str, is_told: bool) -> None:
    live, register = (CompanyProfile(tax_id="990000013", street_name=each) for each in (one, other))
    merged, notes = merge_profiles(live, register, dt.date(2026, 1, 1), dt.date(2026, 2, 1))
    assert merged.street_name == one
    assert bool([note for note in notes if "street" in str(note)]) is is_told
