"""The metrics of several workers on one page."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.service.companies import FULL
from tests.service.running import running
from tests.service.test_scaling import new_key
from tests.waiting import until

PROFILE = f"/v1/companies/{FULL}"


def test_metrics_tell_of_all_workers_and_no_key(
    url: str, tmp_path: Path, registry_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    key = new_key(url, quota=1_000)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ["--registry", str(registry_path), "--accounts", url, "--workers", "2"]
    with running(tmp_path, *arguments, "--metrics-port", str(port)) as service:
        for path in (PROFILE, PROFILE, "/v1/companies/x", "/v1/companies/autocomplete?q=demo"):
            with service.client(key) as client:
                client.get(path)

        def metrics() -> str:
            return httpx.get(f"http://127.0.0.1:{port}/metrics", verify=False).text

        # Set once a second; in the order in which the directory has the workers' files.
        gauges = ("firmeterm_ready 1.0", "busiest_account_share{")
        until(lambda: all(gauge in text for text in (metrics(),) for gauge in gauges))
        text = metrics()
        with pytest.raises(OSError):  # another address of this machine
            socket.create_connection(("127.0.0.2", port), 10).close()
        page = f"http://127.0.0.1:{service.port}/metrics"
        assert httpx.get(page, verify=False).status_code == 404
        assert len(list((tmp_path / "tmp").glob("firmeterm-metrics-*"))) == 1
        service.stop()
    assert not list((tmp_path / "tmp").glob("firmeterm-metrics-*"))
    counted = dict(re.findall(r"^(firmeterm_\S+) (\S+)$", text, re.MULTILINE))
    assert counted['firmeterm_requests_total{operation="profile",status="200"}'] == "2.0"
    assert counted['firmeterm_requests_total{operation="profile",status="404"}'] == "1.0"
    assert counted['firmeterm_request_seconds_count{operation="autocomplete"}'] == "1.0"
    (used,) = [v for name, v in counted.items() if name.startswith("firmeterm_allowance_used")]
    assert used == "3.0"
    assert key[6:20] not in text and "team" not in text
    assert counted["firmeterm_ready"] == "1.0"
    assert float(counted["firmeterm_registry_age_seconds"]) > 0
    assert counted["firmeterm_waiting_requests"] == "0.0"
    assert counted['firmeterm_refusals_total{reason="company_not_found"}'] == "1.0"
    [share] = [v for name, v in counted.items() if "busiest_account_share{" in name]
    assert share == "1.0"
    [version] = [name for name in counted if "registry_version{" in name]
    assert '="' in version and counted[version] == "1.0"


def test_a_worker_that_was_killed_leaves_no_connections_in_the_metrics(tmp_path: Path) -> None:
    worker = """
from tui_app.registry.company_registry import PoolUse
from tui_app.service.metrics import Metrics
Metrics().show_pool("accounts", PoolUse(3, 1, 0))
"""
    page = """
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
MultiProcessCollector(registry := CollectorRegistry())
print(generate_latest(registry).decode())
"""
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    for script in (worker, worker + page):
        text = subprocess.check_output([sys.executable, "-c", script], env=environment, text=True)
    assert re.findall(r'^firmeterm_pool_connections.*state="open".* (\S+)$', text, re.M) == ["3.0"]
