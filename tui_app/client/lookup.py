"""When a search text is a whole tax id, which its profile answers as well as a search."""

from __future__ import annotations

from typing import Final

from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.resources import CompanyProfile, CompanySummary

_SHORTEST: Final = 6
"""Digits of a tax id that is looked up as a whole; a shorter text may be part of a name."""


def whole_tax_id(text: str) -> str | None:
    """The tax id that a text is as a whole, with a control digit that fits, or ``None``."""
    tax_id = read_tax_id(text) or ""
    return tax_id if len(tax_id) >= _SHORTEST and has_valid_control_digit(tax_id) else None


def summary_of(profile: CompanyProfile) -> CompanySummary:
    """What autocomplete would say of the company of a profile."""
    names = CompanySummary.__struct_fields__
    return CompanySummary(**{name: getattr(profile, name) or "" for name in names})
