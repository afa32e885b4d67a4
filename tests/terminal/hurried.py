"""The explorer with a short second: the public services take a request in a third of it."""

from __future__ import annotations

from typing import Final

from tui_app.__main__ import main
from tui_app.sources import public

INTERVAL: Final = 0.3

if __name__ == "__main__":
    vars(public)["INTERVAL"] = INTERVAL
    main()
