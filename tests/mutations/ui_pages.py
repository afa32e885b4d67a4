"""Faults in what the screen says: overview, signals, rows, and the screen that is read aloud."""

from __future__ import annotations

from tests.mutations import Mutant

_LINES = ("tests/ui/sections/test_overview_lines.py",)
_ROWS = ("tests/ui/lists/test_row_figures.py",)
_SPOKEN = ("tests/ui/test_screen_reader.py",)
_TYPED = ("tests/ui/terminal/test_typed_text.py",)

MUTANTS = (
    Mutant(
        "An older figure passes for one of the newest statement",
        "ui/sections/overview_lines.py",
        "is_newest = headline.year is None or headline.year == newest",
        "is_newest = True",
        _LINES,
    ),
    Mutant(
        "Figures of long ago are not called old",
        "ui/sections/overview_lines.py",
        "if old := old_note(records, known.state.today):",
        "if old := '':",
        _LINES,
    ),
    Mutant(
        "A server is asked for the turnover of each row",
        "ui/lists/row_figures.py",
        "        is_free = program.source.embedded and not client.offline\n",
        "        is_free = True\n",
        _ROWS,
    ),
    Mutant(
        "Beside the turnover the name is dropped to a few letters",
        "ui/lists/columns.py",
        "more = _BESIDE_TURNOVER if TURNOVER in requested else 0",
        "more = 0",
        _ROWS,
    ),
    Mutant(
        "A small terminal loses its names to the turnover",
        "ui/lists/row_figures.py",
        "        if self._pane.app.size.width < FROM:\n",
        "        if False:\n",
        _ROWS,
    ),
    Mutant(
        "Two panes are read aloud in the same lines",
        "ui/explorer/layouts.py",
        "return _WIDTHS[:2] if is_spoken() else _WIDTHS",
        "return _WIDTHS",
        _SPOKEN,
    ),
    Mutant(
        "What is below a dialog is read aloud with it",
        "ui/dialogs/dialog.py",
        'self.set_class(is_spoken(), "-spoken")',
        "pass",
        _SPOKEN,
    ),
    Mutant(
        "The cursor of a screen reader stays on the first line of a tab",
        "ui/sections/cursor.py",
        "self.scroller.cursor_line = current.line if current else 0",
        "self.scroller.cursor_line = 0",
        _SPOKEN,
    ),
    Mutant(
        "A marked row sounds like any other",
        "ui/terminal/plain_output.py",
        '_SPOKEN: Final = _MARKS | {"▌": "+"}',
        "_SPOKEN: Final = _MARKS",
        _SPOKEN,
    ),
    Mutant(
        "Esc and the key after it are one key",
        "ui/terminal/typed_text.py",
        '            return _ESCAPE.sub(_ESCAPE_KEY, text), ""\n',
        '            return text, ""\n',
        _TYPED,
    ),
    Mutant(
        "Esc alone waits for another key for ever",
        "ui/terminal/typed_text.py",
        '        text, self._waiting = self._waiting.replace("\\x1b", _ESCAPE_KEY), ""\n',
        '        text = ""\n',
        _TYPED,
    ),
    Mutant(
        "No court file about a company passes for no court case",
        "service/responses.py",
        "if isinstance(data, CourtCasePage) and not data.total_cases and not invented:",
        "if False:",
        ("tests/service/test_partial.py",),
    ),
    Mutant(
        "Any address is sent to the terminal as a link",
        "ui/terminal/sgr.py",
        'return link if _MAY_LINK.fullmatch(link) else ""',
        "return link",
        ("tests/terminal/test_canvas.py",),
    ),
    Mutant(
        "A link goes on after the text that leads to it",
        "ui/terminal/sgr.py",
        'link = "" if before.link == after.link else',
        'link = "" if not after.link else',
        ("tests/terminal/test_canvas.py",),
    ),
    Mutant(
        "Links are sent through a multiplexer",
        "ui/terminal/capabilities.py",
        "if _multiplexer(term, environment) is not Multiplexer.NONE:",
        "if False:",
        ("tests/ui/terminal/test_capabilities.py",),
    ),
    Mutant(
        "An invented case leads to the courts",
        "ui/sections/case_fields.py",
        'return "" if is_invented else',
        'return "" if False else',
        ("tests/ui/sections/test_case_columns.py",),
    ),
    Mutant(
        "A part of a line of years passes for all of it",
        "ui/sections/overview_lines.py",
        'end = part.plain.rfind(" ", 0, width + 1)',
        "end = width",
        ("tests/ui/sections/test_overview_lines.py",),
    ),
    Mutant(
        "A tab takes the words of those after it",
        "ui/widgets/tab_strip.py",
        "tabs = [replace(t, label=each[0]) for",
        "tabs = [replace(t, label=each[-1]) for",
        ("tests/ui/widgets/test_tab_strip.py",),
    ),
    Mutant(
        "A town that begins with a number stands at the right, as a figure does",
        "ui/compare/drawing.py",
        "if row.is_number else",
        "if row.is_number or value[:1].isdigit() else",
        ("tests/ui/compare/test_rows.py",),
    ),
    Mutant(
        "The bars of the courts leave no room for the key",
        "ui/sections/overview_lines.py",
        "if below or _is_bars(parts[-1]):",
        "if below:",
        _LINES,
    ),
    Mutant(
        "Titles stand over an empty list",
        "ui/widgets/row_list.py",
        "return 1 if self._head and self._rows else 0",
        "return 1 if self._head else 0",
        ("tests/ui/lists/test_columns.py",),
    ),
    Mutant(
        "The source keeps the language of before",
        "ui/app.py",
        "        self.source = self.app_context.describe(self.settings)\n        start(\n",
        "        start(\n",
        ("tests/ui/lists/test_columns.py",),
    ),
    Mutant(
        "The turnover cuts what a list says about a company",
        "ui/lists/rows.py",
        "if cell_len(entry.note) <= available:",
        "if True:",
        _ROWS,
    ),
)
