"""A service whose line to the database is cut says so, and finds it again."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from pathlib import Path

import httpx

from tests.relay import Relay, through, to_postgres
from tests.service.companies import FULL
from tests.service.running import running
from tests.service.test_scaling import new_key
from tests.waiting import until
from tui_app.registry.postgres.publish import publish

PROFILE = f"/v1/companies/{FULL}"


def test_a_lost_database_is_told_and_found_again(
    url: str, tmp_path: Path, registry_path: Path
) -> None:
    publish(registry_path, url, lambda _: None)
    key = new_key(url, quota=1_000)
    with closing(Relay([to_postgres(url)])) as line:
        place = through(line, url)
        arguments = ("--registry", place, "--accounts", place)
        with running(tmp_path, *arguments) as service, service.client(key) as client:
            assert "postgres:" not in service.said and "invented" in service.said
            assert client.get(PROFILE).status_code == 200
            ready = client.get("/readyz").json()
            assert ready["status"] == "ok" and ready["publicationAgeSeconds"] >= 0
            line.cut()
            lost = client.get(PROFILE)
            assert lost.status_code == 503
            assert lost.json()["error"]["reason"] == "unavailable"
            assert int(lost.headers["retry-after"]) > 0
            until(lambda: client.get("/readyz").status_code == 503)
            assert client.get("/healthz").status_code == 200
            line.mend()
            until_it_answers(client)
            service.stop()
    assert {"unavailable", "not_ready"} <= {entry.event for entry in service.log()}
    assert not any(entry.event == "fault" for entry in service.log())


def until_it_answers(client: httpx.Client) -> None:
    end = time.monotonic() + 60
    while client.get(PROFILE).status_code != 200:
        assert time.monotonic() < end
        threading.Event().wait(0.2)
