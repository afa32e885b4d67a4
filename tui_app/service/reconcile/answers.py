"""Queries of the reconciliation API as rows to match, and the answers in its format."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec

from tui_app.contract.envelope import Reason
from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate, MatchRow
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.personal_codes import may_be_personal_code, without_personal_codes
from tui_app.contract.resources import CompanyProfile, CompanySummary, FinancialData, YearlyRecord
from tui_app.insight.growth import by_year
from tui_app.insight.matching.features import in_words
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service.reconcile.manifest import (
    ASKED,
    FETCHED,
    MAX_QUERIES,
    TYPE,
)
from tui_app.system.untyped import JsonObject

_ASKED: Final = {each.id for each in ASKED}
_LONGEST: Final = 300


def unreadable(text: str) -> InvalidParameter:
    """The error for a query that cannot be answered; the text repeats no value of it."""
    return InvalidParameter(Reason.ROWS_INVALID, text)


def read_body(kind: str, body: bytes) -> JsonObject:
    """The parameters of a body by its content type. Raises ``InvalidParameter``.

    A form is in the specification; JSON has the same names, its values as JSON or as texts of it.
    """
    kind = kind.partition(";")[0].strip().lower()
    if kind in {"", "application/x-www-form-urlencoded"}:
        form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
        return {name: values[-1] for name, values in form.items()}
    if kind == "application/json":
        return _object(body.decode("utf-8", "replace"), "the body")
    what = "Send the body as application/x-www-form-urlencoded or application/json"
    raise InvalidParameter(Reason.BODY_TYPE_UNKNOWN, what)


def read_single(query: object) -> object:
    """One query: an object, its JSON, or only the text to look for."""
    if isinstance(query, str) and query.lstrip().startswith("{"):
        return _object(query, "query")
    return query if isinstance(query, dict) else {"query": query}


def read_batch(given: object) -> Mapping[str, MatchRow]:
    """The rows of a batch of queries, by their keys. Raises ``InvalidParameter``."""
    batch = _object(given, "queries")
    if len(batch) > MAX_QUERIES:
        raise unreadable(f"queries takes at most {MAX_QUERIES} queries")
    return {str(key): _row(query) for key, query in batch.items()}


def results(rows: Mapping[str, MatchRow], matches: Sequence[CompanyMatch]) -> JsonObject:
    """The answer to a batch: the candidates of each query, best first."""
    return {key: {"result": _candidates(match)} for key, match in zip(rows, matches, strict=True)}


def read_extension(given: object) -> tuple[tuple[str, ...], tuple[tuple[str, int], ...]]:
    """The identifiers of a data extension, and the properties with their year, 0 for the latest.

    Raises ``InvalidParameter``.
    """
    query = _object(given, "extend")
    ids, properties = query.get("ids"), query.get("properties")
    if not isinstance(ids, list) or not isinstance(properties, list):
        raise unreadable("extend needs ids and properties")
    if len(ids) > MAX_QUERIES:
        raise unreadable(f"extend takes at most {MAX_QUERIES} ids")
    wanted = [
        (str(each["id"]), _year(each.get("settings")))
        for each in properties
        if isinstance(each, dict) and "id" in each
    ]
    return tuple(map(str, ids)), tuple(wanted)


def extended(
    registry: CompanyRegistry, wanted: Sequence[tuple[str, int]], tax_ids: Sequence[str]
) -> list[tuple[str, JsonObject]]:
    """The values of companies; an unknown company, or a missing value, has none."""
    return [(without_personal_codes(each), _values(registry, each, wanted)) for each in tax_ids]


def meta(wanted: Sequence[tuple[str, int]]) -> list[JsonObject]:
    """The properties of a data extension, in the order of the request."""
    names = {each.id: each.name for each in FETCHED}
    return [{"id": name, "name": names.get(name, name)} for name, _year in wanted]


def suggested_company(company: CompanySummary) -> JsonObject:
    """A company as a suggestion while somebody types."""
    return {
        "id": company.tax_id,
        "name": company.company_name,
        "description": description(company),
        "notable": [TYPE],
    }


def description(company: CompanySummary | MatchCandidate | CompanyProfile) -> str:
    """The description that distinguishes companies of one name."""
    place = ", ".join(part for part in (company.locality, company.county) if part)
    return " · ".join(part for part in (company.tax_id, place, company.status) if part)


def _object(given: object, name: str) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(given) if isinstance(given, str) else given
    except (msgspec.DecodeError, UnicodeError):
        raise unreadable(f"{name} is not JSON") from None
    if not isinstance(found, dict):
        raise unreadable(f"{name} is not an object")
    return found


def _row(query: object) -> MatchRow:
    if not isinstance(query, dict):
        raise unreadable("a query is an object")
    values = {"name": _text(query.get("query"))}
    properties = query.get("properties")
    for each in properties if isinstance(properties, list) else ():
        if isinstance(each, dict) and each.get("pid") in _ASKED:
            values[each["pid"]] = _text(each.get("v"))
    return MatchRow(**values)


def _text(value: object) -> str:
    """A value of a property: a text, a number, an entity, or the first of a list."""
    if isinstance(value, list):
        return _text(value[0]) if value else ""
    if isinstance(value, dict):
        return _text(value.get("name") or value.get("id"))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    text = str(value)[:_LONGEST]
    return "" if may_be_personal_code(text) else text


def _year(settings: object) -> int:
    year = settings.get("year") if isinstance(settings, dict) else 0
    try:
        return int(year or 0)
    except (TypeError, ValueError):
        return 0


def _candidates(match: CompanyMatch) -> list[JsonObject]:
    is_matched = match.decision == Decision.MATCHED
    return [
        {
            "id": each.tax_id,
            "name": each.company_name,
            "description": description(each),
            "score": round(100 * each.confidence, 1),
            "match": is_matched and each.tax_id == match.tax_id,
            "type": [TYPE],
            "features": [
                {"id": name, "value": agrees}
                for name in each.features
                for _words, agrees in in_words([name])
            ],
        }
        for each in match.candidates
    ]


def _values(
    registry: CompanyRegistry, tax_id: str, wanted: Sequence[tuple[str, int]]
) -> JsonObject:
    profile = registry.profile(tax_id)
    needs_figures = any(name in {"turnover", "employees"} for name, _year in wanted)
    figures = registry.financial(tax_id) if profile is not None and needs_figures else None
    return {name: _cells(name, year, profile, figures) for name, year in wanted}


def _cells(
    name: str, year: int, profile: CompanyProfile | None, figures: FinancialData | None
) -> list[JsonObject]:
    if profile is None:
        return []
    if name in {"turnover", "employees"}:
        record = _record(figures or FinancialData(), year)
        value = record.turnover if name == "turnover" else record.employee
        return [] if value is None else [{"int": value}]
    text = {
        "status": profile.status,
        "county": profile.county,
        "caen": profile.caen[-1] if profile.caen else None,
    }.get(name)
    return [{"str": text}] if text else []


def _record(figures: FinancialData, year: int) -> YearlyRecord:
    """The figures of a year; 0 means the latest year."""
    records = by_year(figures.financial_data)
    if not year:
        return records[-1] if records else YearlyRecord()
    return next((each for each in records if each.year == year), YearlyRecord())
