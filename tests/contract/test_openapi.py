"""The OpenAPI document against the tables of the interface as they are written here.

The tables are typed in from the specification, so neither they nor the code can drift alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from tui_app.contract.openapi import answer_schema_name, openapi_document
from tui_app.contract.operations import OPERATIONS

# Part 2 of the interface: field, type, and whether our service always sends it.
TABLES = """
CompanySummary
  taxId string required
  companyId string required
  companyName string required
  companyType string required
  status string required
  locality string required
  county string required
CompanyProfile
  taxId string required
  companyId string
  companyName string required
  companyType string
  status string
  county string
  locality string
  streetName string
  streetNr string
  postalCode number
  fullAddress string
  registrationDate timestamp
  updateDate timestamp
  foundingYear integer
  VAT boolean
  splitVAT boolean
  checkoutVAT boolean
  taxCategory string
  caen array(string) required
  hasEmail boolean
  hasPhone boolean
  hasVerifiedPhone boolean
  hasAdministrator boolean
  hasWebsite boolean
  hasFinData boolean
FinancialData
  creditRiskScore number
  creditRiskScoreText string
  turnover integer
  turnoverPrevYear integer
  netProfit integer
  netProfitPrevYear integer
  employee integer
  employeePrevYear integer
  financialData array(YearlyRecord) required
YearlyRecord
  year integer
  debts integer
  shareCapital integer
  receivables integer
  fixedAssets integer
  inventory integer
  currentAssets integer
  cash integer
  equity integer
  employee integer
  turnover integer
  netProfit integer
CourtCase
  caseNumber string
  partyStatus string
  taxId string
  companyName string
  date timestamp
  lastUpdate timestamp
  institution string
  caseCategory string
  subject string
  department string
  proceduralStage string
CourtCasePage
  courtCases array(CourtCase) required
  totalPages integer
  currentPage integer
  totalCases integer
RegisteredCompany
  taxId string required
  companyName string required
  companyType string required
  hasPhone boolean
RegisteredCompanyPage
  companies array(RegisteredCompany) required
  totalPages integer
  currentPage integer
  totalCompanies integer
Phones
  primaryPhone string
  secondaryPhone string
  contactPhones array(string) required
  websitePhones array(string) required
  verifiedPhones array(string) required
Emails
  primaryEmail string
  secondaryEmail string
  contactEmail string
  websiteEmails array(string) required
Administrators
  administrators array(string) required
Websites
  websites array(string) required
"""

# Part 4: path, the data of the answer, and the parameters beside the taxId.
ENDPOINTS = {
    "/v1/companies/autocomplete": ("array(CompanySummary)", {"q": True}),
    "/v1/companies/{taxId}": ("CompanyProfile", {}),
    "/v1/companies/{taxId}/financial": ("FinancialData", {}),
    "/v1/companies/{taxId}/court-cases": ("CourtCasePage", {"page": False}),
    "/v1/companies/": ("RegisteredCompanyPage", {"registration_date": True, "page": False}),
    "/v1/companies/{taxId}/phones": ("Phones", {}),
    "/v1/companies/{taxId}/emails": ("Emails", {}),
    "/v1/companies/{taxId}/administrators": ("Administrators", {}),
    "/v1/companies/{taxId}/websites": ("Websites", {}),
}
EXTENSIONS = {
    "/v1/companies/{taxId}/peers": ("Peers", {}),
    "/v1/companies/{taxId}/connections": ("ConnectionPage", {"page": False}),
    "/v1/companies/screen": (
        "ScreeningPage",
        {"q": False, "sort": False, "limit": False, "cursor": False},
    ),
    "/v1/companies/screen/facets": ("ScreeningFacets", {"q": False}),
    "/v1/companies/{taxId}/public-money": ("PublicMoney", {"side": False, "partners": False}),
    "/v1/companies/{taxId}/contracts": (
        "ContractPage",
        {"side": False, "limit": False, "cursor": False},
    ),
    "/v1/companies/{taxId}/history": ("CompanyHistory", {}),
    "/v1/companies/changes": ("ChangePage", {"q": False, "limit": False, "cursor": False}),
}

POSTED = {"/v1/companies/match": ("array(CompanyMatch)", "MatchRequest")}

DOCUMENT = openapi_document()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


def tables() -> dict[str, dict[str, tuple[str, bool]]]:
    found: dict[str, dict[str, tuple[str, bool]]] = {}
    for line in TABLES.strip().splitlines():
        words = line.split()
        if not line.startswith(" "):
            fields = found.setdefault(words[0], {})
        else:
            fields[words[0]] = (words[1], "required" in words)
    return found


def type_of(schema: dict[str, Any]) -> str:
    """A schema in the words of the interface's tables."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if schema["type"] == "array":
        return f"array({type_of(schema['items'])})"
    return "timestamp" if schema.get("format") == "date-time" else str(schema["type"])


@pytest.mark.parametrize("resource", tables())
def test_every_resource_has_the_fields_of_its_table(resource: str) -> None:
    schema = SCHEMAS[resource]
    documented = {
        name: (type_of(field), name in schema["required"])
        for name, field in schema["properties"].items()
    }
    if resource == "CompanyProfile":
        # The table says number; we say more exactly that ours is a whole one.
        assert documented["postalCode"] == ("integer", False)
        documented["postalCode"] = ("number", False)
    assert documented == tables()[resource]


def test_no_field_is_ever_null() -> None:
    assert '"null"' not in str(DOCUMENT).replace("'", '"')


def test_the_nine_paths_with_their_data_and_parameters() -> None:
    documented = {}
    of_the_past = set()
    for path, item in DOCUMENT["paths"].items():
        if path in POSTED:
            continue
        operation = item["get"]
        ok = operation["responses"]["200"]["content"]["application/json"]["schema"]
        envelope = SCHEMAS[type_of(ok)]
        assert envelope["required"] == ["success", "remainingRequests", "data"]
        assert type_of(envelope["properties"]["success"]) == "boolean"
        assert type_of(envelope["properties"]["remainingRequests"]) == "integer"
        query = {p["name"]: p["required"] for p in operation["parameters"] if p["in"] == "query"}
        if "asOf" in query:
            # An extension: no parameter of the interface.
            assert not query.pop("asOf")
            of_the_past.add(path)
        in_path = [p["name"] for p in operation["parameters"] if p["in"] == "path"]
        assert in_path == (["taxId"] if "{taxId}" in path else [])
        documented[path] = (type_of(envelope["properties"]["data"]), query)
    assert documented == ENDPOINTS | EXTENSIONS, "each operation: a line above"
    screens = {"/v1/companies/screen", "/v1/companies/screen/facets"}
    assert of_the_past == {"/v1/companies/autocomplete", "/v1/companies/{taxId}", *screens}


def test_a_posted_path_says_what_it_takes_and_answers() -> None:
    for path, (data, body) in POSTED.items():
        operation = DOCUMENT["paths"][path]["post"]
        ok = operation["responses"]["200"]["content"]["application/json"]["schema"]
        assert type_of(SCHEMAS[type_of(ok)]["properties"]["data"]) == data
        taken = operation["requestBody"]["content"]["application/json"]["schema"]
        assert type_of(taken) == body
    rows = SCHEMAS["MatchRequest"]["properties"]["rows"]
    assert (rows["minItems"], rows["maxItems"]) == (1, 100)
    assert SCHEMAS["MatchRow"]["required"] == []


def test_the_limits_of_part_8() -> None:
    def schema(path: str, name: str) -> dict[str, Any]:
        parameters = DOCUMENT["paths"][path]["get"]["parameters"]
        return next(dict(p["schema"]) for p in parameters if p["name"] == name)

    results = SCHEMAS["AutocompleteAnswer"]["properties"]["data"]
    assert results["maxItems"] == 10
    assert schema("/v1/companies/autocomplete", "q")["minLength"] == 3
    page = schema("/v1/companies/{taxId}/court-cases", "page")
    assert (page["type"], page["minimum"], page["maximum"], page["default"]) == (
        "integer", 1, 100, 1,
    )  # fmt: skip
    assert schema("/v1/companies/", "page")["default"] == 1
    assert schema("/v1/companies/", "registration_date")["format"] == "date"


def test_every_operation_asks_for_a_bearer_credential() -> None:
    assert DOCUMENT["security"] == [{"bearer": []}]
    assert DOCUMENT["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    assert all(
        "security" not in operation
        for item in DOCUMENT["paths"].values()
        for operation in item.values()
    )


def test_every_refusal_has_the_error_envelope() -> None:
    for operation in OPERATIONS:
        item = DOCUMENT["paths"][operation.url_path("{taxId}")]["get"]["responses"]
        refusals = {status for status in item if status[0] in "45"}
        expected = {"401", "429", "500", "503"}
        expected |= {"404"} if operation.names_company or operation.also else set()
        expected |= {"400"} if operation.query or operation.also else set()
        assert refusals == expected
        for status in refusals:
            assert type_of(item[status]["content"]["application/json"]["schema"]) == "Failure"


def test_every_reference_leads_somewhere() -> None:
    def references(part: Any) -> set[str]:
        if isinstance(part, dict):
            own = {part["$ref"]} if "$ref" in part else set()
            return own.union(*(references(value) for value in part.values()))
        if isinstance(part, list):
            return set().union(*(references(value) for value in part))
        return set()

    for reference in references(DOCUMENT):
        target: Any = DOCUMENT
        for step in reference.removeprefix("#/").split("/"):
            target = target[step]
    assert {answer_schema_name(op) for op in OPERATIONS} <= SCHEMAS.keys()
