"""Where results go: one section per benchmark in ``results.md``, replaced in place."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
import sqlite3
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

RESULTS: Final = Path(__file__).with_name("results.md")
_TITLE: Final = "# Benchmark results\n"


def commit() -> str:
    """The commit that is measured, with a + where files differ from it; empty without git."""
    told = subprocess.run(
        ["git", "describe", "--always", "--abbrev=8", "--dirty=+", "--exclude=*"],
        cwd=RESULTS.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() if told.returncode == 0 else ""


def machine() -> str:
    """The machine, the date and the commit, in a line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = re.search(r"model name\s*:\s*(.+)", cpuinfo.read_text(encoding="utf-8"))
        model = named[1] if named else model
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    return (
        f"{dt.datetime.now(dt.UTC):%Y-%m-%d}, {os.cpu_count()} × {model}, "
        f"{system}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
        f"{f', commit {found}' if (found := commit()) else ''}"
    )


def verdict(holds: bool) -> str:
    """Whether a goal was reached, in words."""
    return "holds" if holds else "does not hold"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; every column after the first is aligned right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_section(name: str, text: str, results: Path = RESULTS) -> None:
    """Put ``text`` under the heading ``name``, in place of what stood there."""
    before = results.read_text(encoding="utf-8") if results.exists() else _TITLE
    title, *sections = re.split(r"^## ", before, flags=re.MULTILINE)
    kept = [section for section in sections if section.partition("\n")[0].strip() != name]
    kept.append(f"{name}\n\n{machine()}\n\n{text.strip()}\n")
    body = "\n".join(f"## {section.strip()}\n" for section in sorted(kept))
    results.write_text(f"{title.strip()}\n\n{body}", encoding="utf-8")
