"""Contracts for other programs: what may be summed is an amount, all else is in words."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest

from tui_app.contract.public_money import Contract
from tui_app.contract.resources import (
    Administrators,
    CompanyProfile,
    CourtCase,
    Emails,
    Phones,
    Websites,
)
from tui_app.export.contract_entities import contract_entities
from tui_app.export.follow_the_money import (
    Entity,
    Provenance,
    company_entities,
    court_cases,
    directorships,
)
from tui_app.export.ocds import release_package

FROM = Provenance(
    source_url="https://host/x",
    retrieved_at=dt.datetime(2026, 5, 4, 14, tzinfo=dt.timezone(dt.timedelta(hours=2))),
)
ORIGIN = {"sourceUrl": ["https://host/x"], "retrievedAt": ["2026-05-04T12:00:00"]}
ROAD = Contract(
    nature="contract", date="2024-03-01", buyer_tax_id="990000021", buyer_name="ORASUL",
    winner_tax_id="990000013", winner_name="PROBA SRL", value=5_000, value_after_changes=6_000,
    cpv="45000000-7", title="A road", number="12/A", source="q1.csv", line=7,
)  # fmt: skip
FRAMEWORK = Contract(
    nature="framework", buyer_name="A school", winner_tax_id="990000013", winner_name="PROBA SRL",
    value=900, shared_with=2, number="F",
)  # fmt: skip
SET_APART = Contract(
    nature="purchase", buyer_name="A school", value=10**12, set_apart="aboveCeiling", title="Pens"
)


def by_schema(found: list[Entity]) -> dict[str, list[Entity]]:
    kinds: dict[str, list[Entity]] = {}
    for each in found:
        kinds.setdefault(each["schema"], []).append(each)
    return kinds


def properties(entity: Entity) -> dict[str, Any]:
    """The properties, without where the data come from, which is seen to be there."""
    assert ORIGIN.items() <= entity["properties"].items()
    return {name: value for name, value in entity["properties"].items() if name not in ORIGIN}


def test_a_contract_its_award_and_its_parties() -> None:
    buyer, winner, contract, award = contract_entities([ROAD], FROM)
    assert (buyer["id"], winner["id"]) == ("ro-cui-990000021", "ro-cui-990000013")
    assert properties(buyer) == {
        "name": ["ORASUL"], "taxNumber": ["990000021"], "country": ["ro"], "jurisdiction": ["ro"],
    }  # fmt: skip
    assert properties(contract) == {
        "title": ["A road"], "authority": ["ro-cui-990000021"], "amount": ["5000"],
        "currency": ["RON"], "contractDate": ["2024-03-01"], "procedureNumber": ["12/A"],
        "type": ["contract"], "description": ["Value after changes: 6000 RON."],
        "notes": ["q1.csv, 7"],
    }  # fmt: skip
    assert properties(award) == {
        "supplier": ["ro-cui-990000013"], "contract": [contract["id"]], "amount": ["5000"],
        "currency": ["RON"], "date": ["2024-03-01"], "cpvCode": ["45000000-7"],
        "amended": ["true"], "description": ["Value after changes: 6000 RON."],
        "recordId": ["q1.csv, 7"],
    }  # fmt: skip
    assert re.fullmatch(r"ro-contract-[0-9a-f]{16}", contract["id"])
    assert re.fullmatch(r"ro-award-[0-9a-f]{16}", award["id"])


def test_what_must_not_be_summed_is_no_amount() -> None:
    kinds = by_schema(list(contract_entities([FRAMEWORK, SET_APART], FROM)))
    framework, pens = map(properties, kinds["Contract"])
    assert framework == {
        "title": ["F"], "authority": [kinds["LegalEntity"][0]["id"]], "procedureNumber": ["F"],
        "type": ["framework"],
        "description": [
            "Framework agreement: a ceiling of 900 RON, shared with 2 other suppliers."
        ],
    }  # fmt: skip
    assert pens["description"] == ["1000000000000 RON, set apart: aboveCeiling."]
    assert not {"amount", "currency"} & (set(framework) | set(pens))
    [award] = kinds["ContractAward"]  # a person has won the pens, who is no entity
    assert not {"amount", "currency", "amended", "recordId"} & set(properties(award))
    # An authority without a tax id has a name, and no country that anybody knows.
    assert [properties(each) for each in kinds["LegalEntity"]] == [
        {"name": ["A school"]},
        {"name": ["PROBA SRL"], "taxNumber": ["990000013"], "country": ["ro"],
         "jurisdiction": ["ro"]},
    ]  # fmt: skip


def test_nothing_is_written_twice_and_what_is_known_not_at_all() -> None:
    other = Contract(**{**_values(ROAD), "winner_tax_id": "990000047", "winner_name": "B"})
    moved = Contract(**{**_values(ROAD), "line": 9, "source": "q2.csv"})
    kinds = by_schema(list(contract_entities([ROAD, ROAD, moved, other], FROM)))
    assert {kind: len(found) for kind, found in kinds.items()} == {
        "LegalEntity": 3, "Contract": 1, "ContractAward": 2,
    }  # fmt: skip
    known = [each["id"] for each in kinds["LegalEntity"]]
    again = by_schema(list(contract_entities([ROAD], FROM, known)))
    assert set(again) == {"Contract", "ContractAward"}
    later = Contract(**{**_values(ROAD), "date": "2024-04-01"})
    nameless = Contract(**{**_values(ROAD), "number": ""})
    ids = [by_schema(list(contract_entities([each], FROM)))["Contract"][0]["id"]
           for each in (ROAD, later, nameless)]  # fmt: skip
    assert len(set(ids)) == 3


def _values(contract: Contract) -> dict[str, Any]:
    return {name: getattr(contract, name) for name in contract.__struct_fields__}


NOW = dt.datetime(2026, 5, 4, 14, 0, 5, tzinfo=dt.timezone(dt.timedelta(hours=2)))


def test_a_release_of_a_signed_contract() -> None:
    package = release_package([ROAD, ROAD], "990000013", NOW)
    releases = package.pop("releases")
    assert package == {
        "uri": "urn:firmeterm:contracts:990000013:20260504T120005Z",
        "version": "1.1",
        "publishedDate": "2026-05-04T12:00:05Z",
        "publisher": {"name": "firmeterm", "scheme": "other"},
    }
    own = releases[0]["ocid"]
    assert re.fullmatch(r"ocds-firmeterm-990000021-12-A-[0-9a-f]{16}", own)
    shared = {
        "title": "A road",
        "description": "Value after changes: 6000 RON.",
        "value": {"amount": 5_000, "currency": "RON"},
        "items": [{"id": "1", "classification": {"scheme": "CPV", "id": "45000000-7"}}],
    }
    buyer = {"id": "RO-CUI-990000021", "name": "ORASUL"}
    winner = {"id": "RO-CUI-990000013", "name": "PROBA SRL"}
    signed = "2024-03-01T00:00:00Z"
    assert releases[0] == {
        "ocid": own,
        "id": f"{own}-2024-03-01",
        "date": signed,
        "tag": ["award", "contract"],
        "initiationType": "tender",
        "language": "ro",
        "parties": [
            {**buyer, "roles": ["buyer"],
             "identifier": {"scheme": "RO-CUI", "id": "990000021", "legalName": "ORASUL"}},
            {**winner, "roles": ["supplier"],
             "identifier": {"scheme": "RO-CUI", "id": "990000013", "legalName": "PROBA SRL"}},
        ],
        "buyer": buyer,
        "awards": [
            {"id": f"{own}-award", "status": "active", "suppliers": [winner], **shared,
             "date": signed},
        ],
        "contracts": [
            {"id": f"{own}-contract", "awardID": f"{own}-award", **shared, "dateSigned": signed},
        ],
    }  # fmt: skip
    assert releases[1]["ocid"] == f"{own}-2"


@pytest.mark.parametrize(
    ("nature", "is_signed", "method"),
    [
        ("contract", True, None), ("callOff", True, None), ("purchase", True, "direct"),
        ("framework", False, None), ("noNotice", False, "limited"), ("notTold", False, None),
    ],
)  # fmt: skip
def test_only_what_was_signed_is_a_contract(
    nature: str, is_signed: bool, method: str | None
) -> None:
    bare = Contract(nature=nature, buyer_tax_id="5", buyer_name="A school")
    [release] = release_package([bare], "1", NOW)["releases"]
    own = release["ocid"]
    assert re.fullmatch(r"ocds-firmeterm-5-without-number-[0-9a-f]{16}", own)
    assert ("contracts" in release) is is_signed
    assert release["tag"] == ["award", "contract"][: 1 + is_signed]
    expected = {"id": f"{own}-tender", "procurementMethod": method,
                "procurementMethodDetails": nature}  # fmt: skip
    assert release.get("tender") == (expected if method else None)
    # Without a day it has the time of the package, and says nowhere when it was signed.
    assert (release["date"], release["id"]) == ("2026-05-04T12:00:05Z", f"{own}-undated")
    assert "date" not in release["awards"][0]
    assert all("dateSigned" not in each for each in release.get("contracts", ()))
    assert release["awards"][0]["title"] == nature
    assert release["parties"][1] == {"id": "a-person", "name": "A person", "roles": ["supplier"]}


def test_a_buyer_without_a_tax_id_has_none_in_the_identifier() -> None:
    [release] = release_package([FRAMEWORK], "1", NOW)["releases"]
    assert re.fullmatch(r"ocds-firmeterm-0-F-[0-9a-f]{16}", release["ocid"])
    assert release["buyer"] == {"id": "a-school", "name": "A school"}


def test_who_buys_from_itself_is_one_party() -> None:
    own = Contract(
        nature="purchase", buyer_tax_id="5", buyer_name="A", winner_tax_id="5", winner_name="A"
    )
    [release] = release_package([own], "5", NOW)["releases"]
    [party] = release["parties"]
    assert party["roles"] == ["buyer", "supplier"]


PROFILE = CompanyProfile(
    tax_id="990000013", company_name="PROBA SRL", company_id="J40/1/2010", company_type="SRL",
    status="functiune", vat=True, founding_year=2009, registration_date="2010-02-03T00:00:00.000Z",
    caen=("G - Comert", "4711 - Comert"), full_address="Str. X 5, Cluj", locality="Cluj",
    county="Cluj", street_name="Str. X", street_nr="5", postal_code=1234,
)  # fmt: skip


def test_a_company_with_its_address_and_its_contacts() -> None:
    company, address = company_entities(
        PROFILE, FROM,
        phones=Phones(
            primary_phone="1", secondary_phone=None, verified_phones=("2",),
            contact_phones=("1", "3"), website_phones=("4",),
        ),
        emails=Emails(
            primary_email="a@b", secondary_email="c@d", contact_email=None, website_emails=("a@b",)
        ),
        websites=Websites(websites=("b.ro", "b.ro")),
    )  # fmt: skip
    assert properties(company) == {
        "name": ["PROBA SRL"], "taxNumber": ["990000013"], "vatCode": ["RO990000013"],
        "registrationNumber": ["J40/1/2010"], "legalForm": ["SRL"], "status": ["functiune"],
        "jurisdiction": ["ro"], "country": ["ro"], "incorporationDate": ["2010-02-03"],
        "sector": ["4711 - Comert"], "address": ["Str. X 5, Cluj"],
        "addressEntity": ["ro-cui-990000013-address"], "phone": ["1", "2", "3", "4"],
        "email": ["a@b", "c@d"], "website": ["b.ro"],
    }  # fmt: skip
    assert (company["schema"], address["schema"]) == ("Company", "Address")
    assert address["id"] == "ro-cui-990000013-address"
    assert properties(address) == {
        "full": ["Str. X 5, Cluj"], "street": ["Str. X 5"], "city": ["Cluj"],
        "postalCode": ["001234"], "region": ["Cluj"], "country": ["ro"],
    }  # fmt: skip


def test_what_is_not_known_of_a_company_is_left_out() -> None:
    [bare] = company_entities(
        CompanyProfile(tax_id="5", company_name="A school", vat=False, founding_year=1990), FROM
    )
    assert bare["schema"] == "LegalEntity"  # the register does not have it
    assert properties(bare) == {
        "name": ["A school"], "taxNumber": ["5"], "jurisdiction": ["ro"], "country": ["ro"],
        "incorporationDate": ["1990"],
    }  # fmt: skip
    [typed] = company_entities(CompanyProfile(tax_id="5", company_type="SRL"), Provenance())
    assert typed["schema"] == "Company"
    assert not {"sourceUrl", "retrievedAt"} & set(typed["properties"])
    _company, place = company_entities(CompanyProfile(tax_id="5", locality="Cluj"), FROM)
    assert properties(place) == {"city": ["Cluj"], "country": ["ro"]}


def test_people_belong_to_their_company() -> None:
    people = Administrators(administrators=("Ana Pop",))
    person, post = directorships("5", people, FROM)
    assert properties(person) == {"name": ["Ana Pop"]}
    assert properties(post) == {
        "director": [person["id"]], "organization": ["ro-cui-5"], "role": ["administrator"],
    }  # fmt: skip
    assert post["id"] == f"{person['id']}-directorship"
    [other, _post] = directorships("6", people, FROM)
    assert other["id"] != person["id"]
    [same, _post] = directorships("5", Administrators(administrators=("ANA POP",)), FROM)
    assert same["id"] == person["id"]


def test_cases_with_a_number_and_the_part_of_the_company() -> None:
    case = CourtCase(
        case_number="7/3/2026", institution="Tribunalul Cluj", case_category="Civil",
        procedural_stage="Fond", date="2026-01-02T00:00:00.000Z", subject="plata",
        party_status="Debitor",
    )  # fmt: skip
    found = list(court_cases("5", [CourtCase(subject="no number"), case], FROM))
    at_court, part = found
    assert properties(at_court) == {
        "name": ["7/3/2026"], "caseNumber": ["7/3/2026"], "court": ["Tribunalul Cluj"],
        "category": ["Civil"], "status": ["Fond"], "fileDate": ["2026-01-02"],
        "summary": ["plata"], "country": ["ro"],
    }  # fmt: skip
    assert properties(part) == {
        "party": ["ro-cui-5"], "case": [at_court["id"]], "role": ["Debitor"],
    }  # fmt: skip
    assert part["id"] == f"{at_court['id']}-ro-cui-5"
    elsewhere = CourtCase(case_number="7/3/2026", institution="Tribunalul Iasi")
    assert next(court_cases("5", [elsewhere], FROM))["id"] != at_court["id"]
