"""Faults of what stands behind a picture: what a key opens, copies or asks, and a stale drawing."""

from __future__ import annotations

from tests.mutations import Mutant

_TABS = ("tests/ui/sections/test_pictures_of_tabs.py",)
_PARTS = ("tests/ui/sections/test_pictures_of_parts.py",)
_UNITS = ("tests/ui/sections/test_units_of_tabs.py",)

MUTANTS = (
    Mutant(
        "The cursor of a start page that was shown before its data is below them",
        "ui/sections/overview.py",
        "if self._home_view is not None and self._home is not None:",
        "if self._home_view is not None:",
        ("tests/ui/sections/test_states_of_tabs.py",),
    ),
    Mutant(
        "Of court cases that wait for a page, another answer asks for it once more",
        "ui/sections/signals.py",
        "        if self._is_loading_cases:\n            return\n        if free",
        "        if free",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "The checks stay as they were when answers come that nobody asked for",
        "ui/sections/signals.py",
        "    reads_all = True\n",
        "",
        _TABS,
    ),
    Mutant(
        "A company counts as looked at before it is there, and again with each key",
        "ui/sections/detail.py",
        "if self.entry is not None and self.profile.is_settled and not self._is_reported:",
        "if self.entry is not None:",
        ("tests/ui/sections/test_states_shown.py",),
    ),
    Mutant(
        "A start page that came before the source lacks what the source can do",
        "ui/app.py",
        "            self.explorer.detail.name_keys_again()",
        "            pass",
        ("tests/ui/sections/test_home_shown.py",),
    ),
    Mutant(
        "A role that needs no explanation has empty brackets",
        "ui/sections/case_fields.py",
        'role = f" ({label})" if label else ""',
        'role = f" ({label})"',
        _TABS,
    ),
    Mutant(
        "A status that the head cuts is not explained below it",
        "ui/sections/profile_text.py",
        'text = f"{mark} {status} ({label})" if label else f"{mark} {status}"',
        'text = f"{mark} {status}"',
        _PARTS,
    ),
    Mutant(
        "In another width the cases keep the columns that they had",
        "ui/sections/court_cases.py",
        "            self.show_rows()\n            self.redraw()\n\n    @property",
        "            self.redraw()\n\n    @property",
        _TABS,
    ),
    Mutant(
        "Enter is offered on a title of the public money, and does nothing",
        "ui/sections/public_money.py",
        "return None if is_plain else super().enter()",
        "return super().enter()",
        _TABS,
    ),
    Mutant(
        "A copied check without a source ends in a dot",
        "ui/sections/signals.py",
        "{' · '.join(filter(None, parts))}",
        "{' · '.join(parts)}",
        _TABS,
    ),
    Mutant(
        "The cursor of the public money begins below its first row",
        "ui/sections/public_money.py",
        "self.rows.cursor = 1\n",
        "self.rows.cursor = 2\n",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "The values that facets are made of can be changed",
        "ui/sections/case_facets.py",
        "class CaseFacets(Struct, frozen=True)",
        "class CaseFacets(Struct)",
        _UNITS,
    ),
    Mutant(
        "While a live source is asked, no key to stop it is named",
        "ui/sections/base.py",
        'stop = session.first_key("escape") if self.live else ""',
        'stop = ""',
        ("tests/ui/sections/test_states_of_tabs.py",),
    ),
    Mutant(
        "Data that are asked for by a key alone leave a company unopened",
        "ui/sections/detail.py",
        "        self._confirm()\n        self._open()\n        if self.profile.is_missing",
        "        self._confirm()\n        if self.profile.is_missing",
        ("tests/ui/sections/test_states_shown.py",),
    ),
    Mutant(
        "The page that is to be opened costs what the first one does",
        "ui/sections/detail.py",
        "        if not page:\n            section = self",
        "        if True:\n            section = self",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "What a text without a spot copies ends the explorer",
        "ui/sections/cursor.py",
        "spot.label, spot.text),) if spot else ()",
        "spot.label, spot.text),)",
        ("tests/ui/sections/test_states_shown.py",),
    ),
    Mutant(
        "A line that is not loaded is cut without a sign",
        "ui/sections/overview_lines.py",
        "    return text.truncate(width, ellipsis=True)\n\n\ndef _words_of",
        "    return text.truncate(width)\n\n\ndef _words_of",
        _UNITS,
    ),
    Mutant(
        "A check with a long Romanian title pushes its source away",
        "ui/sections/signal_rows.py",
        "_GREATEST_NAME: Final = 52",
        "_GREATEST_NAME: Final = 53",
        _PARTS,
    ),
    Mutant(
        "After the last contract the explorer ends",
        "ui/sections/public_money.py",
        "if 0 <= index < len(keys) and",
        "if 0 <= index <= len(keys) and",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "An invented case of a server leads to the courts' portal",
        "ui/sections/court_cases.py",
        "self.session.source.invented or (answer is not None",
        "self.session.source.invented and (answer is not None",
        ("tests/ui/sections/test_rows_shown.py",),
    ),
    Mutant(
        "The figures of another company begin at the figure that was chosen",
        "ui/sections/financials.py",
        "        super().reset()\n        self.charts.drop()",
        "        self.charts.drop()",
        ("tests/ui/sections/test_states_shown.py",),
    ),
    Mutant(
        "Amounts stand apart only from a column later on",
        "ui/sections/figures/table.py",
        "_ROOMY_FROM: Final = 60",
        "_ROOMY_FROM: Final = 61",
        _PARTS,
    ),
)
