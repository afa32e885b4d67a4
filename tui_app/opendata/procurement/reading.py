"""Stages the rows of one procurement file, of any form."""

from __future__ import annotations

import datetime as dt
import heapq
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from enum import Enum
from pathlib import Path
from typing import Final

from tui_app.opendata.errors import ImportRefusedError
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.files.tally import Tally
from tui_app.opendata.procurement import cells as c
from tui_app.opendata.procurement.amounts import (
    IN_OTHER_CURRENCY,
    NO_VALUE,
    AmountColumn,
    is_lei,
)
from tui_app.opendata.procurement.columns import Datum, ProcurementTable, plain
from tui_app.opendata.procurement.dates import DateTexts
from tui_app.opendata.procurement.periods import month_of
from tui_app.opendata.procurement.recognition import ProcurementColumns
from tui_app.opendata.recognition import Recognised
from tui_app.registry.contracts.natures import CEILING, CEILING_OF_WORKS, LARGE, ContractNature
from tui_app.registry.contracts.staged import (
    RUN,
    Change,
    StagedContract,
    StagedContracts,
    StagedHead,
)
from tui_app.system.garbage import no_garbage_collection
from tui_app.system.language import N_, _
from tui_app.tables.table import TableRow

NO_DATE: Final = N_("no readable date")
IN_FUTURE: Final = N_("a date after the day of the file: a typing error, or a contract to come")
ABOVE_CEILING: Final = N_("set apart: above the ceiling of direct purchases, a typing error")
VERY_LARGE: Final = N_("set apart: above 1 bn RON")
NO_NATURE: Final = N_("set apart: neither procedure nor kind shows whether it is a framework")
CEILINGS: Final = N_("framework agreements: their ceilings are counted and never summed")
TO_A_PERSON: Final = N_("won by a person: neither code nor name is stored")

_MIN_BYTES: Final = 100_000
"""A larger file, in bytes, without a single row is an error, not an empty quarter."""

AMOUNTS: Final = (Datum.VALUE, Datum.BEFORE, Datum.AFTER)
"""The columns of amounts, each of which settles its own style."""


class _SetAside(Enum):
    """The value of a row that is not read; the tally has the reason."""

    SET_ASIDE = 0


SET_ASIDE: Final = _SetAside.SET_ASIDE

_SKETCH: Final = 256
_SHORT: Final = 12
"""The characters up to which a number has no room for a personal code."""


def stage_contracts(
    file: Recognised,
    tally: Tally,
    draft: Path,
    noted: Callable[[bytes], None],
    decimal_marks: Mapping[str, str],
) -> dict[str, str]:
    """Stage a file in ``draft``. Raises ``ImportRefusedError``, ``BuildError`` or ``OSError``.

    Returns the marks before decimals with which it has to be read again: without ``marks``, a value
    as 12.345 was taken to have decimals.
    """
    columns = file.procurement
    if columns is None:
        raise ValueError("no procurement file")
    amounts = {column: AmountColumn(decimal_marks.get(column.value)) for column in AMOUNTS}
    table = TableReader(file.source, file.beginning, tally, noted)
    rows = ((table.line, cells) for cells in table.rows())
    with no_garbage_collection(), closing(StagedContracts(draft)) as staged:
        _FileStager(file, columns, tally, staged, amounts).stage(rows)
    if not tally.rows and file.source.size > _MIN_BYTES:
        raise ImportRefusedError(
            _(
                "{source} has {size} bytes, but not one row: it is damaged, or its form is"
                " unknown. Get the file again, or leave it out."
            ).format(source=file.source.label, size=file.source.size)
        )
    settled = {column: amount.settled() for column, amount in amounts.items()}
    if decimal_marks or not any(amounts[c].ambiguous and settled[c] != "." for c in AMOUNTS):
        return {}
    return {column.value: mark for column, mark in settled.items()}


class _Sketch:
    """The smallest hashes of the rows of a file."""

    def __init__(self) -> None:
        self._hashes: list[int] = []
        self.most = 1 << 32

    def add(self, text: str) -> None:
        if (hashed := zlib.crc32(text.encode())) < self.most:
            heapq.heappush(self._hashes, -hashed)
            if len(self._hashes) > _SKETCH:
                self.most = -heapq.heappop(self._hashes)

    @property
    def smallest(self) -> list[int]:
        return sorted({-each for each in self._hashes})


class _FileStager:
    def __init__(
        self,
        file: Recognised,
        columns: ProcurementColumns,
        tally: Tally,
        staged: StagedContracts,
        amounts: Mapping[Datum, AmountColumn],
    ) -> None:
        self._day = file.source.day
        self._header = file.beginning.header.names
        self._columns = columns
        self._amounts = amounts
        self._tally = tally
        self._staged = staged
        self._dates = DateTexts()
        self._sketch = _Sketch()
        self._names: dict[int, str] = {}
        self._parties: dict[tuple[str, str], int | None] = {}
        self._natures: dict[str, ContractNature] = {}
        self._empty = [(column, at) for column, at in columns.positions.items()]

    def stage(self, rows: Iterator[TableRow]) -> None:
        """Stage all rows, and the facts known at the end of the file."""
        seen = self._seen(rows)
        match self._columns.table:
            case ProcurementTable.PURCHASES:
                self._stage_purchases(seen)
            case ProcurementTable.CHANGES:
                self._staged.add_rows(self._changes(seen))
            case _:
                self._staged.add_rows(self._contracts(seen))
        dates = self._dates.resolved()
        months: Counter[str] = Counter()
        last_day = (self._day - dt.date(1970, 1, 1)).days
        for day, count, line in zip(
            dates.days, self._dates.counts, self._dates.first_lines, strict=True
        ):
            if day is None:
                self._tally.mark_unreadable(line, NO_DATE)
                self._tally.unreadable[NO_DATE] += count - 1
            else:
                if day > last_day:
                    self._tally.notes[IN_FUTURE] += count
                date = dt.date(1970, 1, 1) + dt.timedelta(day)
                months[month_of(date.year, date.month)] += count
        head = StagedHead(
            table=self._columns.table.value,
            days=dates.days,
            months=dict(months),
            sketch=self._sketch.smallest,
            account=list(self._account(dates.rule)),
        )
        self._staged.finish(head, self._names.items())

    def _account(self, rule: str) -> Iterator[str]:
        header, positions = self._header, self._columns.positions
        named = ", ".join(f"{_(column.value)}: {header[at]!r}" for column, at in positions.items())
        yield _("columns: {names}").format(names=named)
        if self._columns.lacking:
            yield _("no column for: ") + ", ".join(_(each.value) for each in self._columns.lacking)
        if self._tally.rows:
            for column, at in self._empty:
                yield (
                    _(
                        "column {header!r} ({column}) is empty in all {rows} rows: it may have been"
                        " renamed"
                    ).format(header=header[at], column=_(column.value), rows=self._tally.rows)
                )
        for column, amounts in self._amounts.items():
            if amounts.account:
                yield f"{_(column.value)}: {amounts.account}"
        yield _("dates: {rule}").format(rule=rule)

    def _seen(self, rows: Iterator[TableRow]) -> Iterator[TableRow]:
        """The rows, checked as long as a column has had no value; then unchanged."""
        for row in rows:
            cells = row[1]
            self._empty = [each for each in self._empty if not cells[each[1]].strip()]
            yield row
            if not self._empty:
                break
        yield from rows

    def _at(self, column: Datum) -> int:
        return self._columns.positions.get(column, -1)

    def _party(self, code: str, name: str) -> int | None:
        """The number of a party, whose name is stored. Each spelling is read once."""
        key = (code, name)
        if key not in self._parties:
            party = c.read_party(code, name)
            self._parties[key] = None if party is None else party.number
            if party is not None and party.name:
                self._names[party.number] = party.name
        return self._parties[key]

    def _amount_reader(
        self, column: Datum
    ) -> Callable[[int, Sequence[str]], int | _SetAside | None]:
        """Reads a row's value in bani, ``None`` if there is none, and counts what it sets aside."""
        index, read_amount = self._at(column), self._amounts[column].read
        currency_at = self._at(Datum.CURRENCY)
        if index >= 0 and re.search("ron|lei", plain(self._header[index])):
            currency_at = -1

        def value_of(line: int, cells: Sequence[str]) -> int | _SetAside | None:
            if currency_at >= 0 and not is_lei(cells[currency_at]):
                self._tally.leave_out(IN_OTHER_CURRENCY)
                return SET_ASIDE
            try:
                return read_amount(cells[index])
            except ValueError as error:
                why = str(error)
            if why == NO_VALUE:
                if column is Datum.VALUE:
                    self._tally.report(
                        line, _("{no_value}: counted, not summed").format(no_value=_(NO_VALUE))
                    )
                return None
            if why == IN_OTHER_CURRENCY:
                self._tally.leave_out(why)
            else:
                self._tally.mark_unreadable(line, why)
            return SET_ASIDE

        return value_of

    def _stage_purchases(self, rows: Iterable[TableRow]) -> None:
        run: list[tuple[int, int, tuple[object, ...]]] = []
        for row in self._purchases(rows):
            run.append(row)
            if len(run) >= RUN:
                self._staged.add_purchases(run)
                run.clear()
        self._staged.add_purchases(run)

    def _purchases(self, rows: Iterable[TableRow]) -> Iterator[tuple[int, int, tuple[object, ...]]]:
        at = self._at
        buyer_at, buyer_id_at = at(Datum.BUYER), at(Datum.BUYER_ID)
        winner_at, winner_id_at = at(Datum.WINNER), at(Datum.WINNER_ID)
        date_at, number_at = at(Datum.DATE), at(Datum.NUMBER)
        title_at, cpv_at, kind_at = at(Datum.TITLE), at(Datum.CPV), at(Datum.KIND)
        tally, sketch, parties = self._tally, self._sketch, self._parties
        party, number_of_date, ceilings = self._party, self._dates.number, _Ceilings()
        clean, value_of = c.clean, self._amount_reader(Datum.VALUE)
        for line, cells in rows:
            cells.append("")  # for missing columns, at -1
            value = value_of(line, cells)
            if value is SET_ASIDE:
                continue
            key = cells[buyer_id_at], cells[buyer_at]
            buyer = parties[key] if key in parties else party(*key)
            key = cells[winner_id_at], cells[winner_at]
            winner = parties[key] if key in parties else party(*key)
            if buyer is None or winner is None:
                tally.mark_unreadable(line, c.NO_AUTHORITY if buyer is None else c.NO_WINNER)
                continue
            number, title = cells[number_at].strip(), cells[title_at]
            cpv, ceiling = ceilings.of(cells[kind_at], cells[cpv_at])
            is_apart = value is not None and value > ceiling
            if is_apart:
                tally.note(ABOVE_CEILING)
            if winner == c.PERSON:
                tally.note(TO_A_PERSON)
            sketch.add(number or f"{buyer} {winner} {value}")
            date = number_of_date(cells[date_at], line)
            if len(number) > _SHORT or not number.isprintable():
                number = clean(number)
            yield winner, buyer, (date, value, number, clean(title), cpv, line, is_apart)

    def _contracts(self, rows: Iterable[TableRow]) -> Iterator[StagedContract]:
        at = self._at
        without_notice = self._columns.table is ProcurementTable.NO_NOTICE
        date_at, number_at = at(Datum.DATE), at(Datum.NUMBER)
        value_of = self._amount_reader(Datum.VALUE)
        words_at = [at(Datum.PROCEDURE), at(Datum.KIND)]
        words_at += [] if self._columns.other_kind is None else [self._columns.other_kind]
        for line, cells in rows:
            cells.append("")
            value = value_of(line, cells)
            if value is SET_ASIDE:
                continue
            buyer = self._party(cells[at(Datum.BUYER_ID)], cells[at(Datum.BUYER)])
            winner = self._party(cells[at(Datum.WINNER_ID)], cells[at(Datum.WINNER)])
            if buyer is None or winner is None:
                self._tally.mark_unreadable(line, c.NO_AUTHORITY if buyer is None else c.NO_WINNER)
                continue
            nature = self._nature(
                " ".join([cells[each] for each in words_at]), without_notice=without_notice
            )
            self._note(nature, value, winner)
            number = c.clean(cells[number_at])
            self._sketch.add(f"{buyer} {winner} {value} {number}")
            date = self._dates.number(cells[date_at], line)
            title, cpv = (
                c.clean(cells[at(Datum.TITLE)]),
                c.read_cpv(cells[at(Datum.CPV)]),
            )
            yield nature, date, buyer, winner, value, number, title, cpv, line

    def _nature(self, words: str, *, without_notice: bool) -> ContractNature:
        nature = self._natures.get(words)
        if nature is None:
            nature = self._natures[words] = c.nature_of(words, without_notice=without_notice)
        return nature

    def _note(self, nature: ContractNature, value: int | None, winner: int) -> None:
        if nature is ContractNature.FRAMEWORK:
            self._tally.note(CEILINGS)
        elif nature is ContractNature.NOT_TOLD:
            self._tally.note(NO_NATURE)
        elif value is not None and value > LARGE:
            self._tally.note(VERY_LARGE)
        if winner == c.PERSON:
            self._tally.note(TO_A_PERSON)

    def _changes(self, rows: Iterable[TableRow]) -> Iterator[Change]:
        at = self._at
        values_of = [self._amount_reader(column) for column in (Datum.BEFORE, Datum.AFTER)]
        for line, cells in rows:
            cells.append("")
            before, after = (value_of(line, cells) for value_of in values_of)
            if before is SET_ASIDE or after is SET_ASIDE:
                continue
            buyer = self._party(cells[at(Datum.BUYER_ID)], cells[at(Datum.BUYER)])
            if buyer is None or after is None:
                self._tally.mark_unreadable(line, c.NO_AUTHORITY if buyer is None else NO_VALUE)
                continue
            winner = self._party(cells[at(Datum.WINNER_ID)], cells[at(Datum.WINNER)])
            number = c.clean(cells[at(Datum.NUMBER)])
            self._sketch.add(f"{buyer} {winner} {before} {after} {number}")
            date = self._dates.number(cells[at(Datum.DATE)], line)
            title = c.clean(cells[at(Datum.TITLE)])
            yield date, buyer, winner, before, after, number, title, line


class _Ceilings:
    """The CPV code of a purchase and the ceiling of its kind. Each pair of cells is read once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[str | None, int]] = {}

    def of(self, kind: str, code: str) -> tuple[str | None, int]:
        key = kind, code
        if key not in self._known:
            cpv = c.read_cpv(code)
            # If neither tells, the value may be one of works.
            ceiling = CEILING if c.is_works(kind, cpv) is False else CEILING_OF_WORKS
            self._known[key] = cpv, ceiling
        return self._known[key]
