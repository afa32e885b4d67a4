"""The state of a company: ANAF's state for taxes beside the trade register's legal one.

The table is made of every state that domain.md and public-services.md name.
"""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from tui_app.contract.resources import CompanyProfile
from tui_app.contract.status import StatusGroup as Group
from tui_app.contract.status import classify_status
from tui_app.insight.figures import Facts
from tui_app.insight.rules import Level
from tui_app.insight.signals import signals
from tui_app.public.merging import merge_profiles
from tui_app.public.profile import profile_of
from tui_app.public.taxpayers import Taxpayer

TODAY = dt.date(2026, 11, 22)
REGISTER_DAY = dt.date(2026, 9, 2)

ANAF = {
    "INREGISTRAT din data 14.05.2020": Group.ACTIVE,
    "TRANSFER(SOSIRE) din data 03.02.2019": Group.ACTIVE,
    "TRANSFER din data 03.02.2019": Group.ACTIVE,
    "RELUARE ACTIVITATE din data 01.07.2021": Group.ACTIVE,
    "SUSPENDARE ACTIVITATE din data 01.07.2021": Group.SUSPENDED,
    "DIZOLVARE din data 12.03.2021": Group.DISSOLVED,
    "RADIERE din data 12.03.2021": Group.STRUCK_OFF,
    "RADIERE": Group.STRUCK_OFF,
}
REGISTER = {
    "": None,
    "funcțiune": Group.ACTIVE,
    "functiune": Group.ACTIVE,
    "întrerupere temporară de activitate": Group.SUSPENDED,
    "reorganizare judiciară": Group.REORGANISATION,
    "reorganizare - fuziune prin absorbtie": Group.REORGANISATION,
    "insolvență": Group.INSOLVENT,
    "insolventa": Group.INSOLVENT,
    "faliment": Group.BANKRUPT,
    "lichidare": Group.DISSOLVED,
    "dizolvare": Group.DISSOLVED,
    "dizolvata": Group.DISSOLVED,
    "dizolvare de drept": Group.DISSOLVED,
    "dizolvare judiciară": Group.DISSOLVED,
    "radiată": Group.STRUCK_OFF,
    "radiere": Group.STRUCK_OFF,
    "inactiva": Group.INACTIVE,
}
GRAVITY = (
    Group.STRUCK_OFF, Group.BANKRUPT, Group.DISSOLVED, Group.INSOLVENT, Group.REORGANISATION,
    Group.SUSPENDED, Group.INACTIVE, Group.ACTIVE,
)  # fmt: skip
SERIOUS = {Group.STRUCK_OFF, Group.BANKRUPT, Group.DISSOLVED, Group.INSOLVENT}


def told(state: str, register: str, *, inactive: bool, struck_off: bool) -> CompanyProfile:
    """The profile that the live source answers with."""
    taxpayer = Taxpayer(
        tax_id="990000013",
        day="2026-11-22",
        state=state,
        inactive=inactive,
        struck_off_on="2021-03-12" if struck_off else "",
    )
    live = profile_of(taxpayer)
    if not register:
        return live
    known = CompanyProfile(tax_id="990000013", status=register)
    merged, notes = merge_profiles(live, known, REGISTER_DAY, TODAY)
    if live.status and classify_status(live.status) is not classify_status(register):
        [note] = [each.text for each in notes if each.field == "status"]
        assert note == (f"status: {register} in the register of 2 Sep, {live.status} at ANAF today")
    return merged


@pytest.mark.parametrize("state", ANAF)
def test_the_gravest_state_decides_and_inactive_is_never_lost(state: str) -> None:
    for register, inactive, struck_off in product(REGISTER, (False, True), (False, True)):
        profile = told(state, register, inactive=inactive, struck_off=struck_off)
        groups = {ANAF[state], REGISTER[register]}
        groups |= {Group.INACTIVE} if inactive else set()
        groups |= {Group.STRUCK_OFF} if struck_off else set()
        case = (state, register, inactive, struck_off, profile.status)
        gravest = next(group for group in GRAVITY if group in groups)
        assert classify_status(profile.status) is gravest, case
        levels = {each.rule: each.level for each in signals(Facts(profile=profile), today=TODAY)}
        is_inactive = inactive or register == "inactiva"
        assert (levels["inactive"] is Level.SERIOUS) is is_inactive, case
        assert (levels["status"] is Level.SERIOUS) is (gravest in SERIOUS), case
        # The legal state is the register's own word, wherever it is grave.
        if REGISTER[register] not in (None, Group.ACTIVE):
            assert (profile.status or "").startswith(register), case


@pytest.mark.parametrize("inactive", [None, False])
def test_a_bankrupt_company_is_not_told_as_active(inactive: bool | None) -> None:
    taxpayer = Taxpayer(
        tax_id="990000013", day="2026-11-22", inactive=inactive,
        state="INREGISTRAT din data 14.05.2020",
    )  # fmt: skip
    register = CompanyProfile(tax_id="990000013", status="faliment")
    merged, _notes = merge_profiles(profile_of(taxpayer), register, REGISTER_DAY, TODAY)
    assert merged.status == "faliment"


def test_without_a_state_of_anaf_the_register_s_stays() -> None:
    profile = told("", "faliment", inactive=False, struck_off=False)
    assert profile.status == "faliment"
    assert told("", "", inactive=False, struck_off=False).status is None
