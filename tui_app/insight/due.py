"""Due dates of yearly statements in Romania.

The statement for year N is due by the end of May of N+1: 150 days after the end of the year
(Accounting Law 82/1991, article 36). So whether one is missing depends on the date.
"""

from __future__ import annotations

import datetime as dt


def due_day(year: int) -> dt.date:
    """The last day to file the statement for a year on time."""
    return dt.date(year + 1, 5, 31)


def last_due_year(today: dt.date) -> int:
    """The latest year whose statement was due before a date."""
    return today.year - 1 if today > due_day(today.year - 1) else today.year - 2
