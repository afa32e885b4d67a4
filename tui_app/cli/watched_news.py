"""What a newer snapshot of the register says about watched companies."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from tui_app.cli.registry import settings_with
from tui_app.config.settings import imported_registry
from tui_app.contract.parameters import InvalidParameter
from tui_app.contract.past import CompanyHistory
from tui_app.contract.resources import CompanySummary
from tui_app.registry.errors import RegistryError
from tui_app.registry.generation import beside
from tui_app.registry.sqlite.registry import SqliteRegistry
from tui_app.sources.source import SourceKind
from tui_app.system.language import _, ngettext
from tui_app.workspace.errors import WorkspaceError
from tui_app.workspace.register_changes import record_register_changes
from tui_app.workspace.workspace import Workspace, workspace_file


def report_watched_changes(registry: Path, since: dt.date | None) -> Iterator[str]:
    """Store the changes of watched companies after a day, and report how many changed.

    ``since`` is the newest day that was known before; without one, nothing counts as a change. Only
    the registry that the explorer opens counts.
    """
    settings = settings_with({})
    is_used = registry in (imported_registry(), Path(settings.registry or ""))
    is_there = registry.exists() and workspace_file().exists() and beside(registry).history
    if since is None or settings.private or not (is_used and is_there):
        return
    try:
        with Workspace(workspace_file()) as workspace, closing(SqliteRegistry(registry)) as opened:
            histories = map(opened.history, workspace.watch_list.tax_ids())
            changed = sum(_stored(workspace, each, since) for each in histories if each is not None)
    except (WorkspaceError, RegistryError, InvalidParameter) as error:
        yield _("The watch list was not updated: {error}").format(error=error)
        return
    if changed:
        yield ngettext(
            "{count} watched company changed: firmeterm watch list",
            "{count} watched companies changed: firmeterm watch list",
            changed,
        ).format(count=changed)


def _stored(workspace: Workspace, history: CompanyHistory, since: dt.date) -> bool:
    found = [each for each in history.changes if each.not_after > since.isoformat()]
    if not workspace.companies.summary(history.tax_id).company_name:
        known = CompanySummary(tax_id=history.tax_id, company_name=history.company_name)
        workspace.companies.remember(known, invented=False)
    source = SourceKind.REGISTRY.value
    return record_register_changes(workspace.database, source, history.tax_id, found) > 0
