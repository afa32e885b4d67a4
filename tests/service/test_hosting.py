"""What the manual says about hosting is tried as it stands there."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import signal
import subprocess
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.service.companies import FULL
from tests.service.nginx import (
    accepts,
    block,
    free_port,
    manual_sample,
    needs_nginx,
    running_nginx,
)
from tests.service.running import Running, new_key, running
from tests.waiting import until

ANALYZE = shutil.which("systemd-analyze", path=f"{os.environ['PATH']}:/usr/sbin")
PROFILE = f"/v1/companies/{FULL}"


_PAUSE = 0.02
"""Seconds between a caller's requests: without it, this load alone would keep two cores busy."""


class Load:
    """Callers who ask one request after the other, and what they were answered."""

    def __init__(self, port: int, key: str, callers: int = 3) -> None:
        self.statuses: Counter[object] = Counter()
        self._headers = {"authorization": f"Bearer {key}"}
        self._port = port
        self._is_over = threading.Event()
        self._threads = ThreadPoolExecutor(callers)
        self._running = [self._threads.submit(self._ask) for _ in range(callers)]

    def _ask(self) -> None:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self._port, 30)) as line:
            while not self._is_over.wait(_PAUSE):
                try:
                    self.statuses[self._status(line)] += 1
                except (OSError, http.client.HTTPException) as error:
                    self.statuses[repr(error)] += 1
                    line.close()

    def _status(self, line: http.client.HTTPConnection) -> int:
        """The status of one answer; a kept connection that was just closed is opened again."""
        try:
            line.request("GET", PROFILE, headers=self._headers)
            answer = line.getresponse()
        except (ConnectionError, http.client.RemoteDisconnected):
            line.close()
            line.request("GET", PROFILE, headers=self._headers)
            answer = line.getresponse()
        answer.read()
        return answer.status

    def more(self) -> None:
        """Wait until some more were answered."""
        before = self.statuses[200]
        until(lambda: self.statuses[200] > before + 30)

    def end(self) -> Counter[object]:
        self._is_over.set()
        self._threads.shutdown()
        return self.statuses


@pytest.mark.long
@needs_nginx
def test_restarting_one_service_after_the_other_loses_nothing(
    tmp_path: Path, registry_path: Path
) -> None:
    key = new_key(tmp_path, 1_000_000)
    ports = [free_port() for _ in range(3)]

    def started(port: int) -> Running:
        options = ("--port", str(port), "--registry", str(registry_path), "--burst", "off")
        return Running(tmp_path, *options)

    services = [started(port) for port in ports]
    try:
        port = free_port()
        with running_nginx(tmp_path, port, manual_sample(ports, port, None)):
            load = Load(port, key)
            for number in range(3):
                load.more()
                assert services[number].stop() == 0
                services[number].close()
                load.more()
                services[number] = started(ports[number])
                until(partial(accepts, ports[number]))
                load.more()
            statuses = load.end()
    finally:
        for service in services:
            service.close()
    assert set(statuses) == {200}


@pytest.mark.long
def test_new_workers_on_sighup_lose_nothing(tmp_path: Path, registry_path: Path) -> None:
    key = new_key(tmp_path, 1_000_000)
    options = ("--registry", str(registry_path), "--burst", "off", "--workers", "2")
    with running(tmp_path, *options) as service:
        load = Load(service.port, key)
        load.more()
        before = set(service.workers())
        service.process.send_signal(signal.SIGHUP)
        until(lambda: len(service.workers()) == 2 and not before & set(service.workers()))
        load.more()
        assert set(load.end()) == {200}
        assert service.stop() == 0


def test_a_worker_that_is_killed_again_and_again_is_started_again(tmp_path: Path) -> None:
    key = new_key(tmp_path)
    with running(tmp_path) as service:
        killed: set[int] = set()
        for _ in range(3):
            until(lambda: set(service.workers()) - killed)
            [worker] = set(service.workers()) - killed
            os.kill(worker, signal.SIGKILL)
            killed.add(worker)
        until(lambda: set(service.workers()) - killed)
        with service.client(key) as client:
            assert client.get("/healthz").status_code == 200
        assert service.process.poll() is None
        assert service.stop() == 0


@pytest.mark.skipif(ANALYZE is None, reason="systemd is not installed")
def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    unit = block("hosting", "[Unit]")
    assert "StartLimitIntervalSec=0" in unit and "RestartSec=" in unit
    file = tmp_path / "firmeterm.service"
    file.write_text(unit.replace("/opt/firmeterm/bin/firmeterm", "/bin/true"))
    found = subprocess.run(
        [str(ANALYZE), "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert "firmeterm.service" not in found.stderr, found.stderr
