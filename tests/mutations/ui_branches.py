"""Faults of single branches of the tabs: the other of two values, an edge, a lost step."""

from __future__ import annotations

from typing import Final

from tests.mutations import Mutant

_ROWS: Final = ("tests/ui/sections/test_rows_in_tabs.py",)
_STATES: Final = ("tests/ui/sections/test_states_of_tabs.py",)
_CHECKS: Final = ("tests/ui/sections/test_checks_and_events.py",)

MUTANTS = (
    Mutant(
        "The last update of a case is its beginning",
        "ui/sections/case_fields.py",
        "fmt.timestamp(case.last_update)",
        "fmt.timestamp(case.date)",
        _ROWS,
    ),
    Mutant(
        "A category of cases is shown where it does not fit",
        "ui/sections/case_rows.py",
        "taken + _GAP + category <= room",
        "taken + category <= room",
        _ROWS,
    ),
    Mutant(
        "The winner of a contract has the tax id of its buyer",
        "ui/sections/public_money_rows.py",
        "{contract.winner_tax_id or ''}",
        "{contract.buyer_tax_id or ''}",
        _ROWS,
    ),
    Mutant(
        "The share of turnover is the largest, not the newest",
        "ui/sections/public_money.py",
        "max(shares, key=lambda each: each.year or 0)",
        "max(shares, key=lambda each: each.share_of_turnover or 0)",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "Another company may cost what was confirmed for the one before",
        "ui/sections/base.py",
        "self.was_loaded = self.may_spend = self.is_warning_seen = False",
        "self.was_loaded = self.is_warning_seen = False",
        _STATES,
    ),
    Mutant(
        "The warning of a live source stays while it is asked",
        "ui/sections/states.py",
        " and value.phase is not Phase.LOADING",
        "",
        _STATES,
    ),
    Mutant(
        "A failed page is forgotten without a word",
        "ui/sections/base.py",
        "            self.values[0].error = value.error\n",
        "",
        ("tests/ui/sections/test_after_failures.py",),
    ),
    Mutant(
        "A company is a year older the day before",
        "ui/sections/header.py",
        "(today.month, today.day) < (registered.month, registered.day)",
        "(today.month, today.day + 1) < (registered.month, registered.day)",
        _STATES,
    ),
    Mutant(
        "A measure of another version of the server ends the program",
        "ui/sections/signals.py",
        "if each.measure in _PEERS:",
        "if True:",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "Where turnover was nothing the program ends",
        "ui/sections/signal_rows.py",
        "after is None or before <= 0:",
        "after is None or before < 0:",
        _CHECKS,
    ),
    Mutant(
        "Charts of the company before stay with the next one",
        "ui/sections/chart_stack.py",
        "self._wanted = self._shown = self._drawn = ()",
        "self._wanted = ()",
        _CHECKS,
    ),
    Mutant(
        "A cached page of cases counts only where all before it are cached",
        "ui/sections/signals.py",
        "            self._load_cases(free)\n",
        "            pass\n",
        ("tests/ui/sections/test_research_signals.py",),
    ),
    Mutant(
        "Pages of a company go on being paid for after it was left",
        "ui/sections/signals.py",
        "            self._loading_cases.cancel()\n",
        "",
        ("tests/ui/sections/test_research_signals.py",),
    ),
    Mutant(
        "A change without a later day has one all the same",
        "ui/sections/timeline_events.py",
        "if change.not_after else text\n",
        "if True else text\n",
        ("tests/ui/sections/test_drawn_values.py",),
    ),
    Mutant(
        "An amount that just fits its tile is shortened",
        "ui/sections/figures/tiles.py",
        "cell_len(amount) > available and",
        "cell_len(amount) >= available and",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A change that just fits its tile is shortened",
        "ui/sections/figures/tiles.py",
        "cell_len(text) > available:",
        "cell_len(text) >= available:",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "Years that just fit beside a change stand below it",
        "ui/sections/figures/tiles.py",
        "+ len(change) - 1 <= available",
        "+ len(change) - 1 < available",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "Years that just fit beside a sparkline are left out",
        "ui/sections/figures/tiles.py",
        "+ len(span) <= available else line",
        "+ len(span) < available else line",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "Amounts of a low tab end each where it likes",
        "ui/sections/figures/tiles.py",
        "max((amount.cell_length for amount in latest), default=0)",
        "min((amount.cell_length for amount in latest), default=0)",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A screen reader gets pictures of characters in a low tab",
        "ui/sections/figures/figures_text.py",
        "if not is_spoken() and (self._is_low",
        "if (self._is_low",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A screen reader gets tiles side by side",
        "ui/sections/figures/figures_text.py",
        "if width >= TILES_FROM and not is_spoken():",
        "if width >= TILES_FROM:",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A chart leaves the columns of a table that just fits",
        "ui/sections/figures/table.py",
        "if not records or spare < 0:",
        "if not records or spare <= 0:",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A dash in place of a headline can be copied",
        "ui/sections/figures/headlines.py",
        'return None if self.value is None else self.measure.spot(self.year, self.value, "tile")',
        'return self.measure.spot(self.year, self.value, "tile")',
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A company is loaded that a list with the full width hides",
        "ui/sections/detail.py",
        "elif level is not LoadLevel.HIDDEN and self",
        "elif self",
        ("tests/ui/sections/test_late_answers.py",),
    ),
    Mutant(
        "A page that is no longer wanted stands in for the one that is",
        "ui/sections/base.py",
        "if question.page != self.page or question.page == self.page_shown:",
        "if question.page == self.page_shown:",
        ("tests/ui/sections/test_states_shown.py",),
    ),
    Mutant(
        "A terminal with just enough room for tiles has none",
        "ui/sections/figures/figures_text.py",
        "width >= TILES_FROM and",
        "width > TILES_FROM and",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A copied figure does not say its year",
        "ui/sections/figures/measures.py",
        "f\"{self.label} {year or ''}\".rstrip()",
        "self.label",
        ("tests/ui/sections/figures/test_figures.py",),
    ),
    Mutant(
        "A contract without a winner has one of a blank",
        "ui/sections/public_money_rows.py",
        "{contract.winner_tax_id or ''}\".strip()",
        "{contract.winner_tax_id or ''}\"",
        ("tests/ui/sections/test_values_at_their_edges.py",),
    ),
)
