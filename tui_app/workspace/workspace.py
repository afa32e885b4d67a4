"""The workspace: all data of a user, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tui_app.config.settings import data_folder
from tui_app.workspace.checks import Checks
from tui_app.workspace.companies import SeenCompanies
from tui_app.workspace.database import Database
from tui_app.workspace.history import BrowsingHistory
from tui_app.workspace.notes import Notes
from tui_app.workspace.saved_screenings import SavedScreenings
from tui_app.workspace.snapshots import Snapshots
from tui_app.workspace.watch_list import WatchList

_FILE_NAME: Final = "workspace.db"


def workspace_file() -> Path:
    """The user's own file, in the platform's data directory."""
    return data_folder() / _FILE_NAME


class Workspace:
    """The parts of a workspace. Methods may raise ``WorkspaceError``; none is thread-safe.

    Without a path it is in memory; ``private`` reads a file and stores nothing.
    """

    def __init__(self, path: Path | None, *, private: bool = False) -> None:
        self.database = Database(path, private=private)
        self.companies = SeenCompanies(self.database)
        self.history = BrowsingHistory(self.database)
        self.watch_list = WatchList(self.database)
        self.notes = Notes(self.database)
        self.snapshots = Snapshots(self.database)
        self.checks = Checks(self.database)
        self.screenings = SavedScreenings(self.database)

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.database.close()
