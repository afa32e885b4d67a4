"""Short forms that people write for words in names, and numerals for which names have words.

The beginning of a word (``constr`` for ``CONSTRUCT``) is found anyway. To extend this, add a line:
a search with room for more results tries every spelling in a group for every other.
"""

from __future__ import annotations

from typing import Final

_GROUPS: Final = (
    "intl int international internationala",
    "mgmt mgm management",
    "mkt mktg marketing",
    "constr constructii construct constructions",
    "cons consulting consultanta",
    "transp transport transporturi",
    "ind industrie industrial industries",
    "tehn tehnic tehnica technic",
    "svc serv service services servicii",
    "prod production productie",
    "distrib distribution distributie",
    "dev development dezvoltare",
    "tech technology technologies tehnologie",
    "eng engineering inginerie",
    "inv invest investment investments investitii",
    "com comert comercial",
    "imob imobiliare imobiliara",
    "sf sfantul sfanta sfintii",
    "1 unu una", "2 doi doua", "3 trei", "4 patru", "5 cinci", "6 sase", "7 sapte", "8 opt",
    "9 noua", "10 zece", "12 doisprezece", "20 douazeci", "100 suta", "1000 mie",
)  # fmt: skip

SPELLINGS: Final = {
    word: tuple(other for other in group.split() if other != word)
    for group in _GROUPS
    for word in group.split()
}
"""The other spellings of a folded word."""

AROUND_NAMES: Final = frozenset(
    "firma companie compania company soc societate societatea comerciala romania ro".split()  # noqa: SIM905
)
"""Words that people write beside a name although they are not part of it."""
