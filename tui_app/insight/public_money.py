"""Public money in words: the natures of contracts, and why a value is in no sum."""

from __future__ import annotations

from typing import Final

from tui_app.system.language import N_

NATURES: Final = {
    "contract": N_("contract"),
    "callOff": N_("call-off"),
    "framework": N_("framework"),
    "noNotice": N_("without notice"),
    "purchase": N_("purchase"),
    "notTold": N_("not told"),
}
"""The natures of a row, for people."""
REASONS: Final = {
    "aboveCeiling": N_("direct purchases above the legal ceiling: typing errors"),
    "aboveBillion": N_("contracts above 1 bn RON: mostly typing errors"),
    "natureNotTold": N_("rows that do not say whether they are frameworks"),
    "noValue": N_("contracts without a value"),
}
"""Why a value is in no sum, for people."""
CAUTION: Final = N_("Nominal values awarded, not paid. Frameworks are ceilings and are not summed.")
