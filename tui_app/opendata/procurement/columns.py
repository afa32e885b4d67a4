"""The columns of procurement files: by the published names, by parts of names, and by cells.

Names are compared folded and without blanks and punctuation. Names that were published come first;
a renamed column is recognised by the parts of its name (``AutoritateContractantaCU``), and one of
tax ids also by its cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from tui_app.contract.folding import fold, letters
from tui_app.contract.identifiers import has_valid_control_digit, read_tax_id
from tui_app.system.language import N_


class Datum(StrEnum):
    """The meaning of a column; the value is its name in an account."""

    BUYER = "authority"
    BUYER_ID = N_("tax id of the authority")
    WINNER = "winner"
    WINNER_ID = N_("tax id of the winner")
    VALUE = "value"
    NUMBER = "number"
    DATE = "date"
    TITLE = "title"
    CPV = N_("CPV code")
    CPV_NAME = N_("name of the CPV code")
    KIND = "kind"
    PROCEDURE = "procedure"
    BEFORE = N_("value before changes")
    AFTER = N_("value after changes")
    CURRENCY = "currency"


class ProcurementTable(StrEnum):
    """The kind of rows in a file. Registries store its value."""

    PURCHASES = N_("direct purchases")
    CONTRACTS = "contracts"
    NO_NOTICE = N_("awards without a notice")
    CHANGES = N_("changes of contracts")


_PURCHASE_NUMBERS: Final = ("numarachizitiedirecta", "numaranunt")
_CONTRACT_NUMBERS: Final = ("numarcontract", "numaranuntatribuire", "numaranunt")
_PURCHASE_DATES: Final = ("datapublicare", "dataanunt", "datafinalizare", "datacontract")
_CONTRACT_DATES: Final = ("datacontract", "datapublicare", "dataanunt", "datafinalizare")
_SPELLINGS: Final = {
    Datum.BUYER: ("autoritatecontractanta",),
    Datum.BUYER_ID: ("cuiautoritatecontractanta", "autoritatecontractantacui"),
    Datum.WINNER: ("ofertantcastigator", "castigator"),
    Datum.WINNER_ID: ("cuiofertantcastigator", "castigatorcui"),
    Datum.VALUE: (
        "valoareachizitieron", "valoarecontractron", "valoareatribuitaron", "valoareron",
        "valoare",
    ),
    Datum.TITLE: ("denumireachizitie", "denumirecontract", "titlucontract", "descriere"),
    Datum.CPV: ("codcpv", "cpvcode"),
    Datum.CPV_NAME: ("denumirecpv",),
    Datum.KIND: ("tipincheierecontract", "tipcontract"),
    Datum.PROCEDURE: ("tipprocedura",),
    Datum.CURRENCY: ("moneda", "valuta", "monedacontract", "currency"),
    Datum.BEFORE: ("valoareatotalaactualizataacontractuluiinaintedemodificari",),
    Datum.AFTER: ("valoareatotalaacontractuluidupamodificari",),
}  # fmt: skip
"""If a file has several of these, the first is read."""

_BUYER: Final = "autoritat|achizitor|beneficiar|cumparator|institutie|entitat|contractanta"
_WINNER: Final = (
    "castigator|ofertant|furnizor|contractant(?!a)|operatoreconomic|prestator|executant|antreprenor"
)
_ID: Final = "cui|cif|codfiscal|codunic|codinregistrarefiscala|codidentificare|identificatorfiscal"
_CUT_ID: Final = "(?:cu|ci|cf)$"
_OF_PARTY: Final = (
    "adres|localit|judet|tara|oras|telefon|email|fax|regiune|nuts|codpostal|tip"
    "|numarul?(?:de)?ofert"
)
_PARTS: Final = {
    Datum.BUYER_ID: (f"(?:{_BUYER}).*(?:{_ID}|{_CUT_ID})|(?:{_ID}).*(?:{_BUYER})", _OF_PARTY),
    Datum.WINNER_ID: (f"(?:{_WINNER}).*(?:{_ID}|{_CUT_ID})|(?:{_ID}).*(?:{_WINNER})", _OF_PARTY),
    Datum.BUYER: (_BUYER, f"{_OF_PARTY}|{_ID}|{_CUT_ID}|^data|valoare"),
    Datum.WINNER: (_WINNER, f"{_OF_PARTY}|{_ID}|{_CUT_ID}|^data|valoare"),
    Datum.BEFORE: ("valoare.*(?:inainte|initial)", "eur|usd"),
    Datum.AFTER: ("valoare.*(?:dupa|final|modificat)", "eur|usd|inainte"),
    Datum.CURRENCY: ("moneda|valuta|currency", ""),
    Datum.VALUE: (
        "valoare|pret|^suma",
        "eur|usd|estimat|garant|inainte|dupa|minim|maxim|initial|cutva|^tva|procent",
    ),
    Datum.CPV_NAME: ("(?:denumire|descriere|nume).*cpv", ""),
    Datum.CPV: ("cpv", "denumire|descriere|nume|id$|secundar"),
    Datum.PROCEDURE: ("procedur", "^data|numar|^nr"),
    Datum.KIND: ("tip.*contract", "autoritat|procedur"),
    Datum.TITLE: ("denumire|titlu|descriere|obiect", f"cpv|lot|{_BUYER}|{_WINNER}|moneda"),
    Datum.NUMBER: ("(?:numar|^nr|^cod|^id).*(?:achizi|contract(?!ant)|anunt)", "ofert|lot|^data"),
    Datum.DATE: ("^data|date?(?:contract|publicar)", "nastere|limita|depunere|expirare|incetare"),
}  # fmt: skip
"""Parts that the name of a column has, and parts that it never has, in the order of looking."""

_CHECKED: Final = 0.8
"""The share of a column's cells that have to be tax ids that check."""

_FEWEST: Final = 3
_LONGEST_NAME: Final = 100
_NUMBERS_AND_DATES: Final = frozenset(
    (*_PURCHASE_NUMBERS, *_CONTRACT_NUMBERS, *_PURCHASE_DATES, "cpvcodeid")
)
_KNOWN: Final = _NUMBERS_AND_DATES.union(*_SPELLINGS.values())
_OF_PURCHASES: Final = re.compile("(?:numar|^nr|valoare|pret|denumire|titlu|^data).*achizi")
_OF_NO_NOTICE: Final = frozenset(("valoareatribuitaron",))
_CONTRACT_NUMBER: Final = re.compile("(?:numar|^nr).*contract(?!ant)")
_OF_CONTRACTS: Final = re.compile(
    "(?:numar|^nr|valoare|pret|denumire|titlu|^data).*contract(?!ant)"
)
_EXPECTED: Final = {
    ProcurementTable.CHANGES: (
        Datum.BUYER, Datum.BUYER_ID, Datum.WINNER, Datum.WINNER_ID, Datum.NUMBER, Datum.DATE,
        Datum.TITLE, Datum.BEFORE, Datum.AFTER,
    ),
}  # fmt: skip
_USUAL: Final = (
    Datum.BUYER, Datum.BUYER_ID, Datum.WINNER, Datum.WINNER_ID, Datum.VALUE, Datum.NUMBER,
    Datum.DATE, Datum.TITLE, Datum.CPV,
)  # fmt: skip
_NEEDED: Final = {
    ProcurementTable.CHANGES: (
        Datum.BUYER_ID,
        Datum.NUMBER,
        Datum.DATE,
        Datum.AFTER,
    ),
}
_USUALLY_NEEDED: Final = (
    Datum.BUYER_ID,
    Datum.WINNER_ID,
    Datum.VALUE,
    Datum.DATE,
)


def plain(name: str) -> str:
    """A column's name for comparisons: letters and digits alone."""
    return letters(fold(name.replace("_", " ")))


def is_header(cells: Sequence[str]) -> bool:
    """Whether a row names the columns of a procurement file."""
    if cells and cells[0].lstrip().startswith(("{", "<")):
        return False
    names = {name for cell in cells if len(cell) <= _LONGEST_NAME and (name := plain(cell))}
    buyers = names.intersection(_SPELLINGS[Datum.BUYER] + _SPELLINGS[Datum.BUYER_ID])
    if buyers and len(names & _KNOWN) >= 3:
        return True
    found = set(_by_parts(sorted(names), _PARTS, {}))
    parties = (
        {Datum.BUYER, Datum.BUYER_ID},
        {Datum.WINNER, Datum.WINNER_ID},
    )
    return len(found) > 3 and all(found & party for party in parties)


def table_of(
    header: Sequence[str], sample: Iterable[Sequence[str]], name: str
) -> ProcurementTable | None:
    """The kind of rows in a file: by its columns, then by their values, last by the file's name."""
    names = list(map(plain, header))
    found = _by_parts(names, _PARTS, {})
    if Datum.BEFORE in found and Datum.AFTER in found:
        return ProcurementTable.CHANGES
    if not {Datum.WINNER, Datum.WINNER_ID} & set(found):
        return None
    if any(map(_OF_PURCHASES.search, names)) or _are_direct(header, sample):
        return ProcurementTable.PURCHASES
    has_number = any(map(_CONTRACT_NUMBER.search, names))
    without_notice = any("anuntatribuire" in each for each in names) and not has_number
    named = plain(name)
    if _OF_NO_NOTICE.intersection(names) or without_notice or "faraanunt" in named:
        return ProcurementTable.NO_NOTICE
    if any(map(_OF_CONTRACTS.search, names)):
        return ProcurementTable.CONTRACTS
    if "direct" in named or "cumparari" in named:
        return ProcurementTable.PURCHASES
    return ProcurementTable.CONTRACTS if "contract" in named else None


def _are_direct(header: Sequence[str], sample: Iterable[Sequence[str]]) -> bool:
    """Whether the procedure of most rows is a direct purchase."""
    at = _by_parts(list(map(plain, header)), {Datum.PROCEDURE: _PARTS[Datum.PROCEDURE]}, {})
    index = at.get(Datum.PROCEDURE, -1)
    found = [plain(row[index]) for row in sample if 0 <= index < len(row)]
    direct = sum("direct" in each for each in found)
    return 2 * direct > len(found)


def positions(
    header: Sequence[str], table: ProcurementTable, sample: Sequence[Sequence[str]] = ()
) -> dict[Datum, int]:
    """The position of each known column in a file, of which ``sample`` are some rows."""
    plain_names = list(map(plain, header))
    names = {name: index for index, name in reversed(list(enumerate(plain_names)))}
    is_purchase = table is ProcurementTable.PURCHASES
    spellings = _SPELLINGS | {
        Datum.NUMBER: _PURCHASE_NUMBERS if is_purchase else _CONTRACT_NUMBERS,
        Datum.DATE: _PURCHASE_DATES if is_purchase else _CONTRACT_DATES,
    }
    found = {}
    for column, some in spellings.items():
        index = next((names[each] for each in some if each in names), None)
        if index is not None:
            found[column] = index
    of_changes = {Datum.BEFORE, Datum.AFTER}
    of_table = of_changes if table is ProcurementTable.CHANGES else {Datum.VALUE}
    of_others = {*of_changes, Datum.VALUE} - of_table
    parts = {column: some for column, some in _PARTS.items() if column not in of_others}
    found = _by_parts(plain_names, parts, found)
    return found | _by_cells(len(header), sample, found)


def _by_parts(
    names: Sequence[str],
    parts: Mapping[Datum, tuple[str, str]],
    known: Mapping[Datum, int],
) -> dict[Datum, int]:
    """The known columns, and the others by parts of their names.

    Of several the first one in RON is read, else the first.
    """
    found = dict(known)
    for column, (part, never) in parts.items():
        is_part, is_never, taken = re.compile(part), re.compile(never or "(?!)"), {*found.values()}
        fitting = [
            index
            for index, name in enumerate(names)
            if is_part.search(name) and index not in taken and not is_never.search(name)
        ]
        in_ron = [index for index in fitting if re.search("ron|lei", names[index])]
        if column not in found and fitting:
            found[column] = (in_ron or fitting)[0]
    return found


def _by_cells(
    width: int, sample: Sequence[Sequence[str]], known: Mapping[Datum, int]
) -> dict[Datum, int]:
    """The missing columns of tax ids: columns of ids that check, each beside its party's name."""
    missing = [c for c in (Datum.BUYER_ID, Datum.WINNER_ID) if c not in known]
    free = [at for at in range(width) if at not in known.values() and _has_ids(at, sample)]
    found: dict[Datum, int] = {}
    for column in missing:
        name = known.get(Datum.BUYER if column is Datum.BUYER_ID else Datum.WINNER)
        if len(missing) == len(free) == 1:
            found[column] = free[0]
        elif name is not None and (beside := [at for at in (name + 1, name - 1) if at in free]):
            found[column] = beside[0]
            free.remove(beside[0])
    return found


def _has_ids(at: int, sample: Sequence[Sequence[str]]) -> bool:
    cells = [row[at].strip() for row in sample if at < len(row) and row[at].strip()]
    ids = [tax_id for cell in cells if (tax_id := read_tax_id(cell))]
    checked = [tax_id for tax_id in ids if len(tax_id) > 4 and has_valid_control_digit(tax_id)]
    return len(cells) >= _FEWEST and len(checked) >= _CHECKED * len(cells)


def other_kind(header: Sequence[str]) -> int | None:
    """The position of the second column with the kind of a contract, if there are two."""
    names = [plain(name) for name in header]
    there = [names.index(each) for each in _SPELLINGS[Datum.KIND] if each in names]
    return there[1] if len(there) > 1 else None


def lacking(found: Iterable[Datum], table: ProcurementTable) -> tuple[list[Datum], list[Datum]]:
    """The missing columns without which a file cannot be read, and the other missing ones."""
    needed = _NEEDED.get(table, _USUALLY_NEEDED)
    there = set(found)
    missing = [each for each in _EXPECTED.get(table, _USUAL) if each not in there]
    return [each for each in needed if each in missing], [c for c in missing if c not in needed]
