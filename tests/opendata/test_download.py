"""Downloads from a look-alike of the portal that breaks off, lies and ignores ``Range``."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.opendata.conftest import SMALL, Run
from tui_app.opendata.ckan import KINDS, newest_files
from tui_app.opendata.download import fetch_all, find_files

FIRMS = (SMALL / "firme-02-09-2026" / "OD_FIRME.CSV").read_bytes()


class Portal(ThreadingHTTPServer):
    """A small CKAN. ``breaks`` says how often a transfer stops half-way; ``sizes`` lies."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.refuses: int | None = None
        self.page = False
        self.breaks: Counter[str] = Counter()
        self.sizes: dict[str, int] = {}
        self.asked: list[str] = []
        self.ranges: list[str] = []
        self.files = {
            "/d/firme-02-09-2026/OD_FIRME.CSV": FIRMS,
            "/d/firme-02-09-2026/od_stare_firma.csv": b"COD_INMATRICULARE^COD\r\n",
            "/d/firme-06-05-2026/OD_FIRME.CSV": b"old",
            "/d/nomenclatoare-02-09-2026/N_STARE_FIRMA.CSV": b"COD^DENUMIRE\r\n1048^x\r\n",
            "/d/situatii_financiare_2024/WEB_UU_AN2024.txt": b"CUI,CAEN\r\n",
            "/d/situatii_financiare_2024/WEB_UU_AN2024.csv": b"x;I1\r\n",
            "/d/situatii_financiare_2008/WEB_UU_AN2008.txt": b"CUI,CAEN\r\n",
            "/d/situatii_financiare_2024/test.pdf": b"x",
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def catalogue(self, organisation: str) -> list[dict[str, object]]:
        found: dict[str, list[dict[str, object]]] = {}
        for path, content in self.files.items():
            slug = path.split("/")[2]
            if slug.startswith("situatii") == (organisation == "mfp"):
                size = self.sizes.get(path, len(content))
                found.setdefault(slug, []).append({"url": self.url + path, "size": str(size)})
        others = [
            {"url": "http://198.51.100.7/OD_FIRME.CSV", "size": 3},
            {"url": "http://[x"},
            {"url": "http://127.0.0.1:x/od_stare_firma.csv"},
            {"url": f"{self.url}/od_stare_firma.csv?\x01"},
        ]
        return [
            {
                "name": slug,
                "license_title": "CC BY\x1b]0;title\x07 4.0",
                "resources": [*resources, *others],
            }
            for slug, resources in found.items()
        ]


class _Handler(BaseHTTPRequestHandler):
    server: Portal

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        portal, parts = self.server, urlsplit(self.path)
        portal.asked.append(parts.path)
        portal.ranges += self.headers.get_all("Range") or []
        if portal.refuses:
            self.send_error(portal.refuses)
        elif parts.path == "/api/3/action/package_search":
            self._catalogue(parse_qs(parts.query))
        elif parts.path in portal.files:
            self._file(parts.path)
        else:
            self.send_error(404)

    def _catalogue(self, query: dict[str, list[str]]) -> None:
        portal = self.server
        found = portal.catalogue(query["q"][0].removeprefix("organization:"))
        start = int(query["start"][0])
        body = json.dumps(
            {"success": True, "result": {"count": len(found), "results": found[start : start + 1]}}
        ).encode()
        self._send(b"<html>Not for you</html>" if portal.page else body)

    def _file(self, path: str) -> None:
        content = self.server.files[path]
        if self.server.breaks[path] > 0:
            self.server.breaks[path] -= 1
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2])
            self.close_connection = True
            return
        self._send(content)

    def _send(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Counted:
    """Adds up the reported progress."""

    size = 0

    def reading(self, label: str) -> None:
        pass

    def advanced(self, size: int, rows: int) -> None:
        self.size += size

    def working(self, step: str, companies: int) -> None:
        pass


@pytest.fixture
def portal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Portal]:
    with Portal() as server:
        monkeypatch.setenv("FIRMETERM_PORTAL_URL", server.url)
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


FIRM_FILE = "/d/firme-02-09-2026/OD_FIRME.CSV"


def test_the_newest_files_come_whole_and_can_be_imported(
    run: Run, portal: Portal, tmp_path: Path
) -> None:
    portal.breaks[FIRM_FILE] = 2
    done = run("data", "download", "--to", tmp_path / "data", "--years", "1")
    assert done.exit_code == 0, done.output
    fetched = {str(p.relative_to(tmp_path / "data")) for p in (tmp_path / "data").rglob("*.*")}
    # Beside them stands what the portal said of each, for the import.
    assert {name for name in fetched if "/" in name and not name.endswith(".json")} == {
        "firme-02-09-2026/OD_FIRME.CSV",
        "firme-02-09-2026/od_stare_firma.csv",
        "nomenclatoare-02-09-2026/N_STARE_FIRMA.CSV",
        "situatii_financiare_2024/WEB_UU_AN2024.txt",
        "situatii_financiare_2024/WEB_UU_AN2024.csv",
    }
    assert (tmp_path / "data" / "firme-02-09-2026" / "OD_FIRME.CSV").read_bytes() == FIRMS
    assert portal.ranges == []
    assert portal.asked.count(FIRM_FILE) == 3
    imported = run("data", "import", tmp_path / "data" / "firme-02-09-2026" / "OD_FIRME.CSV")
    assert imported.exit_code == 0
    again = run("data", "download", "--to", tmp_path / "data", "--years", "1")
    assert again.exit_code == 0
    assert portal.asked.count(FIRM_FILE) == 3


def test_a_dry_run_lists_and_fetches_nothing(run: Run, portal: Portal, tmp_path: Path) -> None:
    done = run("data", "download", "--dry-run", "--only", "firms", "--to", tmp_path / "data")
    assert done.exit_code == 0
    assert "firme-02-09-2026/OD_FIRME.CSV" in done.stdout
    assert "\x1b" not in done.stdout and "\x07" not in done.stdout
    assert "N_STARE" not in done.stdout
    assert not (tmp_path / "data").exists()
    assert not [path for path in portal.asked if path.startswith("/d/")]


def test_authorised_activities_are_fetched_only_when_asked_for(run: Run, portal: Portal) -> None:
    portal.files["/d/firme-02-09-2026/OD_CAEN_AUTORIZAT.CSV"] = b"x"
    assert "AUTORIZAT" not in run("data", "download", "--dry-run").stdout
    done = run("data", "download", "--dry-run", "--only", "activities")
    assert "firme-02-09-2026/OD_CAEN_AUTORIZAT.CSV" in done.stdout


def _statements(*paths: str) -> list[dict[str, Any]]:
    """A catalogue with files of statements, each in a data set: ``slug/name``."""
    found: dict[str, list[dict[str, str]]] = {}
    for path in paths:
        slug, _, _name = path.partition("/")
        found.setdefault(slug, []).append({"url": f"/{path}"})
    return [
        {"name": slug, "resources": some, "metadata_modified": f"2026-01-{day:02}"}
        for day, (slug, some) in enumerate(found.items(), 1)
    ]


def test_every_set_of_statements_is_fetched_with_its_legend() -> None:
    names = [
        *(f"s2024/{name}" for name in (
            "WEB_UU_AN2024.txt", "WEB_UU_AN2024.csv", "web_bl_bs_sl_an2024.txt",
            "web_bl_bs_sl_an2024.csv", "web_ir_an2024.txt", "web_ir_an2024.csv",
            "web_ong_an2024.txt",
        )),
        *(f"s2015/{name}" for name in ("webuuan2015.txt", "webblbsslan2015.txt", "webir2015.txt")),
        "s2008/web2008.txt",
        "s2010-2018/webuuan2015.csv",
        "s2024b/web_uu_an2024.txt",
    ]  # fmt: skip
    found, notes = newest_files("https://p.example", _statements(*names), ("statements",), 3)
    assert [f"{file.dataset}/{file.name}" for file in found] == sorted(
        name for name in names if "ong" not in name and name != "s2024/WEB_UU_AN2024.txt"
    )
    said = "\n".join(notes)
    assert "no file of 2023, 2022, 2021" in said
    assert "statements 2015 IFRS: no legend is listed" in said
    assert "statements 2015 long: no legend is listed" in said
    assert "statements 2008 all: no legend is listed" in said
    assert "2015 small" not in said and "2024 IFRS" not in said
    assert "no IFRS set" not in said


def test_years_and_sets_that_the_portal_lacks_are_said(run: Run, portal: Portal) -> None:
    done = run("data", "download", "--dry-run", "--only", "statements", "--years", "9")
    assert done.exit_code == 0
    assert "statements: 2 of 9 years are listed (2024, 2008)" in done.stderr
    assert "no IFRS set of statements of 2024 (web_ir_an…): listed companies" in done.stderr
    assert "no long set of statements of 2024, 2008" in done.stderr
    assert portal.asked


@pytest.mark.parametrize("dataset", ["..", "...", ".hidden", "a/b", "situatii_2024"])
def test_no_dataset_leads_out_of_the_folder(dataset: str) -> None:
    datasets = [{"name": dataset, "resources": [{"url": "/WEB_UU_AN2024.txt"}]}]
    found, _notes = newest_files("https://portal.example", datasets, KINDS, 1)
    assert [file.dataset for file in found] == ["situatii_2024"] * (dataset == "situatii_2024")


def test_an_address_that_is_none_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_PORTAL_URL", "http://[")
    done = run("data", "download")
    assert done.exit_code == 4 and "The setting portal_url names the portal" in done.stderr


@pytest.mark.parametrize("lie", [-5, 5])
def test_a_size_that_lies_is_no_download(
    run: Run, portal: Portal, tmp_path: Path, lie: int
) -> None:
    portal.sizes[FIRM_FILE] = len(FIRMS) + lie
    done = run("data", "download", "--only", "firms", "--to", tmp_path / "data")
    assert done.exit_code == 4
    assert "OD_FIRME.CSV was not downloaded" in done.output
    assert "bytes" in done.output
    assert not list((tmp_path / "data" / "firme-02-09-2026").iterdir())


def test_a_transfer_that_always_breaks_is_given_up(
    run: Run, portal: Portal, tmp_path: Path
) -> None:
    portal.breaks[FIRM_FILE] = 99
    done = run("data", "download", "--only", "firms", "--to", tmp_path / "data")
    assert done.exit_code == 4
    assert "attempts" in done.output


def test_progress_counts_no_byte_twice(portal: Portal, tmp_path: Path) -> None:
    portal.breaks[FIRM_FILE] = 2
    counted = Counted()
    files, _notes = find_files(portal.url, {"firms"}, 1)
    fetch_all(files, tmp_path, counted)
    assert counted.size == sum(file.size or 0 for file in files)


def test_a_portal_that_refuses_the_network_says_so(run: Run, portal: Portal) -> None:
    for refusal in (403, None):
        portal.refuses, portal.page = refusal, refusal is None
        done = run("data", "download", "--dry-run")
        assert done.exit_code == 4
        assert "refuses this network" in done.output
        assert "firmeterm data import" in done.output


def test_a_portal_that_is_not_there(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FIRMETERM_PORTAL_URL", "http://127.0.0.1:9")
    done = run("data", "download", "--dry-run")
    assert done.exit_code == 4
    assert "portal_url" in done.output
    unknown = run("data", "download", "--dry-run", "--only", "gossip")
    assert unknown.exit_code == 2
    assert "gossip" in unknown.output


PAST = {
    "/d/firme-neradiate-2015/1firme_neradiate_fara_sediu_18-03-2025.csv": b"1",
    "/d/firme-2015/2radiatefarasediu-31.07.2015.csv": b"2",
    "/d/firme-2023/2%20firme%20radiate%20fara%20sediu%202023-04-07.csv": b"3",
    "/d/firme-2019/3opendata-neradiatecusediu-01.02.2019.001.csv": b"4",
    "/d/firme-2020/4open_data-radiate_cu_sediu-08.12.2020.csv": b"5",
    "/d/firme-inregistrate-la-registrul-comertului-pana-la-data-de-07-aprilie-2022/"
    "1firme_neradiate_fara_sediu.zip": b"6",
    "/d/firme-2020/5nomenclator_stari_firma-08.12.2020.csv": b"7",
    "/d/firme-2020/evidenta-radiate-cu-sediu.pdf": b"no table",
    "/d/firme-oricand/4radiate_cu_sediu.csv": b"of no day",
    "/d/firme-02-09-2026/OD_CAEN_AUTORIZAT.CSV": b"not followed",
}


def test_snapshots_of_the_register_come_in_either_layout(
    run: Run, portal: Portal, tmp_path: Path
) -> None:
    """Every name of the old files, and the new ones; each lies where its day is found again."""
    portal.files |= PAST
    done = run("data", "download", "--history", "--since", "2019", "--to", tmp_path)
    assert done.exit_code == 0, done.output
    assert f"firmeterm data history add {tmp_path}" in done.stdout
    assert "firme-oricand/4radiate_cu_sediu.csv: no name contains its date" in done.stderr
    fetched = {str(path.relative_to(tmp_path)) for path in tmp_path.glob("*/[!.]*")}
    assert fetched == {
        "firme-neradiate-2015/1firme_neradiate_fara_sediu_18-03-2025.csv",
        "firme-2023/2-firme-radiate-fara-sediu-2023-04-07.csv",
        "firme-2019/3opendata-neradiatecusediu-01.02.2019.001.csv",
        "firme-2020/4open_data-radiate_cu_sediu-08.12.2020.csv",
        "firme-2020/5nomenclator_stari_firma-08.12.2020.csv",
        "firme-inregistrate-la-registrul-comertului-pana-la-data-de-07-aprilie-2022/"
        "1firme_neradiate_fara_sediu.zip",
        "firme-06-05-2026/OD_FIRME.CSV",
        "firme-02-09-2026/OD_FIRME.CSV",
        "firme-02-09-2026/od_stare_firma.csv",
        "nomenclatoare-02-09-2026/N_STARE_FIRMA.CSV",
    }
    everything = run("data", "download", "--history", "--dry-run")
    assert "2radiatefarasediu-31.07.2015.csv" in everything.stdout
    assert "firmeterm-history" in everything.stdout
    too_late = run("data", "download", "--history", "--since", "2030")
    assert too_late.exit_code == 4 and "no snapshots of the register since 2030" in too_late.stderr


@pytest.mark.parametrize(
    "options",
    [("--since", "2019"), ("--history", "--procurement"), ("--history", "--only", "firms")],
)
def test_options_that_say_nothing_together_are_refused(
    run: Run, portal: Portal, options: tuple[str, ...]
) -> None:
    assert run("data", "download", *options).exit_code == 2
    assert portal.asked == []
