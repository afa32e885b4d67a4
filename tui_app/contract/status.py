"""Company status: free text from the server, classified into a few groups.

The list of values is open and mixes nouns and adjectives (``radiata``, ``radiere``), so a
status is classified by the words it contains, never by a closed list.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tui_app.contract.folding import fold


class StatusGroup(StrEnum):
    """The meaning of a status for somebody who deals with the company."""

    ACTIVE = "active"
    INACTIVE = "inactive"
    SUSPENDED = "suspended"
    REORGANISATION = "reorganisation"
    INSOLVENT = "insolvent"
    BANKRUPT = "bankrupt"
    DISSOLVED = "dissolved"
    STRUCK_OFF = "struck_off"
    OTHER = "other"


# The most serious first: "faliment, radiata" is a company that no longer exists. A company that
# resumed its activity is no longer suspended: "reluare activitate din suspendare". The tax
# administration's "INREGISTRAT din data …" means a normal company.
_MARKS: Final = (
    ("radi", StatusGroup.STRUCK_OFF),
    ("faliment", StatusGroup.BANKRUPT),
    ("lichid", StatusGroup.DISSOLVED),
    ("dizolv", StatusGroup.DISSOLVED),
    ("insolv", StatusGroup.INSOLVENT),
    ("reorganiz", StatusGroup.REORGANISATION),
    ("relua", StatusGroup.ACTIVE),
    ("suspend", StatusGroup.SUSPENDED),
    ("intrerup", StatusGroup.SUSPENDED),
    ("inactiv", StatusGroup.INACTIVE),
    ("functiune", StatusGroup.ACTIVE),
    (" inregistrat", StatusGroup.ACTIVE),
)


def classify_status(status: str | None) -> StatusGroup:
    """The group of a status text; ``OTHER`` if no word of it is known."""
    folded = f" {fold(status or '')}"
    return next((group for mark, group in _MARKS if mark in folded), StatusGroup.OTHER)
