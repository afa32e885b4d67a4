"""What the name of a file says, without what browsers and file managers add to it."""

from __future__ import annotations

import re
from typing import Final

from tui_app.contract.folding import fold

_UNFINISHED: Final = re.compile(r"\.(?:part|crdownload|download|tmp)$", re.IGNORECASE)
_ENDING: Final = re.compile(
    r"(?:\.(?:txt|csv|tsv|json|jsonl|xml|xlsx|xlsb|xls|ods|zip|gz))+$", re.IGNORECASE
)
_COPY: Final = re.compile(
    r"(?: ?\(\d{1,3}\)|[ _]?-[ _]?(?:copy|copie|copia)(?: ?\(?\d{0,3}\)?))+$", re.IGNORECASE
)
_DAY: Final = re.compile(
    r"(?<!\d)(?:\d{1,2}(?P<s>[-._])\d{1,2}(?P=s)20\d\d|20\d\d(?P<t>[-._])\d{1,2}(?P=t)\d{1,2}"
    r"|20\d{6}|[0-3]\d[01]\d20\d\d)(?!\d)"
)


def is_unfinished(name: str) -> bool:
    """Whether a name is that of an unfinished download of a browser."""
    return _UNFINISHED.search(name) is not None


def plain_name(name: str) -> str:
    """A file's name without the suffix of an unfinished download."""
    return _UNFINISHED.sub("", name)


def stem_of(name: str) -> str:
    """A name without its endings and the mark of a copy: ``web2008 (1).txt`` is ``web2008``."""
    return _COPY.sub("", _ENDING.sub("", _COPY.sub("", plain_name(name))).rstrip())


def words_of(name: str) -> str:
    """The folded words of a name, without endings, marks of a copy, and days."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _DAY.sub(" ", stem_of(name)))
    return fold(re.sub(r"[\W_]+", " ", apart))
