"""The columns of procurement files, in every spelling that was published.

Names are compared folded and without blanks and punctuation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Final

from tui_app.contract.folding import fold, letters


class Column(StrEnum):
    """The meaning of a column; the value is its name in an account."""

    BUYER = "authority"
    BUYER_ID = "tax id of the authority"
    WINNER = "winner"
    WINNER_ID = "tax id of the winner"
    VALUE = "value"
    NUMBER = "number"
    DATE = "date"
    TITLE = "title"
    CPV = "CPV code"
    CPV_NAME = "name of the CPV code"
    KIND = "kind"
    PROCEDURE = "procedure"
    BEFORE = "value before changes"
    AFTER = "value after changes"


class ProcurementTable(StrEnum):
    """The kind of rows in a file. Registries store its value."""

    PURCHASES = "direct purchases"
    CONTRACTS = "contracts"
    NO_NOTICE = "awards without a notice"
    CHANGES = "changes of contracts"


_PURCHASE_NUMBERS: Final = ("numarachizitiedirecta", "numaranunt")
_CONTRACT_NUMBERS: Final = ("numarcontract", "numaranuntatribuire", "numaranunt")
_PURCHASE_DATES: Final = ("datapublicare", "dataanunt", "datafinalizare", "datacontract")
_CONTRACT_DATES: Final = ("datacontract", "datapublicare", "dataanunt", "datafinalizare")
_SPELLINGS: Final = {
    Column.BUYER: ("autoritatecontractanta",),
    Column.BUYER_ID: ("cuiautoritatecontractanta", "autoritatecontractantacui"),
    Column.WINNER: ("ofertantcastigator", "castigator"),
    Column.WINNER_ID: ("cuiofertantcastigator", "castigatorcui"),
    Column.VALUE: (
        "valoareachizitieron", "valoarecontractron", "valoareatribuitaron", "valoareron",
        "valoare",
    ),
    Column.TITLE: ("denumireachizitie", "denumirecontract", "titlucontract", "descriere"),
    Column.CPV: ("codcpv", "cpvcode"),
    Column.CPV_NAME: ("denumirecpv",),
    Column.KIND: ("tipincheierecontract", "tipcontract"),
    Column.PROCEDURE: ("tipprocedura",),
    Column.BEFORE: ("valoareatotalaactualizataacontractuluiinaintedemodificari",),
    Column.AFTER: ("valoareatotalaacontractuluidupamodificari",),
}  # fmt: skip
"""If a file has several of these, the first is read."""

_NUMBERS_AND_DATES: Final = frozenset(
    (*_PURCHASE_NUMBERS, *_CONTRACT_NUMBERS, *_PURCHASE_DATES, "cpvcodeid")
)
_KNOWN: Final = _NUMBERS_AND_DATES.union(*_SPELLINGS.values())
_OF_PURCHASES: Final = frozenset(
    ("numarachizitiedirecta", "valoareachizitieron", "denumireachizitie")
)
_OF_NO_NOTICE: Final = frozenset(("valoareatribuitaron",))
_OF_CONTRACTS: Final = frozenset(
    ("numarcontract", "valoarecontractron", "denumirecontract", "titlucontract", "datacontract")
)
_EXPECTED: Final = {
    ProcurementTable.CHANGES: (
        Column.BUYER, Column.BUYER_ID, Column.WINNER, Column.WINNER_ID, Column.NUMBER, Column.DATE,
        Column.TITLE, Column.BEFORE, Column.AFTER,
    ),
}  # fmt: skip
_USUAL: Final = (
    Column.BUYER, Column.BUYER_ID, Column.WINNER, Column.WINNER_ID, Column.VALUE, Column.NUMBER,
    Column.DATE, Column.TITLE, Column.CPV,
)  # fmt: skip
_NEEDED: Final = {
    ProcurementTable.CHANGES: (Column.BUYER_ID, Column.NUMBER, Column.DATE, Column.AFTER),
}
_USUALLY_NEEDED: Final = (Column.BUYER_ID, Column.WINNER_ID, Column.VALUE, Column.DATE)


def plain(name: str) -> str:
    """A column's name for comparisons: letters and digits alone."""
    return letters(fold(name.replace("_", " ")))


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row names the columns of a procurement file."""
    names = set(map(plain, cells))
    buyers = names.intersection(_SPELLINGS[Column.BUYER] + _SPELLINGS[Column.BUYER_ID])
    return bool(buyers) and len(names & _KNOWN) >= 3


def table_of(
    header: Sequence[str], sample: Iterable[Sequence[str]], name: str
) -> ProcurementTable | None:
    """The kind of rows in a file: by its columns, then by their values, last by the file's name."""
    names = set(map(plain, header))
    if names.intersection(_SPELLINGS[Column.BEFORE] + _SPELLINGS[Column.AFTER]):
        return ProcurementTable.CHANGES
    if not names.intersection(_SPELLINGS[Column.WINNER] + _SPELLINGS[Column.WINNER_ID]):
        return None
    if names & _OF_PURCHASES or _are_direct(header, sample):
        return ProcurementTable.PURCHASES
    without_notice = "numaranuntatribuire" in names and "numarcontract" not in names
    named = plain(name)
    if names & _OF_NO_NOTICE or without_notice or "faraanunt" in named:
        return ProcurementTable.NO_NOTICE
    if names & _OF_CONTRACTS:
        return ProcurementTable.CONTRACTS
    if "direct" in named or "cumparari" in named:
        return ProcurementTable.PURCHASES
    return ProcurementTable.CONTRACTS if "contract" in named else None


def _are_direct(header: Sequence[str], sample: Iterable[Sequence[str]]) -> bool:
    """Whether the procedure of most rows is a direct purchase."""
    at = [place for place, name in enumerate(header) if plain(name) == "tipprocedura"]
    found = [plain(row[at[0]]) for row in sample if at and at[0] < len(row)]
    direct = sum("direct" in each for each in found)
    return 2 * direct > len(found)


def positions(header: Sequence[str], table: ProcurementTable) -> dict[Column, int]:
    """The position of each known column in a file."""
    names = {plain(name): place for place, name in reversed(list(enumerate(header)))}
    is_purchase = table is ProcurementTable.PURCHASES
    spellings = _SPELLINGS | {
        Column.NUMBER: _PURCHASE_NUMBERS if is_purchase else _CONTRACT_NUMBERS,
        Column.DATE: _PURCHASE_DATES if is_purchase else _CONTRACT_DATES,
    }
    found = {}
    for column, some in spellings.items():
        place = next((names[each] for each in some if each in names), None)
        if place is not None:
            found[column] = place
    return found


def other_kind(header: Sequence[str]) -> int | None:
    """The position of the second column with the kind of a contract, if there are two."""
    names = [plain(name) for name in header]
    there = [names.index(each) for each in _SPELLINGS[Column.KIND] if each in names]
    return there[1] if len(there) > 1 else None


def lacking(found: Iterable[Column], table: ProcurementTable) -> tuple[list[Column], list[Column]]:
    """The missing columns without which a file cannot be read, and the other missing ones."""
    needed = _NEEDED.get(table, _USUALLY_NEEDED)
    there = set(found)
    missing = [each for each in _EXPECTED.get(table, _USUAL) if each not in there]
    return [each for each in needed if each in missing], [c for c in missing if c not in needed]
