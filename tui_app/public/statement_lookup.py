"""The yearly statements of a company, newest first, one request per year."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tui_app.contract.live import SourceNote
from tui_app.contract.resources import YearlyRecord
from tui_app.public.active_call import ActiveCall, StoppedError
from tui_app.public.anaf import Anaf
from tui_app.public.answer_cache import CLOSED_YEAR, NOT_FOUND, AnswerCache, Dated
from tui_app.public.statements import Statement
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.language import _

EMPTY_YEARS: Final = 2
"""After this many years without a statement, following one with, no older statement is expected."""


class Figures(Struct, frozen=True, kw_only=True):
    """The loaded statements, newest first. ``failure`` says why older years are missing.

    ``skipped`` are the years that were not requested; ``stopped``: the user stopped the call.
    """

    statements: tuple[Dated[Statement], ...]
    skipped: tuple[int, ...] = ()
    failure: SourceUnavailableError | None = None
    stopped: bool = False


class StatementLookup:
    """Requests statements, and knows which are cached."""

    def __init__(self, anaf: Anaf, cache: AnswerCache) -> None:
        self._anaf = anaf
        self._cache = cache
        self.known: dict[str, frozenset[int]] = {}
        """The years in the register, for the companies that were requested."""

    def cached(self, tax_id: str, year: int) -> Dated[Statement] | None:
        """The cached statement of a year, unless it is too old."""
        # A missing statement of the last years may be filed any day.
        may_come = year >= last_year() - 1

        def age(statement: Statement) -> float:
            return NOT_FOUND if may_come and not statement.is_filed else CLOSED_YEAR

        return self._cache.get(_name(tax_id, year), Statement, age)

    def to_ask(self, tax_id: str, since: int, *, whole: bool = False) -> list[int]:
        """The years that a call would request at most, newest first."""
        requested: list[int] = []
        loaded: list[Dated[Statement]] = []
        known = self.known.get(tax_id, frozenset())
        for year in range(last_year(), since - 1, -1):
            cached = self.cached(tax_id, year)
            if cached is not None:
                loaded.append(cached)
                if not whole and not requested and _is_over(loaded, bool(known)):
                    break
            elif year not in known:
                requested.append(year)
        return requested

    def find(
        self,
        tax_id: str,
        since: int,
        call: ActiveCall,
        *,
        fresh: bool = False,
        whole: bool = False,
        known: Mapping[int, YearlyRecord],
    ) -> Figures:
        """The statements from last year back to ``since``.

        Years in ``known`` are not requested. After a statement was found, it ends with two empty
        years, unless ``whole`` is set. The result is partial if the user stops the call, its time
        ends or ANAF fails.
        """
        loaded: list[Dated[Statement]] = []
        years = [year for year in range(last_year(), since - 1, -1) if year not in known]
        failure: SourceUnavailableError | None = None
        stopped = False
        try:
            for dated in self._statements(tax_id, years, call, fresh=fresh):
                loaded.append(dated)
                if not whole and _is_over(loaded, bool(known)):
                    break
        except StoppedError:
            stopped = True
        except SourceUnavailableError as error:
            failure = error
        skipped = tuple(years[len(loaded) :])
        return Figures(statements=tuple(loaded), skipped=skipped, failure=failure, stopped=stopped)

    def _statements(
        self, tax_id: str, years: list[int], call: ActiveCall, *, fresh: bool
    ) -> Iterator[Dated[Statement]]:
        steps = len(years)
        for step, year in enumerate(years, 1):
            cached = None if fresh else self.cached(tax_id, year)
            if cached is not None:
                yield cached
                continue
            call.check()
            call.report(step, steps, _("year {step} of {steps}").format(step=step, steps=steps))
            statement = self._anaf.statement(tax_id, year, call)
            yield self._cache.put(_name(tax_id, year), statement)


def notes_on(figures: Figures) -> tuple[SourceNote, ...]:
    """Notes for the reader of the figures."""
    statements = [dated.value for dated in figures.statements]
    notes = []
    if any(s.has_zero for s in statements):
        text = _("0 may also mean that the line was left empty: ANAF does not say which.")
        notes.append(SourceNote(text, "financialData"))
    if other := _listed([s.year for s in statements if s.other_kind]):
        text = _("{years}: a statement of another kind, without these lines.")
        notes.append(SourceNote(text.format(years=other), "financialData"))
    if statements and not statements[0].is_filed and statements[0].year == last_year():
        text = _("{year}: not filed, or not yet published; last year's appear from about August.")
        notes.append(SourceNote(text.format(year=statements[0].year), "financialData"))
    if figures.skipped:
        notes.append(_note_on_skipped(figures))
    return tuple(notes)


def last_year() -> int:
    """The newest year that can have a statement."""
    return dt.datetime.now(dt.UTC).year - 1


def _is_over(loaded: list[Dated[Statement]], is_known: bool) -> bool:
    filed = [dated.value.is_filed for dated in loaded]
    return (is_known or any(filed)) and not any(filed[-EMPTY_YEARS:]) and len(filed) >= EMPTY_YEARS


def _note_on_skipped(figures: Figures) -> SourceNote:
    years = _listed(figures.skipped)
    if figures.failure is not None:
        text = _("{years}: missing. {why}").format(years=years, why=figures.failure)
    elif figures.stopped:
        text = _("{years}: not requested, because you stopped.").format(years=years)
    else:
        text = _("{years}: not requested, because the {empty} years after have no statement.")
        text = text.format(years=years, empty=EMPTY_YEARS)
    return SourceNote(text, "financialData")


def _listed(years: list[int] | tuple[int, ...]) -> str:
    """Years in a short form: ``2016`` or ``2014-2016``."""
    if len(years) > 2 and max(years) - min(years) == len(years) - 1:
        return f"{min(years)}-{max(years)}"
    return ", ".join(str(year) for year in sorted(years))


def _name(tax_id: str, year: int) -> str:
    return f"statement/{tax_id}/{year}"
