"""Legal representatives: personal data. Only names are read, and only on request.

The files contain birth dates and places too, which no line here reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tui_app.contract.folding import fold
from tui_app.contract.registry_numbers import Key, number_key
from tui_app.contract.vocabulary.legal_forms import AT_END_OF_NAMES
from tui_app.opendata.files.table_reader import TableReader
from tui_app.opendata.places import tidy
from tui_app.system.language import N_

NOT_RUNNING: Final = N_("a role that does not run the company")
A_FIRM: Final = N_("names a firm, not a person")
_FIRMS: Final = frozenset(
    f"{AT_END_OF_NAMES}|ipurl|sprl|gmbh|ltd|llc|bv|spa|ag|holding|limited|filiala".split("|")
)


def read_representatives(table: TableReader) -> Iterator[tuple[Key, str, int]]:
    """OD_REPREZENTANTI_LEGALI and _IF: registry number, name and line of each."""
    number_at = table.position("COD_INMATRICULARE")
    of_families = "PERSOANA_IMPUTERNICITA" not in table.header
    name_at = table.position("NUME" if of_families else "PERSOANA_IMPUTERNICITA")
    role_at = table.position("CALITATE")
    tally = table.tally
    for row in table.rows():
        name, key = tidy(row[name_at]), number_key(row[number_at])
        if name is None or not key:
            tally.mark_unreadable(table.line, N_("no registry number or no name"))
        elif not of_families and not runs_company(row[role_at]):
            tally.leave_out(NOT_RUNNING)
        elif is_firm(name):
            tally.leave_out(A_FIRM)
        else:
            yield key, name, table.line


def is_firm(name: str) -> bool:
    """Whether a name is that of a firm, judging by its end."""
    # Few words end all names, and an import reads millions.
    last = _folded_word(name.rpartition(" ")[2]) or fold(name)
    return last.rpartition(" ")[2] in _FIRMS


_folded_word: Final = lru_cache(maxsize=16_384)(fold)


def is_surely_person(cell: str) -> bool:
    """Whether the name in a cell is not that of a firm, before the cell is made tidy.

    Nine of ten representatives are people, whose names a snapshot leaves out.
    """
    return _ends_no_firm(cell.rpartition(" ")[2])


@lru_cache(maxsize=16_384)
def _ends_no_firm(word: str) -> bool:
    return tidy(word) == word and fold(word) != "" and not is_firm(word)


def runs_company(role: str) -> bool:
    """Whether a role is an administrator of the company, not one appointed by a court."""
    folded = fold(role)
    return "administrator" in folded and "judiciar" not in folded
