"""Companies as FollowTheMoney entities, held against the schemata that they name."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.cli.running import run
from tui_app.contract.resources import CompanySummary
from tui_app.workspace.workspace import Workspace, workspace_file

PETROTERM = "990000013"

# From the schemata of followthemoney, with what each inherits: the properties that we may use.
_THING = {"name", "country", "address", "addressEntity", "summary", "sourceUrl", "retrievedAt"}
_INTERVAL = {"sourceUrl", "retrievedAt", "startDate", "endDate"}
SCHEMATA = {
    "Company": _THING
    | {
        "taxNumber", "vatCode", "registrationNumber", "legalForm", "status", "jurisdiction",
        "incorporationDate", "sector", "phone", "email", "website",
    },
    "Address": _INTERVAL | {"full", "street", "city", "postalCode", "region", "country"},
    "Person": _THING,
    "Directorship": _INTERVAL | {"director", "organization", "role"},
    "CourtCase": _THING | {"caseNumber", "court", "category", "status", "fileDate"},
    "CourtCaseParty": _INTERVAL | {"party", "case", "role"},
    "LegalEntity": _THING | {"taxNumber", "jurisdiction"},
    "Contract": _THING
    | {
        "title", "amount", "currency", "authority", "contractDate", "procedureNumber", "type",
        "description", "notes",
    },
    "ContractAward": _INTERVAL
    | {
        "supplier", "contract", "amount", "currency", "date", "cpvCode", "amended", "description",
        "recordId",
    },
}  # fmt: skip
REQUIRED = {
    "Company": {"name"},
    "Person": {"name"},
    "CourtCase": {"name"},
    "CourtCaseParty": {"party", "case"},
    "Directorship": {"director", "organization"},
    "LegalEntity": {"name"},
    "Contract": {"title"},
    "ContractAward": {"supplier", "contract"},
}
POINTERS = {
    "addressEntity",
    "director",
    "organization",
    "party",
    "case",
    "authority",
    "supplier",
    "contract",
}
DATES = {"incorporationDate", "fileDate", "retrievedAt", "contractDate", "date"}


def entities(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def check(found: list[dict[str, Any]]) -> None:
    known = {each["id"]: each["schema"] for each in found}
    assert len(known) == len(found), "an id stands twice"
    for each in found:
        assert set(each) == {"id", "schema", "properties"}
        properties: dict[str, list[str]] = each["properties"]
        assert set(properties) <= SCHEMATA[each["schema"]]
        assert REQUIRED.get(each["schema"], set()) <= set(properties)
        for name, values in properties.items():
            assert values
            assert all(values)
            assert {type(value) for value in values} == {str}
            assert name not in POINTERS or all(value in known for value in values)
            if name in DATES:
                assert all(re.match(r"[12]\d{3}(-\d\d-\d\d(T[\d:]{8})?)?$", v) for v in values)


@pytest.mark.parametrize("flag", [(), ("--with-people",)])
def test_a_company_is_exported_with_what_belongs_to_it(flag: tuple[str, ...]) -> None:
    found = entities("--sample", "export", PETROTERM, "-o", "ftm", *flag)
    check(found)
    schemata = {each["schema"] for each in found}
    assert {"Company", "Address", "CourtCase", "CourtCaseParty"} <= schemata
    assert ("Person" in schemata) is bool(flag)
    assert found[0]["id"] == f"ro-cui-{PETROTERM}"
    assert found[0]["properties"]["retrievedAt"]


def test_the_watch_list_is_written_where_names_are_known() -> None:
    with Workspace(workspace_file()) as workspace:
        known = CompanySummary(tax_id=PETROTERM, company_name="PETROTERM DEMO SRL")
        workspace.companies.remember(known, invented=True)
        workspace.watch_list.add([PETROTERM, "990000021"])
    result = run("watch", "list", "-o", "ftm")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    check(found)
    assert [each["id"] for each in found] == [f"ro-cui-{PETROTERM}"]
    assert "without a known name: 1" in result.stderr


def test_a_screen_is_written_as_companies() -> None:
    found = entities("--sample", "screen", "county:CJ", "-o", "ftm", "--all")
    check(found)
    assert len(found) == 9
    assert {each["schema"] for each in found} == {"Company"}


def test_the_library_itself_reads_them() -> None:
    """Where followthemoney is installed, which the tests do not ask for: it builds C++."""
    model = pytest.importorskip("followthemoney").model
    for each in entities("--sample", "export", PETROTERM, "-o", "ftm", "--with-people"):
        entity = model.get_proxy(each, cleaned=False)
        entity.schema.validate(each)
        for name, values in each["properties"].items():
            assert all(entity.schema.get(name).type.clean(value) for value in values), name
