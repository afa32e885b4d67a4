"""Writes the sample anew: ``python -m tests.sample.generate``.

Needs the package caen-romania. The same program writes the same companies every time.
"""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Final

import msgspec

from tests.sample import landmarks
from tests.sample.consistent import made_consistent
from tests.sample.diacritics import has_diacritics, with_diacritics
from tests.sample.dice import Dice
from tests.sample.ordinary import invent_company
from tests.sample.special import special_companies
from tui_app.registry.sample.package import COMPANIES_FILE
from tui_app.registry.sqlite.record import CompanyRecord

SEED: Final = 20_26
COMPANIES: Final = 600


def invent_sample() -> list[CompanyRecord]:
    """All companies of the sample, by tax id."""
    dice = Dice(SEED)
    records = special_companies(dice)
    for _ in range(landmarks.MANY_COMPANIES):
        records.append(invent_company(dice, len(records) + 1, landmarks.MANY_COMPANIES_DAY))
    while len(records) < COMPANIES:
        records.append(invent_company(dice, len(records) + 1))
    return [
        with_diacritics(record) if has_diacritics(number) else record
        for number, record in enumerate(map(made_consistent, records), 1)
    ]


def write_sample(path: Path) -> None:
    """Write the companies as compressed JSON Lines; the same bytes on the same machine."""
    lines = b"".join(msgspec.json.encode(record) + b"\n" for record in invent_sample())
    path.write_bytes(gzip.compress(lines, 9, mtime=0))


if __name__ == "__main__":
    write_sample(COMPANIES_FILE)
