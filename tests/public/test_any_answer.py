"""Whatever a service sends, reading it ends in an answer or in a known refusal."""

from __future__ import annotations

import contextlib
import json

from hypothesis import example, given
from hypothesis import strategies as st

from tests.public.lookalike import companies, courts
from tui_app.public import statements, taxpayers
from tui_app.public.answers import NoAnswerError
from tui_app.public.courts import CourtAnswerError, cases_of, read_answer
from tui_app.public.party_names import PartyName, search_text
from tui_app.public.profile import phones_of, profile_of, summary_of

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["found", "notFound", "an", "i", "cui", "date_generale", "denumire"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)
GOOD = {"found": [companies.taxpayer(companies.ATELIER, "2026-01-01")], "notFound": []}
TEXTS = sorted(GOOD["found"][0]["date_generale"])


@given(JSON)
@example({"notFound": [], "found": 1})
def test_any_json(value: object) -> None:
    body = json.dumps(value).encode()
    with contextlib.suppress(NoAnswerError):
        taxpayers.read_answer(body)
    with contextlib.suppress(NoAnswerError):
        statements.read_statement(body, "990000013", 2024)
    taxpayers.is_not_found(body)


@given(st.sampled_from(TEXTS), JSON)
def test_any_field_may_be_anything(field: str, value: object) -> None:
    record = json.loads(json.dumps(GOOD))
    record["found"][0]["date_generale"][field] = value
    with contextlib.suppress(NoAnswerError):  # NaN is no JSON
        found = taxpayers.read_answer(json.dumps(record).encode())
        for taxpayer in found.taxpayers.values():
            profile_of(taxpayer)
            summary_of(taxpayer)
            phones_of(taxpayer)


@given(st.binary(max_size=60), st.integers(0, 4_000), st.integers(0, 80))
def test_any_bytes_in_an_answer_of_the_courts(noise: bytes, at: int, length: int) -> None:
    good = courts.envelope(courts.CASES[:3]).encode()
    for document in (noise, good[:at] + noise + good[at + length :]):
        with contextlib.suppress(CourtAnswerError):
            cases_of(read_answer(document), "990000013", "ATELIERUL DEMONSTRATIV SRL")


@given(st.text(max_size=60))
def test_a_company_s_own_name_is_its_own(name: str) -> None:
    own = PartyName.read(name)
    search_text(name)
    if own.words:
        assert own.match(name) is not None
