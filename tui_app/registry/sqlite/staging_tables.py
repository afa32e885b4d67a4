"""The staging tables: one for each kind of row that a source may have.

``key`` is ``registry_numbers.number_key``, ``tax_id`` an integer, ``line`` the line of the
source's file. Records (JSON Lines) are in ``own_*`` tables: the lists of a record refer to the
record's number, and the record has that number in a column for each list that it contains.
"""

from __future__ import annotations

from typing import Final

from tui_app.registry.sql import (
    CASE_COLUMNS,
    FINANCIAL_COLUMNS,
    PROFILE_COLUMNS,
    YEAR_COLUMNS,
)

LISTS: Final = ("years", "cases", "phones", "emails", "administrators", "websites")
OWN_VALUES: Final = (
    *(column for column in PROFILE_COLUMNS if column != "tax_id"),
    "caen",
    *(f"latest_{column}" for column in FINANCIAL_COLUMNS),
    "folded_name",
    *LISTS,
)
"""The fields of a record besides its tax id; ``None`` if it has no value."""

FIRM: Final = (
    "key", "tax_id", "company_id", "company_name", "folded_name", "company_type", "county",
    "locality", "street_name", "street_nr", "postal_code", "full_address", "registration_date",
    "founding_year", "website", "line",
)  # fmt: skip

STATEMENT_FIGURES: Final = (
    *(column for column in YEAR_COLUMNS if column not in {"year", "net_profit"}),
    "net_profit",
)
COLUMNS: Final = {
    "firm": FIRM,
    "state": ("key", "code", "line"),
    "state_name": ("code", "name", "severity"),
    "authorised": ("key", "class"),
    "class_name": ("class", "version", "title"),
    "statement": ("tax_id", "class", *STATEMENT_FIGURES, "line", "year"),
    "taxpayer": ("tax_id", "vat", "tax_category", "phones", "line"),
    "representative": ("key", "name", "line"),
    # For a snapshot in the history: see ``opendata.history``.
    "past_firm": (
        "id", "key", "registry_number", "name", "form", "state", "county", "locality", "street",
        "registered",
    ),
    "past_role": ("key", "field", "entry"),
    "own_record": ("number", "batch", "line", "tax_id", *OWN_VALUES),
    "own_year": ("record", "position", *YEAR_COLUMNS),
    "own_case": ("record", "position", *CASE_COLUMNS),
    "own_contact": ("record", "kind", "position", "value"),
}  # fmt: skip
"""The columns of each table, in the order of the rows."""

_TYPES: Final = {
    "tax_id": "INTEGER", "code": "INTEGER", "severity": "INTEGER", "number": "INTEGER PRIMARY KEY",
    "id": "INTEGER", "line": "INTEGER", "year": "INTEGER", "revision": "INTEGER",
}  # fmt: skip


def create_statement(table: str) -> str:
    """The SQL that creates a table, unless it exists."""
    # A court case's tax id is a text, after the first column.
    typed = [
        f"{'case_' if table == 'own_case' and name == 'tax_id' else ''}{name}"
        f" {_TYPES.get(name, '')}"
        for name in COLUMNS[table]
    ]
    text = f"CREATE TABLE IF NOT EXISTS {table} ({', '.join(typed)})"
    # A name that is added again for a code replaces the earlier one.
    return text.replace("code INTEGER, name", "code INTEGER PRIMARY KEY, name")
