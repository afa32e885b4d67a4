"""Numbers short enough for an axis, and charts in words."""

from __future__ import annotations

from typing import Final

from tui_app.system.language import N_, _
from tui_app.ui.charts.data import ChartData, LinesData
from tui_app.ui.terminal.capabilities import is_spoken
from tui_app.ui.text import formatting as fmt

_STEPS: Final = (
    (1_000_000_000_000, N_("{number}T")),
    (1_000_000_000, N_("{number}B")),
    (1_000_000, N_("{number}M")),
    (1_000, N_("{number}k")),
)
# No company reaches this, but a server may send it, and an axis has room for few digits.
_BEYOND: Final = 10**15


def compact(value: int, digits: int = 3) -> str:
    """A whole number with at most three digits and a unit: ``1.23M``, in Romanian ``1,23 mil.``.

    With ``digits`` at 2 there is at most one decimal: ``1.2M``.
    """
    size = abs(value)
    sign = fmt.number(-1)[0] if value < 0 else ""
    if size >= _BEYOND:
        power = len(str(size)) - 1
        return f"{sign}{_short(size // 10 ** (power - 1) / 10, 2)}e{power}"
    for unit, form in _STEPS:
        # 999 600 reads 1M: rounding must not leave four digits.
        if size >= unit * 0.9995:
            return sign + _(form).format(number=_short(size / unit, digits))
    return sign + str(size)


def _short(number: float, digits: int) -> str:
    places = digits - 1 if number < 9.995 else digits - 2 if number < 99.95 else 0
    text = fmt.number(number, decimals=places)
    return text.rstrip("0").rstrip(".,") if places else text


def describe(data: ChartData) -> str:
    """The chart in words: every year's value, the gaps, the highest and the lowest."""
    values = data.by_year()
    if not values:
        return _("{title}: nothing on record").format(title=data.title)
    figures: list[str] = []
    expected = data.years.start
    for year, value in values.items():
        if year > expected:
            figures.append(_("{years} no data").format(years=_span(expected, year - 1)))
        figures.append(f"{year} {compact(value)}")
        expected = year + 1
    if expected < data.years.stop:
        figures.append(_("{years} no data").format(years=_span(expected, data.years.stop - 1)))
    highest, lowest = max(values, key=values.__getitem__), min(values, key=values.__getitem__)
    extremes = _("highest {highest}, lowest {lowest}").format(highest=highest, lowest=lowest)
    return f"{heading(data)}: {', '.join(figures)}; {extremes}"


def sentence(data: ChartData) -> str:
    """The chart as a screen reader says it: from where to where, and the highest year."""
    values = data.by_year()
    if len(values) < 2:
        return describe(data)
    (first, before), (last, now) = next(iter(values.items())), list(values.items())[-1]
    if now == before:
        text = _("{title} was {before} and {now}, {first} and {last}, highest {most} in {year}")
    elif compact(now) == compact(before):
        text = _("{title} stayed at about {now}, {first} to {last}, highest {most} in {year}")
    elif now > before:
        text = _("{title} rose from {before} to {now}, {first} to {last}, highest {most} in {year}")
    else:
        text = _("{title} fell from {before} to {now}, {first} to {last}, highest {most} in {year}")
    highest = max(values, key=values.__getitem__)
    return text.format(
        title=heading(data),
        before=compact(before),
        now=compact(now),
        first=first,
        last=last,
        most=compact(values[highest]),
        year=highest,
    )


def describe_series(data: LinesData) -> list[str]:
    """The figures of several companies in words, one line each."""
    tell = sentence if is_spoken() else describe
    return [tell(ChartData(series.name, data.unit, series.points)) for series in data.series]


def heading(data: ChartData | LinesData) -> str:
    """The measure and its unit, which is given once and not with each number."""
    return f"{data.title} ({data.unit})" if data.unit else data.title


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
