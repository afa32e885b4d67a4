"""One firmeterm process that asks ANAF some questions: ``python -m tests.public.asking``."""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

from tui_app.public.active_call import ActiveCall
from tui_app.public.anaf import Anaf
from tui_app.sources.public import INTERVAL


def main(base_url: str, folder: str, count: str) -> None:
    anaf = Anaf(base_url, Path(folder), INTERVAL, offline=False)
    for number in range(int(count)):
        call = ActiveCall("profile", "", 60.0)
        anaf.taxpayers([str(70_000_000 + number)], dt.date(2026, 1, 1), call)
    anaf.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
