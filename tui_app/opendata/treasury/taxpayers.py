"""The list of taxpayers: VAT, tax category and phone number of legal persons."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tui_app.contract.folding import fold
from tui_app.opendata.files.table_reader import Beginning, TableReader
from tui_app.opendata.numbers import read_file_tax_id, read_phones
from tui_app.system.language import N_

REQUIRED: Final = ("COD_FISCAL", "TIP_UNITATE", "TIP_CONTRIB", "TVA")
PROFIT_TAX: Final = "IMP100"
"""The flag for profit tax. The other columns are not read, because no legend is published."""

NO_COMPANY: Final = N_("not a legal person")
NO_SEAT: Final = N_("a branch or a place of work")
_FLAGS: Final = {"da": True, "nu": False}

TaxpayerRow = tuple[int, "bool | None", "str | None", tuple[str, ...], int]
"""tax id, VAT, tax category, telephone numbers, line."""


def list_of(name: str, beginning: Beginning) -> str:
    """Which of the two lists a file is, by its name (``…_iunie_2026_a.csv``) or its content."""
    by_name = re.search(r"_(a|b)(?=[._]|$)", name.lower())
    if by_name is None:
        columns = beginning.header.columns
        rows = map(beginning.saving.split, beginning.sample[1:])
        at = columns.index("TIP_CONTRIB")
        kinds = [row[at].strip().upper() for row in rows if len(row) == len(columns)]
        is_legal = not kinds or kinds.count("PJ") * 2 >= len(kinds)
    else:
        is_legal = by_name[1] == "a"
    return f"taxpayers, {'legal' if is_legal else 'natural'} persons"


def read_taxpayers(table: TableReader) -> Iterator[TaxpayerRow]:
    """The head offices of legal persons; never natural persons."""
    tax_id_at, unit_at = table.position("COD_FISCAL"), table.position("TIP_UNITATE")
    person_at, vat_at = table.position("TIP_CONTRIB"), table.position("TVA")
    phone_at, profit_at = table.optional_position("TELEFON"), table.optional_position(PROFIT_TAX)
    tally = table.tally
    for row in table.rows():
        # The index used for columns that this list lacks.
        row.append("")
        if row[person_at].strip().upper() != "PJ":
            tally.leave_out(NO_COMPANY)
            continue
        if fold(row[unit_at]) != "sediu central":
            tally.leave_out(NO_SEAT)
            continue
        tax_id = read_file_tax_id(row[tax_id_at])
        if isinstance(tax_id, str):
            tally.leave_out(tax_id)
            continue
        category = "profit" if _flag(row[profit_at]) else None
        yield tax_id, _flag(row[vat_at]), category, read_phones(row[phone_at]), table.line


def _flag(text: str) -> bool | None:
    return _FLAGS.get(text.strip().lower())
