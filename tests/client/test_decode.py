"""Reading answers: any JSON gives a record or an error with a text, never a crash."""

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.client.api_request import ApiRequest
from tui_app.client.decode import MAX_DEPTH, ServerMessage, decode, message_in, read_message
from tui_app.client.errors import BadAnswerError, InvalidRequestError
from tui_app.client.failures import ErrorContext, HttpResponse, error_from
from tui_app.client.request import build_request
from tui_app.client.tolerant import MAX_ITEMS
from tui_app.contract import operations as o
from tui_app.contract import resources as r
from tui_app.contract.search_notes import SearchNotes

COMPANY = {
    "taxId": "990000013",
    "companyId": "J40/99123/2020",
    "companyName": "PETROTERM DEMO SRL",
    "companyType": "SRL",
    "status": "functiune",
    "locality": "Sectorul 3",
    "county": "Municipiul Bucuresti",
}
SEARCH = build_request(o.AUTOCOMPLETE, raw={"q": "petro"})
PROFILE = build_request(o.PROFILE, "990000013")
FINANCIAL = build_request(o.FINANCIAL, "990000013")


def envelope(data: object, **more: object) -> bytes:
    return json.dumps({"success": True, "remainingRequests": 5, "data": data} | more).encode()


def faults(body: bytes, asked: ApiRequest[Any]) -> tuple[str, ...]:
    return decode(body, asked, "host").faults


def refusal(body: bytes, asked: ApiRequest[Any] = PROFILE) -> str:
    with pytest.raises(BadAnswerError) as caught:
        decode(body, asked, "host")
    return str(caught.value)


def test_a_right_answer_is_read_without_a_fault() -> None:
    decoded = decode(envelope([COMPANY]), SEARCH, "host")
    assert decoded.data == (
        r.CompanySummary(
            tax_id="990000013",
            company_id="J40/99123/2020",
            company_name="PETROTERM DEMO SRL",
            company_type="SRL",
            status="functiune",
            locality="Sectorul 3",
            county="Municipiul Bucuresti",
        ),
    )
    assert decoded.remaining == 5
    assert decoded.faults == ()


def test_a_wrong_field_costs_that_field_and_is_reported_once() -> None:
    wrong = COMPANY | {"companyName": 5, "status": None, "extra": 1}
    decoded = decode(envelope([wrong, wrong, COMPANY]), SEARCH, "host")
    assert [c.company_name for c in decoded.data] == ["", "", "PETROTERM DEMO SRL"]
    assert decoded.data[0].tax_id == "990000013"
    assert decoded.faults == ("companyName: not a text", "status: missing")


def test_an_absent_optional_field_is_no_fault() -> None:
    decoded = decode(envelope({"taxId": "990000013", "companyName": "A"}), PROFILE, "host")
    assert decoded.data.has_email is None
    assert decoded.faults == ()


@pytest.mark.parametrize(
    ("value", "read", "fault"),
    [
        (8_050_000_000, 8_050_000_000, None),
        (12.0, 12, None),
        (-5, -5, None),
        (12.5, None, "not a whole number"),
        ("12", None, "not a whole number"),
        (True, None, "not a whole number"),
        (10**19, None, "not a whole number"),
        (10**4000, None, "not a whole number"),
        ([], None, "not a whole number"),
    ],
)
def test_whole_numbers(value: object, read: int | None, fault: str | None) -> None:
    body = b'{"success":true,"remainingRequests":1,"data":{"turnover":%s}}'
    decoded = decode(body % _json(value), FINANCIAL, "host")
    assert decoded.data.turnover == read
    assert decoded.faults == ((f"turnover: {fault}",) if fault else ())


def _json(value: object) -> bytes:
    return b"9" * 4001 if value == 10**4000 else json.dumps(value).encode()


def test_a_score_may_be_whole_and_flags_are_flags() -> None:
    assert decode(envelope({"creditRiskScore": 7}), FINANCIAL, "host").data.credit_risk_score == 7
    half = "\ud800"  # of a surrogate pair
    fields = {"hasPhone": 1, "caen": ["G", 5, None], "foundingYear": half}
    body = envelope({"taxId": "990000013", "companyName": "A", **fields})
    decoded = decode(body, PROFILE, "host")
    assert decoded.data.has_phone is None
    assert decoded.data.caen == ("G",)
    assert decoded.faults == (
        "foundingYear: not a whole number",
        "caen: not a text",
        "hasPhone: neither true nor false",
    )


def test_texts_are_cleaned_where_they_are_read() -> None:
    nasty = COMPANY | {"companyName": "A\x1b[2JB\ud800", "locality": "x" * 3000}
    decoded = decode(envelope([nasty]), SEARCH, "host")
    assert decoded.data[0].company_name == "A[2JB"
    assert len(decoded.data[0].locality) == 2000
    assert decoded.faults == (
        "companyName: characters that do not belong in text were removed",
        "locality: longer than 2000 characters, cut",
    )


def test_a_line_break_becomes_a_blank_without_a_notice() -> None:
    broken = COMPANY | {"companyName": "PETROTERM\r\nDEMO\tSRL"}
    decoded = decode(envelope([broken]), SEARCH, "host")
    assert decoded.data[0].company_name == "PETROTERM  DEMO SRL"
    assert decoded.faults == ()


@pytest.mark.parametrize(
    ("data", "verified"),
    [
        ({"verifiedPhone": "+40700000001"}, ("+40700000001",)),
        ({"verifiedPhone": "+40700000001", "verifiedPhones": ["+40700000001"]}, ("+40700000001",)),
        ({"verifiedPhone": "+4\x1b1", "verifiedPhones": ["+42"]}, ("+41", "+42")),
        ({"verifiedPhone": 5}, ()),
        ({"verifiedPhone": None}, ()),
    ],
)
def test_one_verified_phone_is_shown_though_the_interface_has_a_list(
    data: dict[str, object], verified: tuple[str, ...]
) -> None:
    decoded = decode(envelope(data), build_request(o.PHONES, "990000013"), "host")
    assert decoded.data.verified_phones == verified
    assert decoded.faults == ()


@pytest.mark.parametrize("success", [None, "yes", 1])
def test_a_success_is_true_or_a_fault(success: object) -> None:
    assert faults(envelope([], success=success), SEARCH) == ("success: not true",)


def test_a_long_list_is_cut_and_says_so() -> None:
    decoded = decode(envelope([COMPANY] * 10_000), SEARCH, "host")
    assert len(decoded.data) == MAX_ITEMS
    assert decoded.faults == ("data: 10000 items, the first 1000 are kept",)
    assert decode(envelope([COMPANY] * MAX_ITEMS), SEARCH, "host").faults == ()


@pytest.mark.parametrize(
    ("remaining", "read", "fault"),
    [
        ({"remainingRequests": -1}, None, "below zero"),
        ({"remainingRequests": "many"}, None, "not a whole number"),
        ({"remainingRequests": None}, None, "missing"),
        ({"remainingRequests": 0}, 0, None),
        ({"remainingRequests": 2**63}, 2**63 - 1, None),
        ({"remainingRequests": True}, None, "not a whole number"),
    ],
)
def test_remaining(remaining: dict[str, object], read: int | None, fault: str | None) -> None:
    decoded = decode(envelope([], **remaining), SEARCH, "host")
    assert decoded.remaining == read
    assert decoded.faults == ((f"remainingRequests: {fault}",) if fault else ())


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"", "host sent an empty answer."),
        (b" <!doctype html><p>Hi", "host sent a web page instead of data. Check the base address."),
        (b"{", "host sent something that is not JSON."),
        (b"\xff\xfe\x00", "host sent something that is not JSON."),
        (b"[1]", "host answered in an unknown form."),
        (b"{}", "host answered without data."),
        (envelope(None), "host answered without data."),
        (envelope([]), "host answered with data of the wrong kind: not an object."),
        (b'{"success":false,"error":"No luck."}', "host answered that it failed: No luck."),
        (b'{"success":false}', "host answered that it failed."),
        (b"[" * 100_000, "host sent data nested too deeply to be read."),
        (b"[" * 50 + b"]" * 50, "host sent data nested too deeply to be read."),
    ],
)
def test_an_unusable_answer_says_why(body: bytes, text: str) -> None:
    assert refusal(body) == text


def test_depth_is_allowed_up_to_the_limit() -> None:
    deep: object = 1
    for _ in range(MAX_DEPTH - 2):
        deep = [deep]
    assert decode(envelope({"companyName": "A", "x": deep}), PROFILE, "h").data.company_name == "A"
    assert "too deeply" in refusal(envelope({"companyName": "A", "x": [deep]}))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=12,
)


def names(operation: o.Operation[Any]) -> list[str]:
    found: set[str] = set()

    def walk(schema: object) -> None:
        if isinstance(schema, dict):
            found.update(schema.get("properties", {}))
            for inner in schema.values():
                walk(inner)

    import msgspec

    walk(msgspec.json.schema(operation.result)["$defs"])
    return sorted(found)


@given(st.sampled_from(o.OPERATIONS), st.data())
def test_any_json_gives_data_or_an_error(operation: o.Operation[Any], draw: st.DataObject) -> None:
    request = build_request(
        operation, "990000013", {"q": "petro", "registration_date": "2024-01-01"}
    )
    record = st.dictionaries(st.sampled_from(names(operation)), json_values, max_size=8)
    data = draw.draw(record | st.lists(record, max_size=3) | json_values)
    try:
        decoded = decode(envelope(data), request, "host")
    except BadAnswerError as error:
        assert str(error)
    else:
        assert isinstance(decoded.data, operation.result if operation.names_company else object)


@given(st.binary(max_size=200))
def test_any_bytes_give_an_error(body: bytes) -> None:
    assert refusal(body).startswith("host ")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"error": {"code": "404", "message": "Company not found"}}, "Company not found"),
        ({"error": "plain"}, "plain"),
        ({"message": "m", "detail": "d"}, "m"),
        ({"detail": "d", "title": "t"}, "d"),
        ({"title": "t", "error": {}}, "t"),
        ({"error": {"message": 5}, "title": "a\x1b[0mb"}, "a[0mb"),
        ({"error": {"message": " "}, "message": "\t m \n"}, "m"),
        ({"message": "y" * 301}, "y" * 299 + "…"),
        ({"message": "y" * 300}, "y" * 300),
        ({}, ""),
    ],
)
def test_the_message_is_found_where_services_put_it(body: dict[str, object], message: str) -> None:
    assert message_in(body).text == message


@pytest.mark.parametrize(
    ("tax_id", "sent"),
    [("RO14399840", "14399840"), (" 19 ", "19"), ("CHE123", "CHE123")],
)
def test_a_tax_id_is_sent_bare(tax_id: str, sent: str) -> None:
    assert build_request(o.PROFILE, tax_id).target == f"/v1/companies/{sent}"


@pytest.mark.parametrize(
    "tax_id", ["", "..", "a/b", "autocomplete", "1?x", "1" * 13, "1900101A123456", "ș1"]
)
def test_what_is_no_tax_id_is_not_sent(tax_id: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        build_request(o.PROFILE, tax_id)
    assert not tax_id or tax_id not in str(caught.value)


@pytest.mark.parametrize(
    "line", ["name:1900101123456", "turnover:>1900101123456", "profit:-1..1900101123456"]
)
def test_a_personal_code_is_no_criterion(line: str) -> None:
    with pytest.raises(InvalidRequestError, match="may be a person's code"):
        build_request(o.SCREEN, raw={"q": line})


def test_a_personal_code_is_not_searched_for() -> None:
    with pytest.raises(InvalidRequestError, match="13 digits are a person's code") as caught:
        build_request(o.AUTOCOMPLETE, raw={"q": " 1900101123456 "})
    assert "1900101123456" not in str(caught.value)


def test_a_wait_is_told_as_exactly_as_it_is_of_use() -> None:
    """To the second within the hour, to the minute today, and with its date after that."""
    now = dt.datetime.now().astimezone()
    for seconds, form in ((9, "%H:%M:%S"), (7200, "%H:%M"), (200_000, "%Y-%m-%d %H:%M")):
        response = HttpResponse(status=429, body=b"", retry_after=str(seconds))
        until = now + dt.timedelta(seconds=seconds)
        shown = form if until.date() == now.date() else "%Y-%m-%d %H:%M"
        request = build_request(o.AUTOCOMPLETE, raw={"q": "petro"})
        message = str(error_from(response, request, ErrorContext(host="host")))
        possible = {f"{until + dt.timedelta(seconds=late):{shown}}" for late in range(5)}
        assert message.rpartition(" after ")[2].rstrip(".") in possible


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("2026-11-01T00:00:00.000Z", True), ("2026-11-01", True), ("2026-11-01 10:00", True),
        ("9999-12-31T23:59:59Z", True), ("", True), ("9999-99-99", False), ("2026-02-30", False),
        ("soon", False), ("0000-00-00T00:00:00Z", False), ("2026-11-01T25:00:00Z", False),
        ("0001-01-01T00:00:00+14:00", False), (20261101, False), ({"day": 1}, False),
    ],
)  # fmt: skip
def test_a_day_that_does_not_exist_costs_its_field(sent: object, kept: bool) -> None:
    data = {"taxId": "12", "companyName": "ANA", "updateDate": sent, "registrationDate": sent}
    body = json.dumps({"success": True, "remainingRequests": 1, "data": data}).encode()
    decoded = decode(body, build_request(o.PROFILE, "12"), "host")
    assert decoded.data.company_name == "ANA"
    assert decoded.data.update_date == decoded.data.registration_date == (sent if kept else None)
    places = {fault.partition(":")[0] for fault in decoded.faults}
    assert places == (set() if kept else {"updateDate", "registrationDate"})


def test_no_message_is_looked_for_in_a_huge_body() -> None:
    """It is read where the screen waits for it."""
    for size, said in ((100, "Sorry."), (20_000, "Sorry."), (20_001, "")):
        body = json.dumps({"message": "Sorry.", "error": {"reason": 5}}).encode().ljust(size)
        message = read_message(body)
        assert (message.text, message.reason) == (said, "")
    for nothing in (b"", b"no json", b"[]", b"null"):
        assert read_message(nothing) == ServerMessage()
    assert [ServerMessage(text).suffix for text in ("", "Sorry", "Sorry. . ")] == [
        "", ": Sorry", ": Sorry",
    ]  # fmt: skip


def test_a_former_name_stands_with_its_company_and_only_there() -> None:
    found = [COMPANY | {"formerly": "ALFA\x1b SRL"}, COMPANY, COMPANY | {"formerly": 5}]
    companies = decode(envelope(found), SEARCH, "host").data
    assert [getattr(each, "formerly", None) for each in companies] == ["ALFA SRL", None, None]
    assert {each.company_name for each in companies} == {"PETROTERM DEMO SRL"}
    # Where an entry is lost, nobody can say whose name it was.
    companies = decode(envelope([COMPANY, 5, *found]), SEARCH, "host").data
    assert [getattr(each, "formerly", None) for each in companies] == [None] * 4


def test_what_extends_an_answer_is_read_where_it_can_be() -> None:
    sources, search = [{"source": "onrc"}, {}], {"similar": ["12", 5], "otherwise": ["13"]}
    read = decode(envelope([], sources=sources, search=search), SEARCH, "host")
    assert [each.source for each in read.sources] == ["onrc", ""]
    assert (read.search.similar, read.search.otherwise) == (("12",), ("13",))
    for nothing in (None, 5, "x", True):
        read = decode(envelope([], sources=nothing, search=nothing), SEARCH, "host")
        assert (read.sources, read.search, read.faults) == ((), SearchNotes(), ())


def test_a_fault_within_a_list_is_told_by_its_place_once() -> None:
    years = [{"year": "x", "turnover": 5}, {"year": "y", "turnover": True}, 7]
    read = decode(envelope({"financialData": years}), FINANCIAL, "host")
    found = [(each.year, each.turnover) for each in read.data.financial_data]
    assert found == [(None, 5), (None, None)]
    assert read.faults == (
        "financialData.year: not a whole number",
        "financialData.turnover: not a whole number",
        "financialData: not an object",
    )
