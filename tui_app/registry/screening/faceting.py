"""Facets of a selection: counts per value, totals and medians, all exact."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec
from pyroaring import FrozenBitMap

from tui_app.contract.screening.criteria import Criterion, Range
from tui_app.contract.screening.fields import FIELDS, known_value
from tui_app.contract.screening.language import write
from tui_app.contract.screening.page import FacetValue, FigureSummary, ScreeningFacets
from tui_app.contract.screening.sections import section_of
from tui_app.contract.status import StatusGroup
from tui_app.contract.vocabulary.legal_forms import forms_of
from tui_app.insight.peers import Size
from tui_app.registry.screening import layout, money
from tui_app.registry.screening.bitmap_index import BitmapIndex
from tui_app.registry.screening.selection import of_form, sections, statuses, texts_by_value

FEW: Final = 2_000
"""Up to this many companies, the figures are read row by row."""

_ROWS: Final = (
    f"SELECT company, {', '.join(layout.SUMMED)} FROM {{s}}screen_figure WHERE company IN"
)
_SIZES: Final = {
    Size.MICRO: Range(0, 9),
    Size.SMALL: Range(10, 49),
    Size.MEDIUM: Range(50, 249),
    Size.LARGE: Range(250, None),
}


def facets_of(index: BitmapIndex, found: FrozenBitMap, *, is_partial: bool) -> ScreeningFacets:
    """The facets of a selection, which may be incomplete."""
    total = len(found)
    return ScreeningFacets(
        total_companies=total,
        counted_companies=total,
        is_partial=is_partial,
        counties=_divided(total, _texts(index, found, "county", "county")),
        company_types=_divided(total, _forms(index, found)),
        caen_sections=_divided(total, _sections(index, found)),
        status_classes=_divided(total, _statuses(index, found)),
        sizes=_divided(total, _sizes(index, found)),
        buyers=money.buyers(index, found) if index.has_contracts else (),
        cpv_divisions=money.divisions(index, found) if index.has_contracts else (),
        **_figures(index, found),
    )


def _divided(total: int, values: Iterable[FacetValue]) -> tuple[FacetValue, ...]:
    """Largest first, missing values last."""
    some = sorted(
        (value for value in values if value.companies),
        key=lambda value: (-(value.companies or 0), value.value),
    )
    rest = total - sum(value.companies or 0 for value in some)
    return (*some, *((FacetValue(companies=rest),) if rest else ()))


def _texts(
    index: BitmapIndex, found: FrozenBitMap, field: str, column: str
) -> Iterable[FacetValue]:
    for name, texts in texts_by_value(index, field).items():
        count = sum(_count(index, found, column, text) for text in texts)
        is_known = known_value(FIELDS[field], name) == name
        yield FacetValue(
            value=name, criterion=_criterion(field, name) if is_known else None, companies=count
        )


def _forms(index: BitmapIndex, found: FrozenBitMap) -> Iterable[FacetValue]:
    """Counts by legal form, each company once: an SRL-D counts as SRL."""
    values = _texts(index, found, "form", "company_type")
    others = [each for each in values if each.value not in forms_of("SRL")]
    yield from others
    texts = texts_by_value(index, "form")
    of_others = index.any_of("company_type", [t for each in others for t in texts[each.value]])
    of_srl = found & of_form(index, "SRL")
    companies = of_srl - of_others
    # The criterion also finds a name with SRL-D to which the register gives another form.
    is_exact = companies == of_srl
    criterion = _criterion("form", "SRL") if is_exact else None
    yield FacetValue(value="SRL", criterion=criterion, companies=len(companies))


def _sections(index: BitmapIndex, found: FrozenBitMap) -> Iterable[FacetValue]:
    """Counts by section of each revision: a letter is another section in the other one."""
    titles = _section_titles(index)
    by_section = sections(index)
    for section, numbers in by_section.items():
        letter = section[0]
        is_alone = sum(other[0] == letter for other in by_section) == 1
        if is_alone:
            count = _count(index, found, layout.SECTION, letter)
        else:
            count = found.intersection_cardinality(_of_section(index, section, numbers))
        has_criterion = is_alone or section != letter
        yield FacetValue(
            value=section,
            label=titles.get(section),
            criterion=_criterion("caen", section) if has_criterion else None,
            companies=count,
        )


def _of_section(index: BitmapIndex, section: str, numbers: list[str]) -> FrozenBitMap:
    def make() -> tuple[FrozenBitMap, int]:
        members = index.any_of(layout.ACTIVITY, numbers)
        return members, len(members.serialize())

    return index.cache.find(("section", section), make)


def _section_titles(index: BitmapIndex) -> dict[str, str]:
    def make() -> tuple[dict[str, str], int]:
        titles: dict[str, str] = {}
        for (path,) in index.read("SELECT caen FROM {s}activity ORDER BY id", ()):
            letter, _, title = msgspec.json.decode(path, type=list[str])[0].partition(" - ")
            titles[section_of(letter.strip().upper(), title)] = title
        return titles, 5_000

    return index.cache.find(("section titles",), make)


def _statuses(index: BitmapIndex, found: FrozenBitMap) -> Iterable[FacetValue]:
    texts = statuses(index)
    counts = {
        name: sum(_count(index, found, "status", text) for text in texts.get(name, []))
        for name in StatusGroup
    }
    counts[StatusGroup.OTHER] += found.intersection_cardinality(index.unknown("status"))
    for name, count in counts.items():
        yield FacetValue(
            value=name.value, criterion=_criterion("status", name.value), companies=count
        )


def _sizes(index: BitmapIndex, found: FrozenBitMap) -> Iterable[FacetValue]:
    for size, employees in _SIZES.items():
        yield FacetValue(
            value=size.value,
            criterion=write((Criterion("employees", (employees,)),)),
            companies=_count(index, found, layout.SIZE, size.value),
        )


def _count(index: BitmapIndex, found: FrozenBitMap, field: str, value: str) -> int:
    return found.intersection_cardinality(index.members(field, value))


def _criterion(field: str, value: str) -> str:
    return write((Criterion(field, (value,)),))


def _figures(index: BitmapIndex, found: FrozenBitMap) -> dict[str, FigureSummary]:
    """The totals of all figures by name; for few companies from their rows."""
    if len(found) > FEW:
        return {figure: _summary(index, found, figure) for figure in layout.SUMMED}
    rows = index.rows(_ROWS, list(found))
    summaries = {}
    for column, figure in enumerate(layout.SUMMED, 1):
        known = [row[column] for row in rows if row[column] is not None]
        summaries[figure] = FigureSummary(companies=len(known))
        if known:
            summaries[figure] = FigureSummary(
                companies=len(known), total=sum(known), median=float(statistics.median(known))
            )
    return summaries


def _summary(index: BitmapIndex, found: FrozenBitMap, figure: str) -> FigureSummary:
    parts = list(_parts(index, found, figure))
    known = sum(part.companies for part in parts)
    if not known:
        return FigureSummary(companies=0)
    return FigureSummary(
        companies=known,
        total=_total(index, found, figure),
        median=_median(index, found, figure, parts),
    )


def _total(index: BitmapIndex, found: FrozenBitMap, figure: str) -> int:
    """Adds up the bits, each with the number of companies that have it."""
    total = 0
    for below_zero in (False, True):
        for bit in range(64):
            field = layout.bit_field(figure, bit, below_zero=below_zero)
            for value in index.values(field):
                some = _count(index, found, field, value) << bit
                total += -some if below_zero else some
    return total


class _Part(NamedTuple):
    """A part of the selection in the order of a figure: a span, or the companies with one value."""

    companies: int
    span: int | None = None
    value: int = 0


def _parts(index: BitmapIndex, found: FrozenBitMap, figure: str) -> Iterable[_Part]:
    if figure in layout.NUMBER_ORDERS:
        for span in index.spans(figure):
            members = index.of_span(figure, span.number)
            yield _Part(found.intersection_cardinality(members), span.number)
    else:
        for value in sorted(map(int, index.values(figure))):
            yield _Part(_count(index, found, figure, str(value)), value=value)


def _median(index: BitmapIndex, found: FrozenBitMap, figure: str, parts: list[_Part]) -> float:
    known = sum(part.companies for part in parts)
    positions = (known - 1) // 2, known // 2
    return sum(_at(index, found, figure, parts, position) for position in positions) / 2


def _at(
    index: BitmapIndex, found: FrozenBitMap, figure: str, parts: list[_Part], position: int
) -> int:
    """The value at a position in the order."""
    part = parts[0]
    for part in parts:
        if position < part.companies:
            break
        position -= part.companies
    if part.span is None:
        return part.value
    numbers, keys = index.ordered(figure, part.span)
    values = [key for number, key in zip(numbers, keys, strict=True) if number in found]
    return values[position]
