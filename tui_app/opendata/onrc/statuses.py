"""The states of a company: a company has several, undated; the most serious one counts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import Key, number_key
from tui_app.contract.severities import ACTIVE, NOTE, STRUCK_OFF, UNKNOWN
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.numbers import whole_digits
from tui_app.opendata.places import tidy
from tui_app.system.language import N_

KNOWN: Final = {
    1048: "funcțiune", 1084: "radiată", 1049: "dizolvare", 1052: "lichidare", 1070: "faliment",
    1074: "întrerupere temporară de activitate", 1107: "insolvență",
    1057: "reorganizare judiciară", 1109: "dizolvare de drept", 1113: "dizolvare judiciară",
    2069: "sediu expirat", 2120: "perioadă de suspendare expirată",
}  # fmt: skip
"""Confirmed codes; N_STARE_FIRMA has the names of the others."""

_NOTES: Final = frozenset({1036, 1037, 1038, 1050, 1053, 1054, 1067, 1069, 1146, 2069, 2120})
"""Penal notes, insolvent parents, mergers, a moved or expired seat: none is a state of its own."""

# If a text names several states, the most serious comes first.
_BY_WORD: Final = (
    ("sediu", NOTE),
    ("expirat", NOTE),
    ("radi", STRUCK_OFF),
    ("faliment", 80),
    ("lichid", 70),
    ("dizolv", 60),
    ("insolv", 50),
    ("reorganiz", 45),
    ("relua", ACTIVE),
    ("suspend", 40),
    ("intrerup", 40),
    ("inactiv", 30),
    ("functiune", ACTIVE),
)


def severity_of(name: str) -> int:
    """The severity of a state; a mere note has one below ``ACTIVE``."""
    folded = fold(name)
    return next((severity for word, severity in _BY_WORD if word in folded), UNKNOWN)


def known_states() -> Iterator[tuple[int, str, int]]:
    """Code, name and severity of the states that need no file."""
    return ((code, name, _severity(code, name)) for code, name in KNOWN.items())


def read_state_names(table: TableReader) -> Iterator[tuple[int, str, int]]:
    """N_STARE_FIRMA: code, name and severity."""
    code, name = table.position("COD"), table.position("DENUMIRE")
    for row in table.rows():
        text, number = tidy(row[name]), _code(row[code])
        if text is None or number is None:
            table.tally.mark_unreadable(table.line, N_("no code or no name"))
        else:
            yield number, text, _severity(number, text)


def _severity(code: int, name: str) -> int:
    return NOTE if code in _NOTES else severity_of(KNOWN.get(code, name))


def read_states(table: TableReader) -> Iterator[tuple[Key, int, int]]:
    """OD_STARE_FIRMA: registry number, code and line, several rows per company."""
    number, code = table.position("COD_INMATRICULARE"), table.position("COD")
    tally = table.tally
    for row in table.rows():
        state, key = _code(row[code]), number_key(row[number])
        if state is None or not key:
            tally.mark_unreadable(table.line, N_("no registry number or no code"))
        else:
            yield key, state, table.line


@lru_cache(maxsize=1024)
def _code(text: str) -> int | None:
    digits = whole_digits(text)
    return int(digits) if digits.isdecimal() and len(digits) <= 9 else None
