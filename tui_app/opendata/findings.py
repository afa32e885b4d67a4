"""Problems of a registry that is otherwise sound.

These are dates that are far apart, sources that are too small, and columns without values.
"""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tui_app.registry.contracts.files import contract_sources, sources_beside
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import beside, beside_version, is_known
from tui_app.registry.sqlite.connection_pool import info_of
from tui_app.registry.sqlite.finished import finished
from tui_app.registry.sqlite.kept_sources import damaged, folder_of, lost
from tui_app.registry.sqlite.soundness import require_sound
from tui_app.registry.sqlite.sources import (
    REGISTER,
    STATEMENTS,
    TAXPAYERS,
    SourceInfo,
    is_of,
    sources_of,
)
from tui_app.registry.statement_sets import missing_lines, missing_sets
from tui_app.system.language import _
from tui_app.system.wording import day_text

STATES: Final = "states"
_YEAR: Final = dt.timedelta(days=366)
_SMALL: Final = 0.5
"""A source with less than this share of its neighbours' rows is probably incomplete."""

_MONTHLY: Final = (
    REGISTER, STATES, "authorised activities", "representatives", "family representatives",
    TAXPAYERS,
)  # fmt: skip
_OF_REGISTER: Final = (
    "company_id", "company_type", "county", "locality", "street_name", "postal_code",
    "full_address", "registration_date",
)  # fmt: skip
_OF_STATEMENTS: Final = (
    "turnover", "net_profit", "employee", "debts", "equity", "fixed_assets", "current_assets",
    "class",
)  # fmt: skip


class DatedSource(NamedTuple):
    """A source's kind and label, and its day if known."""

    kind: str
    label: str
    day: dt.date | None


def days_apart(sources: Iterable[DatedSource]) -> Iterator[str]:
    """Sources whose dates are more than a year from the register's.

    Only sources of the present state count; without a register, the newest of them is the measure.
    """
    dated = [
        (source, source.day)
        for source in sources
        if source.day is not None and any(is_of(source.kind, family) for family in _MONTHLY)
    ]
    of_register = [day for source, day in dated if source.kind == REGISTER]
    reference = max(of_register or [day for _, day in dated], default=None)
    for source, day in dated:
        if reference is not None and abs(reference - day) > _YEAR:
            yield (
                _(
                    "{source} of {text}, and the register of {text_2}, are more than a year apart:"
                    " their data on a company may not fit together"
                ).format(source=source.label, text=day_text(day), text_2=day_text(reference))
            )


def findings(registry: Path) -> list[str]:
    """The problems of a registry that is sound. Raises ``RegistryError``."""
    sources = sources_of(registry)
    found = _kept(registry, registry, sources)
    contracts = contract_sources(beside(registry).contracts)
    found += _kept(registry, sources_beside(registry), contracts)
    found += _beside(registry)
    found += days_apart(dated(source) for source in sources)
    found += _small(sources)
    found += missing_lines(missing_sets(source.kind for source in sources))
    with finished(registry) as connection:
        found += _empty_columns(connection, sources)
        found += _empty_lists(connection, sources)
    return found


def _kept(registry: Path, kept_beside: Path, sources: Sequence[SourceInfo]) -> list[str]:
    """The sources whose data are not kept. Raises ``RegistryError`` for damaged ones."""
    if broken := damaged(kept_beside, sources):
        raise RegistryError(
            _(
                "The registry {registry} is sound, but the data of {names} are damaged in"
                " {folder_of}: the next import needs these files again."
            ).format(
                registry=registry,
                names=", ".join(s.label for s in broken),
                folder_of=folder_of(kept_beside),
            )
        )
    return [
        _(
            "the data of {source} are not kept beside the registry: the next import needs"
            " its files again"
        ).format(source=source.label)
        for source in lost(kept_beside, sources)
    ]


def _beside(registry: Path) -> Iterator[str]:
    """What is wrong with what lies beside it. Raises ``RegistryError`` for a damaged file."""
    _number, files = beside_version(registry, info_of(registry).version)
    require_sound(files.history, files.contracts, files.index)
    if not is_known(registry):
        yield (
            _(
                "the history and the contracts that lie beside it belong to another registry"
                " and are not used; the next data import takes them over"
            )
        )


def dated(source: SourceInfo) -> DatedSource:
    """A source with its day, if its publisher or a file name gives it."""
    return DatedSource(source.kind, source.label, source.day if source.is_dated else None)


def _small(sources: Sequence[SourceInfo]) -> Iterator[str]:
    """Sources that have far fewer rows than they should.

    These are statements with far fewer rows than those of the years beside them, and states of far
    fewer firms than the register has.
    """
    rows: dict[tuple[str, int], int] = {}
    for source in sources:
        if is_of(source.kind, STATEMENTS):
            _kind, year_of, which = source.kind.split(" ", 2)
            rows[which, int(year_of)] = rows.get((which, int(year_of)), 0) + source.rows
    for (which, year), count in rows.items():
        years = [other for of_set, other in rows if of_set == which]
        before = max((other for other in years if other < year), default=year)
        after = min((other for other in years if other > year), default=year)
        most = max(rows[which, before], rows[which, after])
        if count < _SMALL * most:
            yield (
                _(
                    "statements {year} {which} have {count} rows, those of a neighbouring year"
                    " {most}: the file may be incomplete"
                ).format(year=year, which=which, count=count, most=most)
            )
    totals: Counter[str] = Counter()
    for source in sources:
        totals[source.kind] += source.rows
    # Every firm of the register has a state.
    if 0 < totals[STATES] < _SMALL * totals[REGISTER]:
        yield (
            _(
                "{states} have {totals} rows, the register has {totals_2}: the file may be"
                " incomplete"
            ).format(states=STATES, totals=totals[STATES], totals_2=totals[REGISTER])
        )


def _empty_columns(connection: sqlite3.Connection, sources: Sequence[SourceInfo]) -> Iterator[str]:
    if any(source.kind == REGISTER for source in sources):
        counts = ", ".join(f"count({column})" for column in _OF_REGISTER)
        (row,) = connection.execute(f"SELECT {counts} FROM company WHERE in_register").fetchall()
        for column, count in zip(_OF_REGISTER, row, strict=True):
            if not count:
                yield _("{register}: {column} is empty throughout").format(
                    register=REGISTER, column=column.replace("_", " ")
                )
    counts = ", ".join(f"count({column})" for column in _OF_STATEMENTS)
    for number, *row in connection.execute(
        f"SELECT source, {counts} FROM financial_year WHERE source IS NOT NULL GROUP BY source"
    ):
        source = sources[number - 1]
        if is_of(source.kind, STATEMENTS):
            for column, count in zip(_OF_STATEMENTS, row, strict=True):
                if not count:
                    yield _("{source}: {column} is empty throughout").format(
                        source=source.label, column=column.replace("_", " ")
                    )


def _empty_lists(connection: sqlite3.Connection, sources: Sequence[SourceInfo]) -> Iterator[str]:
    """Columns of the lists of taxpayers that are empty throughout."""
    for number, source in enumerate(sources, 1):
        if not is_of(source.kind, TAXPAYERS):
            continue
        trace = f"%|{number}:%"
        (rows, flags) = connection.execute(
            "SELECT count(*), count(vat) FROM company WHERE '|' || traces LIKE ?", (trace,)
        ).fetchone()
        (phones,) = connection.execute(
            "SELECT count(*) FROM contact WHERE source = ?", (number,)
        ).fetchone()
        for column, count in (("VAT", flags), ("telephone", phones)):
            if rows and not count:
                yield _("{source}: {column} is empty throughout").format(
                    source=source.label, column=column
                )
