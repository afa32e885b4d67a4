"""The ranked search and the profile as one SQL statement each, for a server that answers SQL.

The contract's tiers, their order and the early end are those of the module
``tui_app.registry.sqlite.search``. Our own two tiers are left out, which spares the other
server work. SQL folds no diacritics, and the invented names have none.
"""

from __future__ import annotations

from typing import Final

from tui_app.contract.ranking import read_query
from tui_app.registry.sql import PROFILE_COLUMNS
from tui_app.registry.sqlite.ngrams import NGRAM_LENGTH, START, beginning, part_query

_COLUMNS: Final = "tax_id, company_id, company_name, company_type, status, locality, county"
_IDENTIFIER_EQUAL: Final = """
SELECT id FROM company WHERE tax_id IN (:text, :tax_id)
UNION SELECT company FROM registry_number WHERE number = :number
"""


def ranked(q: str) -> tuple[str, dict[str, str]]:
    """The statement for a search text, and its values."""
    query = read_query(q)
    values = {
        "text": query.text,
        "tax_id": query.tax_id or query.text,
        "number": query.registry_number or query.text,
    }
    tiers = [
        _holding("name", "char(10) || lower(company_name)", "start", START + query.text, values),
        f"SELECT id FROM ({_IDENTIFIER_EQUAL}) ORDER BY id LIMIT 10",
        _holding("name", "lower(company_name)", "part", query.text, values),
        _holding(
            "identifier",
            "tax_id || char(10) || replace(lower(coalesce(company_id, '')), '/', ' ')",
            "identifier",
            query.identifier_part,
            values,
        ),
    ]
    union = " UNION ALL ".join(f"SELECT * FROM ({tier})" for tier in tiers)
    best = f"SELECT DISTINCT id AS best FROM ({union}) LIMIT 10"
    sql = f"SELECT {_COLUMNS} FROM ({best}) CROSS JOIN company ON id = best"
    return " ".join(sql.split()), values


def of_company(tax_id: str) -> tuple[str, dict[str, str]]:
    """The statement for all that a profile is made of, and its values."""
    sql = f"""
        SELECT {", ".join(PROFILE_COLUMNS)}, caen,
          (SELECT group_concat(kind) FROM contact WHERE contact.company = company.id) AS contacts,
          EXISTS (SELECT 1 FROM financial WHERE financial.company = company.id) AS figures
        FROM company LEFT JOIN activity ON activity.id = activity WHERE tax_id = :tax_id
    """
    return " ".join(sql.split()), {"tax_id": tax_id}


def _holding(index: str, text: str, name: str, part: str, values: dict[str, str]) -> str:
    """The ten best companies whose ``text`` holds a part; adds what the tier needs to know."""
    values[name] = part
    if len(part) < NGRAM_LENGTH:
        numbers = "json_each('[' || replace(companies, ' ', ',') || ']')"
        return f"SELECT value AS id FROM {index}_part CROSS JOIN {numbers} WHERE part = :{name}"
    values |= {f"{name}_pieces": part_query(part), f"{name}_beginning": beginning(part)}
    pieces = f"{index}_piece"
    known = f"SELECT :{name}_pieces FROM {index}_part WHERE part = :{name}_beginning LIMIT 1"
    return f"""
        SELECT id FROM {pieces} CROSS JOIN company ON id = {pieces}.rowid
        WHERE {pieces} MATCH coalesce(({known}), '""') AND instr({text}, :{name})
        ORDER BY {pieces}.rowid LIMIT 10
    """
