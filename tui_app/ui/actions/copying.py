"""What ``y`` offers: what is under the cursor, and the chosen companies in several shapes."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tui_app.contract import operations as ops
from tui_app.language import _
from tui_app.settings import may_use_http
from tui_app.ui.actions.base import Explorer
from tui_app.ui.panes.entry import Entry
from tui_app.ui.panes.menu import Choice, Menu

if TYPE_CHECKING:
    from tui_app.settings import Settings

_OWN_SERVICE: Final = "http://127.0.0.1:8765"
"""Where ``firmeterm serve`` listens unless told otherwise."""


def ask_copy(explorer: Explorer) -> None:
    """Ask for the shape, each with what it would give for the first company, and copy."""
    shapes = {
        "tax_id": ("t", _("tax id")),
        "name": ("n", _("name")),
        "row": ("r", _("row, separated by tabs")),
        "json": ("j", _("record as JSON")),
        "curl": ("c", _("curl command, without the key")),
    }
    texts = {shape: text_of(explorer, shape) for shape in shapes}
    first = explorer.pane.copies()
    texts = {each.name: each.text for each in first} | texts
    shapes = {each.name: (each.letter, each.label) for each in first} | shapes
    choices = [
        Choice(shape, letter, label, next(iter(texts[shape].splitlines()), "").replace("\t", "  "))
        for shape, (letter, label) in shapes.items()
    ]
    explorer.open_menu(Menu(_("Copy"), choices, lambda shape: explorer.program.copy(texts[shape])))


def text_of(explorer: Explorer, shape: str) -> str:
    """The chosen companies in a shape, one a line; one JSON document for all of them."""
    entries = explorer.chosen
    if shape == "json":
        records = [_record(explorer, entry) for entry in entries]
        return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False)
    return "\n".join(_line(explorer, entry, shape) for entry in entries)


def _line(explorer: Explorer, entry: Entry, shape: str) -> str:
    if shape == "tax_id":
        return entry.tax_id
    if shape == "name":
        return entry.name
    if shape == "curl":
        return _curl_lines(explorer, entry)
    values = (entry.tax_id, entry.company_id, entry.name, entry.company_type, entry.status)
    return "\t".join(value or "" for value in (*values, entry.locality, entry.county))


def _curl_lines(explorer: Explorer, entry: Entry) -> str:
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
        address = read_address(given, allow_http=may_use_http(settings, given)).base + target
    except ClientError as error:
        return f"# {error}"
    return f'curl -H "Authorization: Bearer $FIRMETERM_API_KEY" {shlex.quote(address)}'


def _record(explorer: Explorer, entry: Entry) -> object:
    answer = explorer.detail.profile.answer
    if answer is not None and answer.data.tax_id == entry.tax_id:
        return msgspec.to_builtins(answer.data)
    return entry.record
