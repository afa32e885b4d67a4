"""Prepares a row for comparison: numbers within its name are treated as numbers."""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id, whole_tax_id
from tui_app.contract.lazy_pattern import lazy_pattern
from tui_app.contract.matching import LONGEST_TEXT, MatchRow
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.contract.registry_numbers import read_registry_number

_TAX_ID_IN_NAME: Final = lazy_pattern(
    r"[\s,;(/-]*\b(?:c\.?u\.?i\.?|c\.?i\.?f\.?|cod fiscal|ro)[\s:.]*"
    r"((?:ro\s?)?[0-9]{4,10})\b\)?",
    re.IGNORECASE,
)


def readable(row: MatchRow) -> MatchRow:
    """The row without anything that may be a person's code, and with values of limited length."""
    values = {name: getattr(row, name)[:LONGEST_TEXT].strip() for name in row.__struct_fields__}
    plain = {name: "" if may_be_personal_code(text) else text for name, text in values.items()}
    return _with_numbers(MatchRow(**plain))


def _with_numbers(row: MatchRow) -> MatchRow:
    """``DEDEMAN SRL CUI 2816464`` is a name and a tax id; a number alone is not a name."""
    if not row.tax_id and (tax_id := whole_tax_id(row.name)):
        return replace(row, name="", tax_id=tax_id)
    if not row.registry_number and read_registry_number(row.name) is not None:
        return replace(row, name="", registry_number=row.name)
    found = None if row.tax_id else _TAX_ID_IN_NAME().search(row.name)
    if found is not None:
        tax_id = read_tax_id(found[1]) or ""
        if tax_id and has_valid_control_digit(tax_id):
            name = f"{row.name[: found.start()]} {row.name[found.end() :]}".strip()
            return replace(row, name=name, tax_id=tax_id)
    return row
