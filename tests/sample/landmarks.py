"""Companies and days of the sample that show one particular thing each."""

from __future__ import annotations

import datetime as dt
from typing import Final

SHOWPIECE: Final = "990000013"
"""PETROTERM DEMO SRL: everything on record."""
MANY_COURT_CASES: Final = "990000021"
"""150 court cases."""
ONE_COURT_CASE: Final = "990000030"
"""One court case."""
NOTHING_ON_RECORD: Final = "990000048"
"""No phone, e-mail, administrator, website, figures or case; few fields of the profile."""
LOSSES: Final = "990000056"
"""A loss in every year, equity below zero."""
HOLES: Final = "990000064"
"""Financial years with holes between them, unordered."""
UNKNOWN_TURNOVER: Final = "990000072"
"""Years without turnover, and none in the headline."""
LARGE_AMOUNTS: Final = "990000080"
"""Amounts beyond 32 bits, up to eight thousand million."""
LONG_TEXTS: Final = "990000099"
"""A very long name and address."""
ONE_LETTER_WORDS: Final = "990000102"
"""A name of one-letter words."""
QUOTATION_MARKS: Final = "990000110"
"""Quotation marks in the name."""
BRACKETS: Final = "990000129"
"""Text in the name that looks like markup."""
DIACRITICS_COMMA: Final = "990000137"
"""ș and ț with a comma below."""
DIACRITICS_CEDILLA: Final = "990000145"
"""ş and ţ with a cedilla, as older records write them."""

NO_COMPANIES_DAY: Final = dt.date(2024, 2, 29)
"""No company was registered on this day."""
ONE_COMPANY_DAY: Final = dt.date(2024, 3, 5)
"""One company was registered on this day."""
MANY_COMPANIES_DAY: Final = dt.date(2025, 3, 3)
"""70 companies were registered on this day."""
MANY_COMPANIES: Final = 70
