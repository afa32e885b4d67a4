"""Dates as people type them."""

from __future__ import annotations

import datetime as dt
import re


def read_day(text: str, today: dt.date) -> dt.date | None:
    """The date of ``2026-11-20``, ``20.11.2026``, ``today``, ``azi`` or ``-3d``."""
    word = text.strip().casefold()
    if word in ("today", "azi", "astăzi", "astazi"):
        return today
    try:
        if back := re.fullmatch(r"-([0-9]{1,5})[dz]", word, re.ASCII):
            return today - dt.timedelta(days=int(back[1]))
        if turned := re.fullmatch(r"([0-9]{1,2})[./]([0-9]{1,2})[./]([0-9]{4})", word, re.ASCII):
            return dt.date(int(turned[3]), int(turned[2]), int(turned[1]))
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", word, re.ASCII):
            return dt.date.fromisoformat(word)
    except (ValueError, OverflowError):
        return None
    return None
