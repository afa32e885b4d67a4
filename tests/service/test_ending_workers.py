"""Workers that die, are left alone, or are to stop while callers hold on."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.service.callers import IMPATIENT, REQUEST, connect, send
from tests.service.companies import FULL
from tests.service.running import Running, new_key, running
from tests.waiting import until

PROFILE = f"/v1/companies/{FULL}"


_FOR_EVER = 600
"""Seconds: a stop that takes longer never ends, while one of a busy machine has taken 60."""


def is_refused(service: Running) -> bool:
    with contextlib.suppress(ConnectionResetError):
        try:
            connect(service).close()
        except ConnectionRefusedError:
            return True
    return False


def test_workers_end_when_nobody_looks_after_them(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path), "--workers", "2") as service:
        until(lambda: len(service.workers()) == 2)
        with service.client() as client:
            assert client.get("/healthz").status_code == 200
        service.process.kill()
        # The leader of a worker's threads may be gone while another one still holds the socket.
        until(lambda: is_refused(service))


def test_a_worker_that_dies_is_replaced(tmp_path: Path, registry_path: Path) -> None:
    with running(tmp_path, "--registry", str(registry_path)) as service:
        with service.client() as client:
            assert client.get("/healthz").status_code == 200
        (worker,) = service.workers()
        os.kill(worker, signal.SIGKILL)
        until(lambda: service.workers() not in ([], [worker]))
        with service.client() as client:
            assert client.get("/healthz").status_code == 200


def test_held_connections_do_not_hold_up_the_stop(tmp_path: Path, registry_path: Path) -> None:
    key = new_key(tmp_path)
    with (
        running(tmp_path, "--registry", str(registry_path), module=IMPATIENT) as service,
        ThreadPoolExecutor(1) as threads,
        service.client(key) as client,
        contextlib.closing(sqlite3.connect(tmp_path / "accounts.db")) as holder,
    ):
        connections = [connect(service) for _ in range(12)]
        for line in connections[:4]:
            send(line, REQUEST)
        for line in connections[4:8]:
            send(line, REQUEST[:9])
        # While somebody else writes, the charge of this request has to wait.
        holder.execute("BEGIN IMMEDIATE")
        asking = threads.submit(client.get, PROFILE)
        until(lambda: b"healthz" in service.log_file.read_bytes())
        threading.Event().wait(0.3)
        service.process.terminate()
        threading.Event().wait(0.3)
        assert service.process.poll() is None
        holder.rollback()
        answer = asking.result(20)
        assert (answer.status_code, answer.json()["remainingRequests"]) == (200, 9_999)
        assert service.process.wait(_FOR_EVER) == 0
        for line in connections:
            line.close()
