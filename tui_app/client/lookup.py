"""Detects a search text that is a whole tax id: its profile answers it as well as a search."""

from __future__ import annotations

from typing import Final

from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.resources import CompanyProfile, CompanySummary

_SHORTEST: Final = 6
"""The least digits of a tax id that is looked up; a shorter number may be part of a name."""


def whole_tax_id(text: str) -> str | None:
    """The tax id that the text consists of, if its control digit is right, else ``None``."""
    tax_id = read_tax_id(text) or ""
    return tax_id if len(tax_id) >= _SHORTEST and has_valid_control_digit(tax_id) else None


def summary_of(profile: CompanyProfile) -> CompanySummary:
    """The search result for the company of a profile."""
    names = CompanySummary.__struct_fields__
    return CompanySummary(**{name: getattr(profile, name) or "" for name in names})
