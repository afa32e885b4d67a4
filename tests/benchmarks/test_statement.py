"""The one SQL statement that the benchmark gives to another server asks what we answer."""

from __future__ import annotations

import itertools
import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.benchmarks.country import companies
from tests.benchmarks.queries import may_be_sent
from tests.benchmarks.statement import of_company, ranked
from tui_app.contract.folding import fold
from tui_app.contract.ranking import read_query, tier
from tui_app.contract.resources import CompanySummary
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.registry_file import RegistryFile


def test_the_statement_finds_what_the_contracts_tiers_find_in_the_same_order(
    tmp_path: Path,
) -> None:
    path = tmp_path / "registry.db"
    build(companies(600), path, invented=True)
    texts = _texts(50)
    found = []
    with closing(RegistryFile(path)) as registry, closing(sqlite3.connect(path)) as connection:
        for q in texts:
            answer = registry.search(q).companies
            expected = [c.tax_id for c in answer if not _is_own(q, c)]
            rows = connection.execute(*ranked(q)).fetchall()
            assert [row[0] for row in rows] == expected, q
            found.append(len(expected))
    assert {0, 1, 10} <= set(found)


def test_the_statement_finds_what_a_profile_is_made_of(tmp_path: Path) -> None:
    path = tmp_path / "registry.db"
    build(companies(50), path, invented=True)
    with closing(RegistryFile(path)) as registry, closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        for record in companies(50):
            tax_id = record.profile.tax_id
            profile = registry.profile(tax_id)
            (row,) = connection.execute(*of_company(tax_id)).fetchall()
            assert profile is not None
            assert row["company_name"] == profile.company_name
            assert json.loads(row["caen"] or "[]") == list(profile.caen)
            assert ("websites" in (row["contacts"] or "").split(",")) is profile.has_website
            assert bool(row["figures"]) is profile.has_fin_data


def _is_own(q: str, company: CompanySummary) -> bool:
    matched = tier(read_query(q), company.company_name, company.tax_id, company.company_id)
    return matched is None or matched.is_own  # none: similar, or found by another reading


def _texts(count: int) -> list[str]:
    """Starts, middles and identifiers of companies, and texts that nothing holds."""
    texts = ["agro", "srl", "construct", "qwxyz", "zzz"]
    for record in itertools.islice(companies(count), count):
        profile = record.profile
        name = fold(profile.company_name)
        texts += [name[:3], name[:4], name[:7], name[1:4], name[2:6], name[1:6], name[-8:]]
        texts += [profile.tax_id, f"RO{profile.tax_id}", profile.tax_id[:4], profile.tax_id[1:7]]
        texts += [number := profile.company_id or "", number[:3], number[1:8]]
    return [q for q in dict.fromkeys(texts) if may_be_sent(q)]
