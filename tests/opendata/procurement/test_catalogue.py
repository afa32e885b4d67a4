"""Procurement files from a look-alike of the portal: odd names, files of no use, a broken line."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.opendata.procurement.files import deals, table_rows, text
from tui_app.opendata.download import fetch_all, find_procurement
from tui_app.opendata.procurement.catalogue import is_used

CONTENT = text(table_rows(deals("purchases", 2019, 1, 5), "new"), ",").encode()


class _Handler(BaseHTTPRequestHandler):
    broken = 1

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        body = CONTENT
        if parts.path.endswith("package_show"):
            slug = parse_qs(parts.query)["id"][0]
            if slug != "achiziti-publice-2019":
                self.send_error(404)
                return
            names = ("Achiziții directe 2019 - T1", "Anunțuri participare 2019")
            resources = [
                {"name": name, "url": f"/d/{at}.csv", "size": len(CONTENT)}
                for at, name in enumerate(names)
            ]
            body = json.dumps({"success": True, "result": {"resources": resources}}).encode()
        elif type(self).broken:
            type(self).broken -= 1
            body = body[:10]
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def portal() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


class _Silent:
    def reading(self, label: str) -> None: ...
    def advanced(self, size: int, rows: int) -> None: ...
    def working(self, step: str, companies: int) -> None: ...


def test_a_year_is_fetched_and_the_rest_is_told(portal: str, tmp_path: Path) -> None:
    files, told = find_procurement(portal, 2018, 2019)
    assert [file.name for file in files] == ["achizitii-directe-2019-t1.csv"]
    assert any("achizitii-publice-2018 is not there" in each for each in told)
    assert any("'Anunțuri participare 2019' matches no table" in each for each in told)
    fetch_all(files, tmp_path, _Silent())
    assert (tmp_path / "achiziti-publice-2019" / files[0].name).read_bytes() == CONTENT


@pytest.mark.parametrize(
    ("name", "used"),
    [
        ("Achiziții directe", True), ("Cumparari directe 2017 - T1", True), ("Contracte", True),
        ("Contracte subsecvente", False), ("Contracte și contracte subsecvente", True),
        ("Contracte fără anunț de inițiere", True), ("Anunț modificare contract", True),
        ("Anunturi de initiere publicate", False), ("Invitatii de participare", False),
    ],
)  # fmt: skip
def test_names_of_tables_drift(name: str, used: bool) -> None:
    assert is_used(name) is used
