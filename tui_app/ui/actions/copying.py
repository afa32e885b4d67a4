"""What ``y`` offers: the chosen companies in several shapes, and the court case on the cursor."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tui_app.contract import operations as ops
from tui_app.contract.resources import CourtCase
from tui_app.language import _
from tui_app.ui.dialogs.choice import Choice, ChoiceScreen
from tui_app.ui.lists.entry import Entry
from tui_app.ui.sections.court_cases import CourtCasesSection

if TYPE_CHECKING:
    from tui_app.settings import Settings
    from tui_app.ui.explorer.screen import ExplorerScreen

_OWN_SERVICE: Final = "http://127.0.0.1:8765"
"""Where ``firmeterm serve`` listens unless told otherwise."""


def ask_copy(explorer: ExplorerScreen) -> None:
    """Ask for the shape, each with what it would give for the first company, and copy."""
    shapes = {
        "tax_id": ("t", _("tax id")),
        "name": ("n", _("name")),
        "row": ("r", _("row, separated by tabs")),
        "json": ("j", _("record as JSON")),
        "curl": ("c", _("the question as a curl line, without the key")),
    }
    texts = {shape: text_of(explorer, shape) for shape in shapes}
    if (case := _case_of(explorer)) is not None:
        texts = {"case": case.case_number or "", "case_json": _as_json(case)} | texts
        shapes = {
            "case": ("m", _("number of the court case")),
            "case_json": ("M", _("court case as JSON")),
        } | shapes

    def copy(shape: str | None) -> None:
        if shape is not None:
            explorer.program.copy(texts[shape])

    choices = [
        Choice(shape, letter, label, next(iter(texts[shape].splitlines()), "").replace("\t", "  "))
        for shape, (letter, label) in shapes.items()
    ]
    explorer.app.push_screen(ChoiceScreen(_("Copy"), choices), copy)


def _case_of(explorer: ExplorerScreen) -> CourtCase | None:
    """The court case that the cursor is on, while the keys go there."""
    section = explorer.detail.section
    if explorer.detail_has_focus and isinstance(section, CourtCasesSection):
        return section.current
    return None


def _as_json(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False)


def text_of(explorer: ExplorerScreen, shape: str) -> str:
    """The chosen companies in a shape, one a line; one JSON document for all of them."""
    entries = explorer.chosen
    if shape == "json":
        records = [_record(explorer, entry) for entry in entries]
        return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False)
    return "\n".join(_line(explorer, entry, shape) for entry in entries)


def _line(explorer: ExplorerScreen, entry: Entry, shape: str) -> str:
    if shape == "tax_id":
        return entry.tax_id
    if shape == "name":
        return entry.name
    if shape == "curl":
        return _curl_lines(explorer, entry)
    values = (entry.tax_id, entry.company_id, entry.name, entry.company_type, entry.status)
    return "\t".join(value or "" for value in (*values, entry.locality, entry.county))


def _curl_lines(explorer: ExplorerScreen, entry: Entry) -> str:
    """The questions of the tab that has the keys, for a shell; from a list the profile's."""
    shown = explorer.detail_has_focus and entry is explorer.detail.entry
    asked = explorer.detail.section.operations() if shown else ((ops.PROFILE, {}),)
    settings = explorer.program.settings
    return "\n".join(_curl_line(settings, entry, operation, raw) for operation, raw in asked)


# Any: an operation of whichever result.
def _curl_line(
    settings: Settings, entry: Entry, operation: ops.Operation[Any], raw: dict[str, str]
) -> str:
    """One question for a shell, where a server's text must not act either."""
    from tui_app.client.address import read_address
    from tui_app.client.errors import ClientError
    from tui_app.client.request import build_request

    try:
        target = build_request(operation, entry.tax_id, raw).target
        given = settings.base_url or _OWN_SERVICE
        address = read_address(given, allow_http=settings.allow_http).base + target
    except ClientError as error:
        return f"# {error}"
    return f'curl -H "Authorization: Bearer $FIRMETERM_API_KEY" {shlex.quote(address)}'


def _record(explorer: ExplorerScreen, entry: Entry) -> object:
    answer = explorer.detail.profile.answer
    if answer is not None and answer.data.tax_id == entry.tax_id:
        return msgspec.to_builtins(answer.data)
    return entry.record
