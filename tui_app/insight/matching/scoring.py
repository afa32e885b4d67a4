"""Scores the companies that a row may mean, and decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tui_app.contract.folding import fold
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
from tui_app.insight.matching.places import (
    DESIGNATIONS,
    address_words,
    county_of,
    is_same_town,
    names_place,
    names_sector,
    town,
)

_WORTH_SHOWING: Final = 0.4

_RELATED: Final = 0.9
"""The points for an equal number with a similar name."""

_UNRELATED: Final = 0.7
"""The points for an equal number with quite another name: one of the two is wrong."""

_CERTAIN: Final = frozenset({Feature.SAME_TAX_ID, Feature.SAME_NUMBER})
_OF_PLACES: Final = frozenset({Feature.SAME_COUNTY, Feature.SAME_TOWN, Feature.SAME_STREET})


class Candidate(Struct, frozen=True):
    """A company of a registry, and its street if known."""

    company: CompanySummary
    street: str = ""


class Scored(Struct, frozen=True):
    """A company with the features that agree and differ."""

    company: CompanySummary
    features: tuple[Feature, ...]
    points: float


def match(row: MatchRow, candidates: Iterable[Candidate], is_common: IsCommon) -> CompanyMatch:
    """The decision for a row among the companies that it may mean.

    ``is_common`` says whether a word is in too many names to distinguish them.
    """
    typed = read_name(row.name)
    scored = [_score(row, typed, each, is_common) for each in candidates]
    scored.sort(key=lambda each: -each.points)
    return decide(scored)


def compared(
    row: MatchRow, companies: Iterable[CompanySummary], is_common: IsCommon
) -> tuple[MatchCandidate, ...]:
    """Companies that the user found, in their order, with the features that agree and differ."""
    typed = read_name(row.name)
    return tuple(_candidate(_score(row, typed, Candidate(each), is_common)) for each in companies)


def decide(scored: Sequence[Scored]) -> CompanyMatch:
    """The decision among scored companies, the likeliest first: no two may match equally well."""
    shown = [each for each in scored if each.points >= _WORTH_SHOWING]
    if not shown:
        return CompanyMatch()
    best = shown[0]
    fitting = [each for each in shown if each.points >= FITS]
    alike = [each for each in fitting if each is best or _is_alike(best, each)]
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


def _score(row: MatchRow, typed: CompanyName, candidate: Candidate, is_common: IsCommon) -> Scored:
    company = candidate.company
    places, typed = _places(row, typed, candidate)
    features = _identifiers(row, company)
    name = NameComparison((), is_related=True)
    if typed.words:
        name = compare(typed, read_name(company.company_name), is_common)
    if _CERTAIN & set(features):
        # A number is written on purpose; a name that does not match it at all is reported.
        agrees = points(name.features) >= FITS or (not typed.words)
        if not agrees:
            features += name.features if name.is_related else (Feature.OTHER_NAME,)
        elif typed.words:
            features += name.features
        total = CERTAIN if agrees else _RELATED if name.is_related else _UNRELATED
        return Scored(company, (*features, *places), total)
    if not typed.words:
        return Scored(company, (Feature.OTHER_NAME,), 0.0)
    features += (*name.features, *_form(typed, company), *places)
    if classify_status(company.status) is StatusGroup.STRUCK_OFF:
        features += (Feature.STRUCK_OFF,)
    if Feature.SHORT_TYPING_ERROR in features and _OF_PLACES & set(features):
        features = tuple(
            Feature.TYPING_ERROR if each is Feature.SHORT_TYPING_ERROR else each
            for each in features
        )
    return Scored(company, features, points(features) if name.is_related else 0.0)


def _identifiers(row: MatchRow, company: CompanySummary) -> tuple[Feature, ...]:
    found: tuple[Feature, ...] = ()
    tax_id = read_tax_id(row.tax_id)
    if tax_id is not None and tax_id == company.tax_id:
        found += (Feature.SAME_TAX_ID,)
    elif tax_id is not None and has_valid_control_digit(tax_id):
        found += (Feature.OTHER_TAX_ID,)
    number = new_registry_number(row.registry_number)
    own = new_registry_number(company.company_id) if number else None
    if number is not None and number == own:
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


def _places(
    row: MatchRow, typed: CompanyName, candidate: Candidate
) -> tuple[tuple[Feature, ...], CompanyName]:
    """The features of the place, and the name without places that people write after it."""
    company = candidate.company
    found: list[Feature] = []
    county, own_county = county_of(row.county), county_of(company.county)
    if county and own_county:
        found.append(Feature.SAME_COUNTY if county == own_county else Feature.OTHER_COUNTY)
    same_town = is_same_town(row.locality, company.locality, company.county)
    if same_town is not None and Feature.OTHER_COUNTY not in found:
        other = Feature.OTHER_TOWN if found else Feature.OTHER_TOWN_ALONE
        found.append(Feature.SAME_TOWN if same_town else other)
    address = address_words(row.address)
    if address:
        found += _of_address(address, candidate, found)
    rest = _without_places(typed, company)
    if rest is not typed:
        if not {Feature.SAME_TOWN, Feature.SAME_COUNTY} & set(found):
            found.append(Feature.SAME_TOWN)
        typed = rest
    return tuple(found), typed


def _of_address(
    address: tuple[str, ...], candidate: Candidate, known: Sequence[Feature]
) -> list[Feature]:
    company = candidate.company
    own_county = county_of(company.county)
    found = []
    places = {
        Feature.SAME_COUNTY, Feature.OTHER_COUNTY, Feature.SAME_TOWN, Feature.OTHER_TOWN,
        Feature.OTHER_TOWN_ALONE,
    }  # fmt: skip
    if not places & set(known):
        in_county = own_county is not None and names_place(address, town(own_county.name))
        if names_place(address, town(company.locality)):
            found.append(Feature.SAME_TOWN)
        elif in_county:
            found.append(Feature.SAME_COUNTY)
    street = town(candidate.street) - {"strada", "str", "bulevardul", "bd", "calea", "aleea"}
    if Feature.OTHER_COUNTY not in known and names_place(address, frozenset(street)):
        found.append(Feature.SAME_STREET)
    return found


def _without_places(typed: CompanyName, company: CompanySummary) -> CompanyName:
    """``DEDEMAN BACAU`` is ``DEDEMAN``, if it is in Bacău and its own name does not say so."""
    county = county_of(company.county)
    places = town(company.locality) | (town(county.name) if county else frozenset())
    places |= {fold(company.locality).replace(" ", "")}
    own = set(read_name(company.company_name).words)
    words = typed.words
    if names_sector(words) and f"sector{words[-1]}" in places and words[-1] not in own:
        words = words[:-2]
    rest = tuple(word for word in words if word in own or word not in places)
    if len(rest) == len(typed.words) or not rest:
        return typed
    # Mun. Bacău, jud. Cluj
    rest = tuple(word for word in rest if word in own or word not in DESIGNATIONS) or rest
    return CompanyName(rest, typed.form)
