"""What a tab does on a key, told without doing it: it stands behind the picture of the tab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from textual.message import Message

from tui_app.ui.panes.action import Checklist, Menu
from tui_app.ui.panes.base import DataPane
from tui_app.ui.remote.questions import Question
from tui_app.ui.sections.base import Section
from tui_app.ui.sections.with_cursor import CursorSection
from tui_app.ui.widgets.row_list import RowList


def behind(section: Section) -> str:
    """What it asks, why an action cannot be done, its menus, what it copies, opens and exports."""
    told = [
        f"asks {_asked(section.questions)} / again {_asked(section.questions_of_reload())}"
        f" / page 2 {_asked(section.questions_of_page(2))}",
        f"filter {section.why_no_filter()!r}, all {section.why_not_all()!r}, "
        f"links {section.links()}, ops {[(op.name, raw) for op, raw in section.operations()]}",
    ]
    for action in section.actions:
        asked = action.questions_of(section) if action.questions_of else None
        why_not = action.why_not(section) if action.why_not else ""
        told.append(f"{action.name}: {why_not!r} {_asked(asked or ())}")
    for name in ("facets", "kinds_menu"):
        menu: Menu | Checklist | None = getattr(section, name, lambda: None)()
        told += [menu.title] if menu else []
        told += [f"{each.name} {each.letter} {each.label} {each.note} {each.chosen}"
                 for each in (menu.choices if menu else ())]  # fmt: skip
    told += _spots(section) if isinstance(section, CursorSection) else _enter(section)
    if isinstance(rows := section.focus_target, RowList):
        told += _rows(section, rows)
    if (table := section.export_table()) is not None:
        told += [f"{table.title}: {table.columns}", *map(str, table.rows)]
    return "\n".join(told)


def _asked(questions: Iterable[Question]) -> str:
    return ", ".join(
        f"{each.operation.name}{' fresh' * each.fresh} {each.page}" for each in questions
    )


def _enter(section: Section) -> Iterator[str]:
    intent = section.enter()
    yield f"enter: {intent and (intent.label, _asked(intent.questions))}"
    for each in section.copies():
        yield f"{each.letter} {each.label}: {each.text}"


def _spots(section: Any) -> Iterator[str]:
    """The same for each spot of the cursor, and what opening it sends."""
    before = section._chosen
    sent: list[Message] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(section, "post_message", sent.append)
        for each in section._spots:
            spot, section._chosen = each.spot, each.spot.name
            yield f"{spot.name} in {each.line}, {spot.column}, {spot.link}: " + "; ".join(
                _enter(section)
            )
            if intent := section.enter_spot():
                intent.run()
            yield from map(_message, sent)
            sent.clear()
    section._chosen = before


def _rows(section: Any, rows: RowList) -> Iterator[str]:
    """The same for each row, and what opening it sends."""
    before = rows.cursor
    sent: list[Message] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(section, "post_message", sent.append)
        for at, row in enumerate(rows.rows):
            rows.cursor = at
            yield f"{row.key}: " + "; ".join(_enter(section))
            if not row.key.startswith("more "):  # it changes the list
                section.on_row_list_opened(RowList.Opened(row.key))
            yield from map(_message, sent)
            sent.clear()
    rows.cursor = before


def _message(message: Message) -> str:
    if isinstance(message, DataPane.ShowFields):
        copied = message.copied() if message.copied else None
        return "\n".join([f"  {message.title}, copies {copied}", *(
            f"    {each.label}: {each.value} {each.style} {each.link}" for each in message.fields
        )])  # fmt: skip
    if isinstance(message, DataPane.OpenCompany):
        return f"  opens {message.entry} {message.origin}"
    return f"  {type(message).__name__} {message}"
