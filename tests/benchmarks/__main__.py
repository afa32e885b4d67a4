"""``python -m tests.benchmarks NAME [options]``; each benchmark is imported when it runs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

BENCHMARKS: Final = {
    "search": "tests.benchmarks.search",
    "match": "tests.benchmarks.matching",
    "kinds": "tests.benchmarks.kinds",
    "import": "tests.benchmarks.importing",
    "month": "tests.benchmarks.month",
    "procurement": "tests.benchmarks.procurement",
    "history": "tests.benchmarks.history",
    "terminal": "tests.benchmarks.terminal",
    "requests": "tests.benchmarks.requests",
    "commands": "tests.benchmarks.commands",
    "research": "tests.benchmarks.research",
    "screen": "tests.benchmarks.screening",
    "scale": "tests.benchmarks.scale",
    "soak": "tests.benchmarks.soak",
    "serve": "tests.benchmarks.serve",
    "simulate": "tests.benchmarks.simulate",
    "fairness": "tests.benchmarks.fairness",
}
"""Each module has ``main(arguments)``."""


def main() -> None:
    name, *arguments = sys.argv[1:] or [""]
    if name not in BENCHMARKS:
        sys.exit(f"usage: python -m tests.benchmarks {{{','.join(BENCHMARKS)}}} [options]")
    import_module(BENCHMARKS[name]).main(arguments)


if __name__ == "__main__":
    main()
