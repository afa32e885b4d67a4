"""Makes FAULTS.md from the cases: ``python -m tests.faulty.page``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from tests.faulty.cases import CASES, Case
from tests.faulty.faults import FAULTS

PAGE: Final = Path(__file__).with_name("FAULTS.md")
_HEAD: Final = """\
# How a server misbehaves, and what a person reads

Made from `cases.py` by `python -m tests.faulty.page`; the tests of the client hold every row.
Deadlines are short here so that the tests are quick: 0.3 s to connect, 0.3 s between two
pieces, 0.5 s in all. `server` stands for the host, and `requests` counts what the request cost.

| fault | the server | asked | what a person reads | requests |
|---|---|---|---|---|
"""


def page_text() -> str:
    """The whole page."""
    return _HEAD + "".join(_row(case) for case in CASES)


def _row(case: Case) -> str:
    does = case.does or FAULTS[case.fault].does
    read = case.text.format(host="server", tax_id="99…", time="2030-01-01 12:00") or "the answer"
    notes = "".join(f"; note: *{fault}*" for fault in case.faults)
    return f"| `{case.fault}` | {does} | {case.operation} | {read}{notes} | {case.requests} |\n"


if __name__ == "__main__":
    PAGE.write_text(page_text(), encoding="utf-8")
