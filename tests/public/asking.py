"""One firmeterm process that asks ANAF some questions: ``python -m tests.public.asking``."""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

from tui_app.public.anaf import Anaf
from tui_app.public.ticket import Ticket


def main(base_url: str, folder: str, count: str) -> None:
    anaf = Anaf(base_url, Path(folder))
    for number in range(int(count)):
        ticket = Ticket("profile", "", 60.0)
        anaf.taxpayers([str(70_000_000 + number)], dt.date(2026, 1, 1), ticket)
    anaf.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
