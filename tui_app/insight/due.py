"""When yearly statements are due in Romania.

The statement for year N is due by the end of May of N+1: 150 days after the year ended
(Accounting Law 82/1991, article 36). Whether one is missing depends on the day it is asked.
"""

from __future__ import annotations

import datetime as dt


def due_day(year: int) -> dt.date:
    """The last day on which the statement for a year is on time."""
    return dt.date(year + 1, 5, 31)


def last_due_year(today: dt.date) -> int:
    """The latest year whose statement was due before a day."""
    return today.year - 1 if today > due_day(today.year - 1) else today.year - 2
