"""Screening as a look at every record, written anew: it shares no code with the registry."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tui_app.contract.screening.criteria import Criteria, Criterion, Range
from tui_app.registry.sqlite.record import CompanyRecord

COUNTIES = {
    "cluj": "Cluj", "bucuresti": "Bucuresti", "municipiul bucuresti": "Bucuresti",
    "satu mare": "Satu Mare", "jud. cluj": "Cluj", "bucuresti sector 1": "Bucuresti",
}  # fmt: skip
CLASSES = {
    "radiata": "struck_off", "functiune": "active", "în funcțiune": "active",
    "faliment": "bankrupt", "dizolvare": "dissolved", "ceva": "other", None: "other",
}  # fmt: skip


def plain(text: str | None) -> str:
    found = unicodedata.normalize("NFD", (text or "").replace("ş", "ș").replace("ţ", "ț"))
    return "".join(c for c in found if not unicodedata.combining(c)).lower()


def words(text: str | None) -> list[str]:
    return re.findall(r"[a-z0-9]+", plain(text).replace(".", "").replace("srl-d", "srld"))


class Company:
    """What a record says, as the criteria speak of it."""

    def __init__(self, record: CompanyRecord) -> None:
        profile, figures = record.profile, record.financial
        self.record = record
        self.tax_id = profile.tax_id
        years = sorted(figures.financial_data, key=lambda y: y.year or 0)
        last = years[-1] if years else None
        before = next((y for y in years if last and y.year == (last.year or 0) - 1), None)

        def first(*values: Any) -> Any:
            return next((value for value in values if value is not None), None)

        turnover = first(last and last.turnover, figures.turnover)
        earlier = figures.turnover_prev_year
        if last:
            earlier = before.turnover if before else None
        profit = first(last and last.net_profit, figures.net_profit)
        profits = [year.net_profit for year in years if year.net_profit is not None]
        day = profile.registration_date
        self.of: dict[str, Any] = {
            "turnover": turnover,
            "profit": profit,
            "employees": first(last and last.employee, figures.employee),
            "equity": last.equity if last else None,
            "margin": self._share(profit, turnover),
            "growth": None
            if turnover is None or earlier is None
            else self._share(turnover - earlier, earlier),
            "losses": sum(profit < 0 for profit in profits) if profits else None,
            "founded": profile.founding_year,
            "registered": dt.date.fromisoformat(day[:10]) if day else None,
            "vat": profile.vat is True,
            "phone": record.phones.primary_phone is not None,
            "email": record.emails.contact_email is not None,
            "website": bool(record.websites),
            "cases": bool(record.court_cases),
        }
        self.year = last.year if last else None

    @staticmethod
    def _share(part: int | None, whole: int | None) -> Fraction | None:
        if part is None or whole is None or whole <= 0:
            return None
        return Fraction(100 * part, whole)

    def fulfils(self, criteria: Criteria) -> bool:
        return all(self._holds(c) != c.negated for c in criteria)

    def _holds(self, criterion: Criterion) -> bool:
        if not criterion.values:
            return bool(self.of[criterion.field])
        return any(self._fits(criterion.field, value) for value in criterion.values)

    def _fits(self, field: str, value: str | Range) -> bool:
        if isinstance(value, Range):
            return self._between(self.of[field], value)
        profile = self.record.profile
        if field == "county":
            return COUNTIES.get(plain(profile.county)) == value
        if field == "form":
            own = re.sub(r"[^A-Z]", "", (profile.company_type or "").upper())
            ending = r"\w\W+s\W*r\W*l\W*d\W*( in lichidare.*)?$"
            if value in {"SRL", "SRL-D"} and re.search(ending, plain(profile.company_name)):
                return True
            return own == value.replace("-", "") or (value, own) == ("SRL", "SRLD")
        if field == "status":
            return CLASSES[profile.status] == value
        if field == "locality":
            place = set(words(profile.locality))
            if any(word.startswith("sector") for word in place):
                place |= {"sector", "sectorul", "bucuresti"}
            return set(words(value)) <= place and bool(words(value))
        if field == "name":
            own_words = words(profile.company_name)
            return all(any(w.startswith(v) for w in own_words) for v in words(value))
        return self._works_in(value)

    def _works_in(self, value: str) -> bool:
        for step in self.record.profile.caen:
            code, title = step.split(" - ", 1)
            if code == "111":
                code = "0111"
            # Where only the class is known, its letter is that of one of the two revisions.
            if len(self.record.profile.caen) == 1:
                letters = {"37": "E", "01": "A", "11": "C", "62": "JK"}[code[:2]]
                if len(value) == 1 and value.upper() in letters:
                    return True
            if value == "K/3" and step.startswith("K - Telecomunicatii"):
                return True
            if value.isdigit() and code.isdigit() and code.startswith(value):
                return True
            if len(value) == 1 and code == value.upper():
                return True
            if len(value) > 2 and not value.isdigit() and "/" not in value:
                own = words(title)
                if all(any(w.startswith(v) for w in own) for v in words(value)):
                    return True
        return False

    @staticmethod
    def _between(own: Any, value: Range) -> bool:
        if own is None:
            return False
        low: Any = value.low
        high: Any = value.high
        if isinstance(own, Fraction):
            low = Fraction(low) if isinstance(low, Decimal | int) else None
            high = Fraction(high) if isinstance(high, Decimal | int) else None
        if low is not None and (own <= low if value.low_open else own < low):
            return False
        return not (high is not None and (own >= high if value.high_open else own > high))
