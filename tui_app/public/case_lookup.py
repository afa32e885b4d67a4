"""The court cases of a company, by name: all at once, or by year if there are too many."""

from __future__ import annotations

import datetime as dt
from typing import Final

from msgspec import Struct

from tui_app.contract.live import SourceNote
from tui_app.contract.operations import PAGE, PAGE_SIZE
from tui_app.contract.resources import CourtCase, CourtCasePage
from tui_app.public.active_call import ActiveCall, StoppedError
from tui_app.public.answer_cache import CASES, AnswerCache, Dated
from tui_app.public.courts import MAX_CASES, cases_of, newest_first
from tui_app.public.party_names import MatchKind
from tui_app.public.portal import Portal
from tui_app.registry.errors import SourceUnavailableError
from tui_app.system.language import _
from tui_app.system.wording import grouped

FIRST_YEAR: Final = 2000
"""The oldest year with a request of its own; the courts' electronic files start later."""


class CaseAnswer(Struct, frozen=True):
    """The company's own cases in one answer; ``capped``: some may be missing."""

    cases: tuple[CourtCase, ...]
    capped: bool


class CompanyCases(Struct, frozen=True, kw_only=True):
    """All loaded cases, newest first, and whether they are complete."""

    cases: tuple[CourtCase, ...]
    fetched_at: dt.datetime
    complete: bool = True
    notes: tuple[SourceNote, ...] = ()


class CaseLookup:
    """Requests cases from the courts' portal, each request once a day."""

    def __init__(self, portal: Portal, cache: AnswerCache) -> None:
        self._portal = portal
        self._cache = cache

    def cached(self, tax_id: str, year: int | None = None) -> Dated[CaseAnswer] | None:
        """The cached cases, unless they are too old."""
        return self._cache.get(_name(tax_id, year), CaseAnswer, lambda _cases: CASES)

    def find(
        self, tax_id: str, name: str, call: ActiveCall, *, fresh: bool, whole: bool
    ) -> CompanyCases:
        """The cases of a company; ``whole``: year by year if one answer is not complete.

        Raises ``SourceUnavailableError`` and ``StoppedError`` if there is no answer at all.
        """
        first = None if fresh else self.cached(tax_id)
        if first is None:
            call.report(1, 1, _("asking the courts' portal, up to 60 s"))
            first = self._ask(tax_id, name, call)
        if first.value.capped and whole:
            return self._by_year(first, tax_id, name, call, fresh=fresh)
        notes = (_capped_note(len(first.value.cases)),) if first.value.capped else ()
        return CompanyCases(
            cases=first.value.cases,
            fetched_at=first.fetched_at,
            notes=(*notes, *_notes_on(first.value.cases)),
        )

    def _by_year(
        self, first: Dated[CaseAnswer], tax_id: str, name: str, call: ActiveCall, *, fresh: bool
    ) -> CompanyCases:
        years = range(dt.datetime.now(dt.UTC).year, FIRST_YEAR - 1, -1)
        answers = [first]
        notes: list[SourceNote] = []
        for step, year in enumerate(years, 1):
            try:
                answers.append(self._of_year(tax_id, name, year, (step, len(years)), call, fresh))
            except (StoppedError, SourceUnavailableError) as end:
                why = str(end) or _("You stopped.")
                text = _("Cases before {year} may be missing. {why}")
                notes.append(SourceNote(text.format(year=year + 1, why=why), "courtCases"))
                break
        # The answers of single years are newer than the first one.
        cases = newest_first(case for dated in reversed(answers) for case in dated.value.cases)
        is_complete = not notes
        if any(dated.value.capped for dated in answers[1:]):
            notes.append(_capped_note(len(cases)))
        return CompanyCases(
            cases=cases,
            fetched_at=min(dated.fetched_at for dated in answers),
            complete=is_complete,
            notes=(*notes, *_notes_on(cases)),
        )

    def _of_year(
        self, tax_id: str, name: str, year: int, at: tuple[int, int], call: ActiveCall, fresh: bool
    ) -> Dated[CaseAnswer]:
        cached = None if fresh else self.cached(tax_id, year)
        if cached is not None:
            return cached
        call.check()
        call.report(*at, _("year {step} of {steps}").format(step=at[0], steps=at[1]))
        return self._ask(tax_id, name, call, year)

    def _ask(
        self, tax_id: str, name: str, call: ActiveCall, year: int | None = None
    ) -> Dated[CaseAnswer]:
        answer = self._portal.cases(name, call, year)
        own = cases_of(answer, tax_id, name)
        return self._cache.put(_name(tax_id, year), CaseAnswer(own, len(answer) >= MAX_CASES))


def page_of(cases: tuple[CourtCase, ...], page: int) -> CourtCasePage:
    """One page of the cases; an empty one after the last page."""
    start = (page - 1) * PAGE_SIZE
    return CourtCasePage(
        court_cases=cases[start : start + PAGE_SIZE],
        total_pages=min(-(-len(cases) // PAGE_SIZE), PAGE.maximum),
        current_page=page,
        total_cases=len(cases),
    )


def _capped_note(count: int) -> SourceNote:
    text = _("At least {count} cases: the portal returns no more in one answer.")
    return SourceNote(text.format(count=grouped(count)), "totalCases")


def _notes_on(cases: tuple[CourtCase, ...]) -> tuple[SourceNote, ...]:
    notes = []
    doubtful = [c for c in cases if c.matched_by and not MatchKind(c.matched_by).is_certain]
    if doubtful:
        text = _(
            "{count} of these may belong to another company or person: see how each was matched."
        )
        notes.append(SourceNote(text.format(count=len(doubtful)), "courtCases"))
    texts = (text for c in cases for text in (c.subject, c.department, c.case_category) if text)
    if any("?" in text for text in texts):
        notes.append(SourceNote(_("Letters shown as ? were lost at the ministry."), "courtCases"))
    return tuple(notes)


def _name(tax_id: str, year: int | None) -> str:
    return f"cases/{tax_id}/{year or 'all'}"
