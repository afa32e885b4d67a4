"""The staging tables: one for each kind of source.

``key`` is ``registry_numbers.number_key``, ``tax_id`` an integer. Records (JSON Lines) are
in ``own_*`` tables: the lists of a record refer to the record's number, and the
record has that number in a column for each list that it contains.
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
"""The fields of a record besides its tax id; ``None`` where it has no value."""

FIRM: Final = (
    "key", "tax_id", "company_id", "company_name", "folded_name", "company_type", "county",
    "locality", "street_name", "street_nr", "postal_code", "full_address", "registration_date",
    "founding_year", "website",
)  # fmt: skip
OTHER_FIRM: Final = tuple(c for c in FIRM if c not in {"key", "tax_id", "folded_name"})
"""The columns of a further firm with the same tax id."""

STATEMENT_FIGURES: Final = (
    *(column for column in YEAR_COLUMNS if column not in {"year", "net_profit"}),
    "net_profit",
)
COLUMNS: Final = {
    "firm": FIRM,
    "state": ("key", "code"),
    "state_name": ("code", "name", "severity"),
    "authorised": ("key", "class", "revision"),
    "statement": ("tax_id", "class", *STATEMENT_FIGURES, "year", "filed"),
    "taxpayer": ("tax_id", "vat", "tax_category", "phones"),
    "representative": ("key", "name"),
    "court_case": ("tax_id", *CASE_COLUMNS),
    "own_record": ("number", "batch", "tax_id", *OWN_VALUES),
    "own_year": ("record", "position", *YEAR_COLUMNS),
    "own_case": ("record", "position", *CASE_COLUMNS),
    "own_contact": ("record", "kind", "position", "value"),
}
"""The columns of each table, in the order of the rows."""

_TYPES: Final = {
    "tax_id": "INTEGER", "code": "INTEGER", "severity": "INTEGER", "number": "INTEGER PRIMARY KEY",
}  # fmt: skip


def create_statements() -> str:
    """The SQL that creates all tables."""
    tables = []
    for table, columns in COLUMNS.items():
        # A court case's tax id is a text, after the first column.
        typed = [
            f"{'case_' if table.endswith('case') and position and name == 'tax_id' else ''}{name}"
            f" {_TYPES.get(name, '')}"
            for position, name in enumerate(columns)
        ]
        tables.append(f"CREATE TABLE {table} ({', '.join(typed)});")
    text = "\n".join(tables).replace("code INTEGER, name", "code INTEGER PRIMARY KEY, name")
    # A case that is added again replaces the earlier one.
    return text + (
        "CREATE UNIQUE INDEX court_case_once ON court_case"
        " (tax_id, case_number, institution, procedural_stage);"
    )
