"""Backs up and restores a file of accounts while services use it.

``cp`` does not make a backup: the newest counts are in the log beside the file.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tui_app.service.accounts import AccountsError
from tui_app.service.sqlite_accounts import connect, prepare
from tui_app.system.language import _


def back_up(accounts: Path, target: Path) -> int:
    """Copy the accounts into one file, whole or not at all; returns the number of keys.

    Raises ``AccountsError``.
    """
    with (
        _explained(
            _("{accounts} cannot be backed up to {target}").format(accounts=accounts, target=target)
        ),
        closing(_read(accounts)) as read,
    ):
        if target.exists() and target.samefile(accounts):
            raise AccountsError(
                _("{target} is the accounts themselves: name another file.").format(target=target)
            )
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        try:
            with closing(sqlite3.connect(name)) as copy:
                read.backup(copy)
                # One file, without a log beside it.
                copy.execute("PRAGMA journal_mode = DELETE")
                count = _keys(copy)
            _flush(Path(name))
            Path(name).replace(target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return count


def restore(source: Path, accounts: Path) -> int:
    """Replace the accounts by a backup, in one transaction; returns the number of keys.

    A running service continues with it. Raises ``AccountsError``, and then nothing was changed.
    """
    with (
        _explained(
            _("{source} cannot be restored to {accounts}").format(source=source, accounts=accounts)
        ),
        closing(_read(source)) as read,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as staged,
    ):
        read.backup(staged)
        (finding,) = staged.execute("PRAGMA quick_check(1)").fetchone()
        if finding != "ok":
            raise AccountsError(
                _("{path} is damaged: {finding}").format(path=source, finding=finding)
            )
        prepare(staged)
        with closing(connect(accounts)) as target:
            staged.backup(target)
        return _keys(staged)


def _read(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        _keys(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _keys(connection: sqlite3.Connection) -> int:
    (count,) = connection.execute(
        "SELECT count(*) FROM account WHERE digest IS NOT NULL"
    ).fetchone()
    return int(count)


def _flush(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def _explained(what: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise AccountsError(
            _("{what}: {reason}. Nothing was changed.").format(what=what, reason=reason)
        ) from error
