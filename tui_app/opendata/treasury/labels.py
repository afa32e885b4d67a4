"""The lines of a yearly statement, by their labels, for files and live answers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold

PROFIT, LOSS = "profit", "loss"
"""Two lines, one of which is empty; a loss is a positive number."""

_LINES: Final = (
    ("fixed_assets", "active imobilizate"),
    ("current_assets", "active circulante"),
    ("inventory", "stocuri"),
    ("receivables", "creante"),
    ("cash", "casa conturi banci"),
    ("debts", "datorii"),
    ("equity", "capitaluri"),
    ("equity", "capitaluri proprii"),
    ("share_capital", "capital subscris varsat"),
    ("share_capital", "capital social subscris varsat"),
    ("share_capital", "capital social"),
    ("share_capital", "capital"),
    ("turnover", "cifra afaceri net"),
    ("turnover", "cifra afaceri"),
    (PROFIT, "profit net"),
    (LOSS, "pierdere net"),
    ("employee", "numar mediu salariati"),
)
"""Each line's field, ``PROFIT`` or ``LOSS``, and its words without those of ``_FILLING``."""

_BY_WORDS: Final = {words: field for field, words in _LINES}
_BEGINNINGS: Final = [(f"{words} ", field) for field, words in _LINES if " " in words
                      and not words.startswith("capital")]  # fmt: skip
"""Lines that a label may begin with. Of capitals and debts there are several lines."""

_SAME: Final = {
    "activele": "active", "stocurile": "stocuri", "creantele": "creante", "conturile": "conturi",
    "cont": "conturi", "banca": "banci", "datoriile": "datorii", "capitalurile": "capitaluri",
    "capitalul": "capital", "subscrisul": "subscris", "profitul": "profit", "pierderea": "pierdere",
    "pierderi": "pierdere", "neta": "net", "nete": "net", "netul": "net", "bruta": "brut",
    "nr": "numar", "numarul": "numar", "salariatilor": "salariati", "angajati": "salariati",
    "angajatilor": "salariati", "afacerilor": "afaceri", "efectiv": "numar", "efectivul": "numar",
}  # fmt: skip
"""Forms of a word that mean the same in a label."""

_FILLING: Final = frozenset(
    ("total", "totale", "totala", "din", "care", "de", "si", "la", "in", "al", "a", "ale", "lei",
     "ron", "exercitiului", "exercitiul", "financiar", "ani", "anul", "an", "anuale", "sold")
)  # fmt: skip
_DATE: Final = re.compile(r" la \d{1,2} \d{1,2} \d{4}$")
_ENUMERATED: Final = re.compile(r"^(?:[a-z]|[ivx]+|\d{1,2}) (?=\w{4})")


@lru_cache(maxsize=4096)
def field_of(label: str, *, is_whole: bool = True) -> str | None:
    """The field of a line: ``CIFRA DE AFACERI NETĂ`` is ``turnover``; ``None`` for other lines.

    Articles, marks, punctuation, a date behind it, and words as ``total, din care`` make no
    difference; any other word does: ``Datorii pe termen lung`` is another line. Unless it is to be
    the whole label, an enumeration may precede it, and other words may follow.
    """
    # Folding removes dots, but in a date they separate numbers.
    plain = re.sub(r"\((?:rd|col)[^)]*\)", " ", label.replace(".", " "), flags=re.IGNORECASE)
    words = " ".join(re.sub(r"[^a-z0-9]+", " ", fold(plain)).split())
    words = _DATE.sub("", words.removesuffix(" din care"))
    if not is_whole:
        words = _ENUMERATED.sub("", words)
    plain = " ".join(_SAME.get(word, word) for word in words.split() if word not in _FILLING)
    if plain in _BY_WORDS or is_whole:
        return _BY_WORDS.get(plain)
    return next((field for start, field in _BEGINNINGS if plain.startswith(start)), None)


def net_profit(profit: int | None, loss: int | None) -> int | None:
    """Profit minus loss; unknown if neither was reported, which is not zero."""
    if profit is None and loss is None:
        return None
    return (profit or 0) - (loss or 0)
