"""Scores the companies that a row may mean, and decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.contract.matching import (
    MAX_CANDIDATES,
    CompanyMatch,
    Decision,
    MatchCandidate,
    MatchRow,
)
from tui_app.contract.names import CompanyName
from tui_app.contract.registry_numbers import new_registry_number
from tui_app.contract.resources import CompanySummary
from tui_app.contract.status import StatusGroup, classify_status
from tui_app.contract.vocabulary.legal_forms import plain_form
from tui_app.insight.matching.features import (
    ALIKE,
    CERTAIN,
    FITS,
    WEIGHTS,
    Feature,
    confidence,
    in_english,
    points,
)
from tui_app.insight.matching.names import IsCommon, NameComparison, compare, read_name
from tui_app.insight.matching.places import AGREEING, compare_places, says_place, without_place
from tui_app.insight.matching.readings import RowReading, readings

_RELATED: Final = 0.9
"""The points for an equal number with a similar name."""

_UNRELATED: Final = 0.7
"""The points for an equal number with quite another name: one of the two is wrong."""

_CERTAIN: Final = frozenset({Feature.SAME_TAX_ID, Feature.SAME_NUMBER})


class Candidate(Struct, frozen=True):
    """A company of a registry, with what is known about it beside its summary.

    ``former_names`` are those of its past; ``has_number``: the row's registry number is one of its
    own, today's or an earlier one.
    """

    company: CompanySummary
    street: str = ""
    former_names: tuple[str, ...] = ()
    has_number: bool = False


class Scored(Struct, frozen=True):
    """A company with the features that agree and differ."""

    company: CompanySummary
    features: tuple[Feature, ...]
    points: float
    is_related: bool = False
    """Whether a rare word of the names agrees, so that it is shown where nothing fits."""

    is_placed: bool = True
    """Whether its place agrees, or the row says none."""


def match(row: MatchRow, candidates: Iterable[Candidate], is_common: IsCommon) -> CompanyMatch:
    """The decision for a row among the companies that it may mean.

    ``is_common`` says whether a word is in too many names to distinguish them.
    """
    ways = readings(row)
    scored = [_best(ways, each, is_common) for each in candidates]
    scored.sort(key=lambda each: -each.points)
    return decide(scored)


def compared(
    row: MatchRow, companies: Iterable[CompanySummary], is_common: IsCommon
) -> tuple[MatchCandidate, ...]:
    """Companies that the user found, in their order, with the features that agree and differ."""
    ways = readings(row)
    return tuple(_candidate(_best(ways, Candidate(each), is_common)) for each in companies)


def decide(scored: Sequence[Scored]) -> CompanyMatch:
    """The decision among scored companies, the likeliest first: no two may match equally well."""
    shown = [each for each in scored if each.points > 0 or each.is_related]
    if not shown:
        return CompanyMatch()
    best = shown[0]
    fitting = [each for each in shown if each.points >= FITS]
    alike = [each for each in fitting if each is best or _is_alike(best, each)]
    if fitting and not best.is_placed:
        # Its place is not known. A namesake elsewhere is no less likely than one nowhere.
        alike += [each for each in shown if each not in alike and _words(each) == _words(best)]
    if fitting and not _has_very_name(best) and not _CERTAIN & set(best.features):
        # Another name is not taken where a company has the very name, even elsewhere.
        alike += [each for each in shown if each not in alike and _has_very_name(each)]
    of = sum(_is_same_name(each) for each in shown) or len(fitting)
    if len(alike) == 1 and _rest_is_struck_off(best, fitting):
        best = replace(best, features=(*best.features, Feature.REST_STRUCK_OFF))
        shown[0] = best
    candidates = tuple(map(_candidate, shown[:MAX_CANDIDATES]))
    found = CompanyMatch(
        confidence=confidence(best.points), of=max(of, len(alike)), candidates=candidates
    )
    if len(alike) == 1:
        return replace(
            found,
            decision=Decision.MATCHED,
            tax_id=best.company.tax_id,
            company_name=best.company.company_name,
            because=f"{in_english(best.features)}; 1 of {max(of, 1)}",
        )
    if alike:
        because = f"{in_english(best.features)}; {len(alike)} fit alike"
        return replace(found, decision=Decision.SEVERAL, because=because)
    return replace(found, because=in_english(best.features))


def _is_alike(best: Scored, other: Scored) -> bool:
    """Whether another company matches nearly as well.

    A struck-off company is ruled out beside an active one of the same name, but not beside one of
    another name.
    """
    lead = best.points - other.points
    if _words(best) != _words(other):
        lead -= _struck_off(best) - _struck_off(other)
    return lead < ALIKE


def _struck_off(each: Scored) -> float:
    return WEIGHTS[Feature.STRUCK_OFF] if Feature.STRUCK_OFF in each.features else 0.0


def without_certainty(found: CompanyMatch) -> CompanyMatch:
    """The answer if more companies have the name than were compared: none is chosen."""
    if found.decision != Decision.MATCHED or found.confidence == 1.0:
        return found
    because = f"{in_english(map(Feature, found.candidates[0].features))}; {found.of} fit alike"
    return replace(
        found, decision=Decision.SEVERAL, tax_id=None, company_name=None, because=because
    )


def _words(each: Scored) -> tuple[str, ...]:
    return read_name(each.company.company_name).words


def _is_same_name(each: Scored) -> bool:
    return Feature.SAME_NAME in each.features


def _has_very_name(each: Scored) -> bool:
    """Whether a company has the typed name today, and no other form."""
    others = {Feature.FORMER_NAME, Feature.OTHER_FORM}
    return _is_same_name(each) and others.isdisjoint(each.features)


def _rest_is_struck_off(best: Scored, fitting: Sequence[Scored]) -> bool:
    """Whether all other companies with the name of the best one are struck off."""
    words = _words(best)
    others = [each for each in fitting if each is not best and _words(each) == words]
    return (
        bool(others)
        and Feature.STRUCK_OFF not in best.features
        and all(Feature.STRUCK_OFF in each.features for each in others)
    )


def _candidate(scored: Scored) -> MatchCandidate:
    company = scored.company
    return MatchCandidate(
        tax_id=company.tax_id,
        company_id=company.company_id or None,
        company_name=company.company_name,
        company_type=company.company_type or None,
        status=company.status or None,
        locality=company.locality or None,
        county=company.county or None,
        confidence=confidence(scored.points),
        because=in_english(scored.features),
        features=tuple(scored.features),
    )


def _best(ways: Sequence[RowReading], candidate: Candidate, is_common: IsCommon) -> Scored:
    """A company by the reading of the row in which it fits best; of equals the first counts."""
    return max((_score(way, candidate, is_common) for way in ways), key=lambda each: each.points)


def _score(reading: RowReading, candidate: Candidate, is_common: IsCommon) -> Scored:
    row, company = reading.row, candidate.company
    own = read_name(company.company_name)
    typed = read_name(row.name)
    places = compare_places(row, company, candidate.street)
    name = NameComparison((), is_related=True)
    if typed.words:
        placeless = without_place(typed, own, company)
        if placeless is not typed and not {Feature.SAME_TOWN, Feature.SAME_COUNTY} & set(places):
            places.append(Feature.SAME_TOWN)
        typed = placeless
        name = _compared(typed, own, candidate, is_common)
    features = _identifiers(row, candidate)
    is_placed = bool(AGREEING & set(places)) or not says_place(row)
    if _CERTAIN & set(features):
        # A number is written on purpose; a name that does not match it at all is reported.
        agrees = points(name.features) >= FITS
        features += name.features if agrees or name.is_related else (Feature.OTHER_NAME,)
        total = CERTAIN if agrees else _RELATED if name.is_related else _UNRELATED
        return Scored(company, (*features, *places), total)
    if not typed.words:
        return Scored(company, (Feature.OTHER_NAME,), 0.0)
    features += (*name.features, *_form(typed, company), *places)
    if reading.is_reduced:
        features += (Feature.SURROUNDED,)
    if classify_status(company.status) is StatusGroup.STRUCK_OFF:
        features += (Feature.STRUCK_OFF,)
    is_joined = Feature.OTHER_BLANKS in features
    if Feature.SHORT_TYPING_ERROR in features and AGREEING & set(places) and not is_joined:
        features = tuple(
            Feature.TYPING_ERROR if each is Feature.SHORT_TYPING_ERROR else each
            for each in features
        )
    total = points(features) if name.is_related else 0.0
    return Scored(company, features, total, name.is_related, is_placed)


def _compared(
    typed: CompanyName, own: CompanyName, candidate: Candidate, is_common: IsCommon
) -> NameComparison:
    """The comparison with the name of today, or with a former one that fits better."""
    found = compare(typed, own, is_common)
    for name in candidate.former_names:
        former = compare(typed, read_name(name), is_common)
        features = (*former.features, Feature.FORMER_NAME)
        if former.is_related and points(features) > points(found.features):
            found = NameComparison(features, is_related=True)
    return found


def _identifiers(row: MatchRow, candidate: Candidate) -> tuple[Feature, ...]:
    company = candidate.company
    found: tuple[Feature, ...] = ()
    tax_id = read_tax_id(row.tax_id)
    if tax_id is not None and tax_id == company.tax_id:
        found += (Feature.SAME_TAX_ID,)
    elif tax_id is not None and has_valid_control_digit(tax_id):
        found += (Feature.OTHER_TAX_ID,)
    number = new_registry_number(row.registry_number)
    own = new_registry_number(company.company_id) if number else None
    if number is not None and (number == own or candidate.has_number):
        found += (Feature.SAME_NUMBER,)
    elif number is not None and own is not None:
        found += (Feature.OTHER_NUMBER,)
    return found


def _form(typed: CompanyName, company: CompanySummary) -> tuple[Feature, ...]:
    if not typed.form:
        return ()
    form = plain_form(company.company_type) or read_name(company.company_name).form
    if not form:
        return ()
    return (Feature.SAME_FORM if _base(typed.form) == _base(form) else Feature.OTHER_FORM,)


def _base(form: str) -> str:
    """``SRL-D`` is a kind of ``SRL``."""
    return "srl" if form == "srld" else form
