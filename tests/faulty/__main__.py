"""``python -m tests.faulty [--seed N] [--list]``: run the misbehaving server by hand.

It prints its ports. ``http://127.0.0.1:PORT/FAULT`` is a base address whose every answer has
that fault; ``/_control?fault=FAULT&operation=NAME`` sets the one for addresses without.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib

from tests.faulty.faults import FAULTS
from tests.faulty.server import run


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.faulty", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of the fault named random")
    parser.add_argument("--list", action="store_true", help="print the faults and end")
    given = parser.parse_args()
    if given.list:
        for name, fault in FAULTS.items():
            print(f"{name:28} {fault.does}")
        return
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(run(given.seed))


if __name__ == "__main__":
    main()
