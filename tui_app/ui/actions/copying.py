"""The choices of ``y``: the part under the cursor, and the chosen companies in several formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from tui_app.config.settings import may_use_http
from tui_app.contract import operations as ops
from tui_app.export.cells import guard
from tui_app.system.language import _, ngettext
from tui_app.ui.actions.command_line import line_of
from tui_app.ui.panes.action import Choice, Menu
from tui_app.ui.panes.base import Copyable
from tui_app.ui.panes.company import CompanyEntry
from tui_app.ui.session import ScreenSession
from tui_app.ui.two_panes.screen import TwoPaneScreen

_SECTIONS: Final = {
    ops.PROFILE.name: "",
    ops.FINANCIAL.name: "financial",
    ops.COURT_CASES.name: "court-cases",
}
"""The operations that have a section in ``firmeterm show``, and the section's name."""

_OWN_SERVICE: Final = "http://127.0.0.1:8765"
"""The default address of ``firmeterm serve``."""


def copy_menu(panes: TwoPaneScreen) -> Menu:
    """What can be copied, with a sample from the first company."""
    shapes = {
        "tax_id": ("t", _("tax id")),
        "name": ("n", _("name")),
        "row": ("r", _("row, separated by tabs")),
        "json": ("j", _("record as JSON")),
        "curl": ("c", _("curl command, without the key")),
        "command": ("f", _("firmeterm command")),
    }
    line = line_of(panes)
    view = Copyable("view", "v", _("the line that opens this view (:)"), line)
    offered = [
        *panes.pane.copies(),
        *([view] if line else []),
        *(
            Copyable(shape, letter, label, text_of(panes, shape))
            for shape, (letter, label) in (shapes if panes.chosen else {}).items()
        ),
    ]
    by_name = {each.name: each for each in offered}
    count = len(panes.chosen)

    def copy(name: str) -> None:
        each = by_name[name]
        panes.session.copy(each.text, _counted(name, count) or each.label)

    choices = []
    for each in offered:
        sample = next(iter(each.text.splitlines()), "").replace("\t", "  ")
        choices.append(Choice(each.name, each.letter, each.label, sample))
    return Menu(_("Copy"), choices, copy)


def _counted(shape: str, count: int) -> str:
    """The number of companies to copy, in words; empty if they are not counted."""
    texts = {
        "tax_id": ngettext("{count} tax id", "{count} tax ids", count),
        "name": ngettext("{count} name", "{count} names", count),
        "row": ngettext("{count} row", "{count} rows", count),
        "json": ngettext("{count} record", "{count} records", count),
    }
    return texts[shape].format(count=count) if shape in texts else ""


def text_of(panes: TwoPaneScreen, shape: str) -> str:
    """The chosen companies in a format, one a line; as JSON, one document for all."""
    entries = panes.chosen
    if shape == "json":
        import json

        records = [_record(panes, entry) for entry in entries]
        return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False)
    return "\n".join(_line(panes, entry, shape) for entry in entries)


def _line(panes: TwoPaneScreen, entry: CompanyEntry, shape: str) -> str:
    if shape == "tax_id":
        return entry.tax_id
    if shape == "name":
        return entry.name
    if shape in _REQUEST_LINES:
        return _request_lines(panes, entry, _REQUEST_LINES[shape])
    values = (entry.tax_id, entry.company_id, entry.name, entry.company_type, entry.status)
    return "\t".join(map(guard, (*values, entry.locality, entry.county)))


def _request_lines(
    panes: TwoPaneScreen,
    entry: CompanyEntry,
    line: Callable[[ScreenSession, CompanyEntry, ops.AnyOperation, dict[str, str]], str],
) -> str:
    """The requests of the focused tab, for a shell; from a list those of the profile."""
    shown = panes.detail_has_focus and entry is panes.detail.entry
    requests = panes.detail.section.operations() if shown else ((ops.PROFILE, {}),)
    lines = (line(panes.session, entry, operation, raw) for operation, raw in requests)
    return "\n".join(dict.fromkeys(lines))


def _curl_line(
    session: ScreenSession, entry: CompanyEntry, operation: ops.AnyOperation, raw: dict[str, str]
) -> str:
    """One request as a curl command, quoted so that no text from a server runs as a command."""
    import shlex

    settings = session.settings
    from tui_app.client.address import read_address
    from tui_app.client.errors import ClientError
    from tui_app.client.request import build_request

    try:
        target = build_request(operation, entry.tax_id, raw).target
        base = settings.base_url or _OWN_SERVICE
        address = read_address(base, allow_http=may_use_http(settings, base)).base + target
    except ClientError as error:
        return f"# {error}"
    return f'curl -H "Authorization: Bearer $FIRMETERM_API_KEY" {shlex.quote(address)}'


def _command_line(
    session: ScreenSession, entry: CompanyEntry, operation: ops.AnyOperation, raw: dict[str, str]
) -> str:
    """The same request as a command of firmeterm, which needs no key in it."""
    import shlex

    words = ["firmeterm", *_source_flags(session)]
    section = _SECTIONS.get(operation.name)
    if section is None:
        words += ["ask", operation.name.replace("_", "-"), entry.tax_id]
    else:
        words += ["show", entry.tax_id, *(("--section", section) if section else ())]
    for name, value in raw.items():
        words += [f"--{name}", value]
    return shlex.join(words)


def _source_flags(session: ScreenSession) -> list[str]:
    settings, kind = session.settings, session.source.kind
    registry = ["--registry", settings.registry] if settings.registry else []
    if settings.base_url:
        return ["--base-url", settings.base_url]
    return {"public": ["--source", "public", *registry], "registry": registry}.get(
        kind, ["--sample"]
    )


_REQUEST_LINES: Final = {"curl": _curl_line, "command": _command_line}
"""The formats that describe a request rather than data."""


def _record(panes: TwoPaneScreen, entry: CompanyEntry) -> object:
    answer = panes.detail.profile.answer
    if answer is not None and answer.data.tax_id == entry.tax_id:
        return msgspec.to_builtins(answer.data)
    return entry.record
