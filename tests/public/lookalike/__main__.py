"""``python -m tests.public.lookalike``: serves both services on one port of loopback.

The first line on standard output is the port. Controls: ``/_control?fault=NAME&times=N`` and
``/_log``. ``--spacing S`` is the shortest time between two requests to ANAF that is allowed, by the
time at which the kernel received them: this process may get to read them much later.
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import struct
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.public.lookalike import companies, courts

HTML = "<!DOCTYPE html><html><head><title>Request Rejected</title></head><body>The requested URL \
was rejected. Your support ID is: 1234567890</body></html>"
JSON, XML, PAGE = "application/json", "text/xml; charset=utf-8", "text/html"
BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'


def _seconds_since_data(connection: socket.socket) -> float:
    """How long ago the kernel received the latest bytes of a connection; 0 if it does not say."""
    if sys.platform != "linux":
        return 0
    info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 56)
    milliseconds: int = struct.unpack_from("I", info, 52)[0]  # tcpi_last_data_recv
    return milliseconds / 1000


class State:
    """The settings of the controls, and the requests."""

    def __init__(self, spacing: float) -> None:
        self.lock = threading.Lock()
        self.spacing = spacing
        self.fault = ""
        self.times = 0
        self.seconds = 45.0
        self.times_at_anaf: list[float] = []
        self.too_fast = 0
        self.log: list[dict[str, Any]] = []

    def arrived(self, entry: dict[str, Any], at: float, *, anaf: bool) -> str:
        """Write a request down; the fault it meets, ``too-fast`` included."""
        with self.lock:
            self.log.append({**entry, "at": at})
            if anaf:
                is_near = any(abs(at - other) < self.spacing for other in self.times_at_anaf)
                self.times_at_anaf.append(at)
                if is_near:
                    self.too_fast += 1
                    return "too-fast"
            if not self.fault or self.times == 0 or anaf == self.fault.startswith("court"):
                return ""
            self.times -= 1
            return self.fault


class Handler(BaseHTTPRequestHandler):
    """Answers as the services do, or with the fault that is set."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else a body waits 40 ms for the acknowledgement of its head
    state: State

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        if parts.path == "/_control":
            self._control(asked)
        elif parts.path == "/_log":
            self._json({"log": self.state.log, "too_fast": self.state.too_fast})
        elif parts.path == "/bilant":
            fault = self._arrived({"service": "bilant", **asked}, anaf=True)
            if not self._failed(fault):
                self._bilant(asked, fault)
        else:
            self._send(404, PAGE, "<html>no such page</html>")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.path == "/api/PlatitorTvaRest/v9/tva":
            fault = self._arrived({"service": "tva", "body": body}, anaf=True)
            if not self._failed(fault):
                self._taxpayers(json.loads(body), fault)
        elif self.path == "/query.asmx":
            self._courts(body, self._arrived({"service": "courts", "body": body}, anaf=False))
        else:
            self._send(404, PAGE, "<html>no such page</html>")

    def _control(self, asked: dict[str, str]) -> None:
        with self.state.lock:
            self.state.fault = asked.get("fault", "")
            self.state.times = int(asked.get("times", "1000000"))
            self.state.seconds = float(asked.get("seconds", "45"))
            self.state.log, self.state.times_at_anaf = [], []
            self.state.too_fast = 0
        self._json({})

    def _arrived(self, entry: dict[str, Any], *, anaf: bool) -> str:
        agent = self.headers.get("User-Agent", "")
        at = time.monotonic() - _seconds_since_data(self.connection)
        fault = self.state.arrived({**entry, "agent": agent}, at, anaf=anaf)
        return "firewall-403" if anaf and set(agent) & set("();") else fault

    def _failed(self, fault: str) -> bool:
        """Whether a fault of either service of ANAF was answered."""
        match fault:
            case "too-fast" | "429":
                self._send(429, PAGE, "slow down", {"Retry-After": "1"})
            case "503":
                self._send(503, PAGE, "overloaded")
            case "429-long":
                self._send(429, PAGE, "slow down", {"Retry-After": "3600"})
            case "500" | "502" | "520":
                self._send(int(fault), PAGE, "<html>bad gateway</html>")
            case "firewall-403":
                self._send(403, PAGE, HTML)
            case "redirect":
                self._send(302, PAGE, "", {"Location": "https://example.invalid/"})
            case "html-200":
                self._send(200, PAGE, HTML)
            case "not-json":
                self._send(200, JSON, '{"found": [')
            case "huge":
                self._send(200, JSON, '{"found": [' + " " * 5_000_000 + "]}")
            case "reset":
                self.close_connection = True
                self.connection.shutdown(2)
            case "silent":
                time.sleep(self.state.seconds)
                self.close_connection = True
            case _:
                return False
        return True

    def _taxpayers(self, asked: list[dict[str, Any]], fault: str) -> None:
        known = [a for a in asked if str(a["cui"]) in companies.COMPANIES]
        found = [companies.taxpayer(str(a["cui"]), a["data"]) for a in known]
        unknown = [a["cui"] for a in asked if a not in known]
        if fault == "disorder":
            found.reverse()
            unknown.reverse()
        answer: dict[str, Any] = {"found": found, "notFound": unknown}
        if fault == "with-cod":
            answer = {"cod": 200, "message": "SUCCESS", **answer}
        if fault == "without-found":
            answer = {"cod": 200, "message": "SUCCESS"}
        if fault == "bare":
            answer["found"] = [{"date_generale": {"cui": e["date_generale"]["cui"]}} for e in found]
        if fault == "left-out":
            answer = {"found": found[1:], "notFound": unknown[1:]}
        if fault == "unknown-again":
            answer = {"found": None, "notFound": [{**a, "cui": str(a["cui"])} for a in asked]}
            found = []
        status = 200 if found or fault == "left-out" else 404
        self._json(answer, status, mark=fault == "mark")

    def _bilant(self, asked: dict[str, str], fault: str) -> None:
        year, cui = int(asked["an"]), asked["cui"]
        answer = companies.statement(cui, year)
        match fault:
            case "ngo":
                answer = companies.ngo_statement(cui, year)
            case "empty-i":
                answer["i"] = []
            case "without-i":
                answer = {"cod": 200, "message": "try later"}
            case "other-year":
                answer["an"] = year - 1
            case "blanks":
                for line in answer["i"]:
                    label = line["val_den_indicator"].upper().replace(" ", "  ")
                    line["val_den_indicator"] = f" {label} : "
            case "dates":
                for line in answer["i"]:
                    label = line["val_den_indicator"].strip(" :").upper()
                    line["val_den_indicator"] = f"{label} : - la 31.12.{year}"
            case "mark":
                answer["cui"] = None
            case "no-amounts" | "strings":
                for line in answer["i"]:
                    value = line["val_indicator"]
                    line["val_indicator"] = f"{value}" if fault == "strings" else None
        self._json(answer, mark=fault == "mark")

    def _courts(self, body: str, fault: str) -> None:
        match fault:
            case "court-html":
                self._send(200, PAGE, "<html><body>Serviciul este oprit</body></html>")
            case "court-without-result":
                self._send(200, XML, courts.soap(""))
            case "court-fault":
                self._send(500, XML, courts.fault("Server was unable to process request."))
            case "court-502":
                self._send(502, PAGE, "<html>bad gateway</html>")
            case "court-bomb":
                self._send(200, XML, BOMB)
            case "court-cut":
                self._send(200, XML, courts.envelope(courts.CASES)[:-200])
            case _:
                if fault == "court-slow":
                    time.sleep(self.state.seconds)
                if fault == "court-1000-a-year":  # of the year 2022
                    body = re.sub(r"<(dataSt\w+)>2022-[^<]*</\1>", r'<\1 xsi:nil="true"/>', body)
                cases = courts.search(body, big=fault.startswith("court-1000"))
                if cases is None:
                    self._send(500, XML, courts.fault("There is an error in XML document"))
                else:
                    self._send(200, XML, courts.envelope(cases, lost=fault == "court-lost"))

    def _json(self, value: object, status: int = 200, *, mark: bool = False) -> None:
        """``mark``: begin with a byte order mark, as some programs do."""
        self._send(status, JSON, "\ufeff" * mark + json.dumps(value, ensure_ascii=False))

    def _send(
        self, status: int, kind: str, text: str, headers: dict[str, str] | None = None
    ) -> None:
        content = text.encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            self.close_connection = True


class Server(ThreadingHTTPServer):
    """Does not report a client that hangs up."""

    daemon_threads = True

    def handle_error(self, *_: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--spacing", type=float, default=1.0)
    Handler.state = State(parser.parse_args().spacing)
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
