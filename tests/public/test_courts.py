"""Answers of the court portal as XML."""

from __future__ import annotations

import itertools

import pytest

from tui_app.contract.resources import CourtCase
from tui_app.public.courts import (
    CourtAnswerError,
    CourtFaultError,
    cases_of,
    read_answer,
)

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
CASE = """<Dosar>
 <parti><DosarParte><nume>{party}</nume><calitateParte>{role}</calitateParte></DosarParte>
 <DosarParte><nume>FURNIZOR INVENTAT SA</nume>
 <calitateParte>Intimat Pârât</calitateParte></DosarParte>
 </parti>
 <sedinte><DosarSedinta><complet>C1</complet><data>2024-01-10T00:00:00</data>
 </DosarSedinta></sedinte>
 <numar>{number}</numar><numarVechi/><data>{date}</data>
 <institutie>CurteadeApelBUCURESTI</institutie><departament>Secţia a VI-a Civilă</departament>
 <categorieCaz>Litigiicuprofesionistii</categorieCaz><stadiuProcesual>Recurs</stadiuProcesual>
 <obiect>pretenţii
 comerciale</obiect><dataModificare>2024-07-17T23:07:20.007</dataModificare>
 <categorieCazNume>Litigii cu profesioniştii</categorieCazNume>
 <stadiuProcesualNume>Recurs</stadiuProcesualNume></Dosar>"""


def answer(*cases: str) -> bytes:
    inner = f"<CautareDosareResult>{''.join(cases)}</CautareDosareResult>" if cases else ""
    return (
        f'<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="{SOAP}"><soap:Body>'
        f'<CautareDosareResponse xmlns="portalquery.just.ro">{inner}</CautareDosareResponse>'
        "</soap:Body></soap:Envelope>"
    ).encode()


def case(
    party: str = "ATELIERUL DEMONSTRATIV SRL",
    number: str = "9999/3/2023/a1",
    date: str = "2023-12-04T00:00:00",
    role: str = "Recurent Reclamant",
) -> str:
    return CASE.format(party=party, number=number, date=date, role=role)


def found(*cases: str, name: str = "ATELIERUL DEMONSTRATIV S.R.L.") -> tuple[CourtCase, ...]:
    return cases_of(read_answer(answer(*cases)), "990000013", name)


def test_a_case_becomes_the_contract_s() -> None:
    assert found(case()) == (
        CourtCase(
            case_number="9999/3/2023/a1",
            party_status="Recurent Reclamant",
            tax_id="990000013",
            company_name="ATELIERUL DEMONSTRATIV S.R.L.",
            date="2023-12-04T00:00:00.000Z",  # a day stays that day
            last_update="2024-07-17T20:07:20.007Z",  # summer time, three hours ahead of UTC
            institution="CurteadeApelBUCURESTI",
            case_category="Litigii cu profesioniştii",
            subject="pretenţii comerciale",
            department="Secţia a VI-a Civilă",
            procedural_stage="Recurs",
            matched_by="exact",
        ),
    )


def test_winter_time_is_two_hours_ahead() -> None:
    (only,) = found(case(date="2023-12-04T01:30:00"))
    assert only.date == "2023-12-03T23:30:00.000Z"


@pytest.mark.parametrize("date", ["", "gestern", "0001-01-01T00:00:00", "2023-13-45T00:00:00"])
def test_a_date_that_is_none_is_absent(date: str) -> None:
    (only,) = found(case(date=date))
    assert only.date is None


def test_the_newest_comes_first_and_each_once() -> None:
    cases = found(
        case(number="1/3/2020", date="2020-01-01T00:00:00"),
        case(number="3/3/2022", date="2022-01-01T00:00:00"),
        case(number="3/3/2022", date="2022-01-01T00:00:00"),
        case(number="2/3/2021", date="2021-01-01T00:00:00"),
    )
    assert [c.case_number for c in cases] == ["3/3/2022", "2/3/2021", "1/3/2020"]


def test_of_a_case_in_two_answers_the_one_changed_last_counts() -> None:
    old, new = case(role="Reclamant"), case(role="Debitor").replace("2024-07-17", "2025-07-17")
    unknown = case(role="Apelant").replace("2024-07-17T23:07:20.007", "")
    for cases in itertools.permutations((old, new, unknown)):
        assert [c.party_status for c in found(*cases)] == ["Debitor"]


def test_only_the_company_s_own_role_leaves() -> None:
    text = repr(found(case(), case(party="POPESCU-PROBA ANA", number="7/1/2020")))
    assert "FURNIZOR" not in text
    assert "POPESCU" not in text
    assert "7/1/2020" not in text


def test_the_surest_party_decides_the_role() -> None:
    second = "<DosarParte><nume>{}</nume><calitateParte>{}</calitateParte></DosarParte></parti>"
    double = case(party="ATELIERUL DEMONSTRATIV SA", role="Martor").replace(
        "</parti>", second.format("S.C. ATELIERUL DEMONSTRATIV S.R.L.", "Debitor")
    )
    (only,) = found(double)
    assert (only.party_status, only.matched_by) == ("Debitor", "exact")


def test_labels_fall_back_to_their_codes() -> None:
    xml = case().replace("<categorieCazNume>Litigii cu profesioniştii</categorieCazNume>", "")
    (only,) = found(xml)
    assert only.case_category == "Litigiicuprofesionistii"


def test_an_empty_response_is_no_cases() -> None:
    assert read_answer(answer()) == ()
    assert read_answer(answer("")) == ()


def test_a_fault_says_its_own_reason() -> None:
    fault = (
        f'<soap:Envelope xmlns:soap="{SOAP}"><soap:Body><soap:Fault><faultcode>soap:Server'
        "</faultcode><faultstring>Server was unable\n to process request.</faultstring>"
        "</soap:Fault></soap:Body></soap:Envelope>"
    )
    with pytest.raises(CourtFaultError, match=r"^Server was unable to process request\.$"):
        read_answer(fault.encode())


BOMB = b"""<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>
<lolz>&b;</lolz>"""
OUTSIDE = b"""<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>"""
SOAP_WITHOUT_RESULT = f'<s:Envelope xmlns:s="{SOAP}"><s:Body/></s:Envelope>'.encode()


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (b"<html><body>Under maintenance</body></html>", "contain an answer of the court portal"),
        (SOAP_WITHOUT_RESULT, "contain an answer of the court portal"),
        (b"<!DOCTYPE html><html></html>", "document type or entities"),
        (BOMB, "document type or entities"),
        (OUTSIDE, "document type or entities"),
        (answer(case())[:-60], "not well-formed"),
        (b"", "not well-formed"),
        (b"\x00\x01", "not well-formed"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "not well-formed"),
        (b"<a>" * 100_000, "nested more than"),
        (answer("<x>" * 30 + "</x>" * 30), "nested more than"),
    ],
)
def test_what_is_no_answer_is_refused(document: bytes, why: str) -> None:
    with pytest.raises(CourtAnswerError, match=why):
        read_answer(document)


def test_a_huge_document_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_app.public.courts.LARGEST_ANSWER", 1_000_000)
    with pytest.raises(CourtAnswerError, match="more than 1 MB"):
        read_answer(answer(case()) + b" " * 1_000_000)
