"""An answer about another company than the one asked for is refused, and the company is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.scripted import ScriptedServer, client_of, connect
from tui_app.client.cache import Cache
from tui_app.client.cache_file import CacheFile
from tui_app.client.errors import BadAnswerError
from tui_app.contract import operations as o

ASKED, OTHER = "990000013", "990000021"
OPERATIONS = [each for each in o.OPERATIONS if each.names_company]
EXTENSIONS = [each for each in o.EXTENSIONS if each.names_company]
ANNOUNCED = ",".join(each.name for each in o.EXTENSIONS)


def path_of(operation: o.Operation[Any], tax_id: str = ASKED) -> str:
    return operation.url_path(tax_id)


@pytest.mark.parametrize("operation", [*OPERATIONS, *EXTENSIONS], ids=lambda each: each.name)
@pytest.mark.parametrize("named", [OTHER, int(OTHER), f"RO{OTHER}"])
async def test_every_operation_on_a_company_refuses_another_one(
    operation: o.Operation[Any], named: str | int
) -> None:
    server = ScriptedServer({path_of(operation): {"taxId": named}}, extensions=ANNOUNCED)
    async with client_of(server) as companies:
        await companies.learn_extensions()
        with pytest.raises(BadAnswerError) as raised:
            await companies.ask(operation, ASKED)
        assert OTHER in str(raised.value) and ASKED in str(raised.value)
        assert raised.value.requests == 1
        assert await companies.cached(operation, ASKED) is None


@pytest.mark.parametrize(
    "named", [ASKED, int(ASKED), f"RO {ASKED}", f"0{ASKED}", "", None, "?", []]
)
async def test_another_spelling_is_the_same_company_and_no_name_is_believed(named: object) -> None:
    server = ScriptedServer({path_of(o.PROFILE): {"taxId": named, "companyName": "ALFA SRL"}})
    async with client_of(server) as companies:
        assert (await companies.profile(ASKED)).data.company_name == "ALFA SRL"


async def test_a_court_case_of_another_company_is_refused() -> None:
    def page(*tax_ids: str | None) -> dict[str, Any]:
        cases = [{"caseNumber": f"{n}/3/2020", "taxId": each} for n, each in enumerate(tax_ids)]
        return {"courtCases": cases, "totalPages": 1, "currentPage": 1, "totalCases": len(cases)}

    server = ScriptedServer({path_of(o.COURT_CASES): page(ASKED, None, OTHER)})
    async with client_of(server) as companies:
        with pytest.raises(BadAnswerError, match=OTHER):
            await companies.court_cases(ASKED)
        server.answers[path_of(o.COURT_CASES)] = page(ASKED, None, f"RO{ASKED}")
        assert len((await companies.court_cases(ASKED)).data.court_cases) == 3


async def test_connections_and_suppliers_are_other_companies() -> None:
    """Only what an answer says of itself counts."""
    connected = {"connections": [{"taxId": OTHER, "companyName": "ALFA SRL"}], "totalPages": 1}
    server = ScriptedServer({path_of(o.CONNECTIONS): connected}, extensions=ANNOUNCED)
    async with client_of(server) as companies:
        await companies.learn_extensions()
        assert len((await companies.ask(o.CONNECTIONS, ASKED)).data.connections) == 1


async def test_a_personal_code_in_its_place_is_not_repeated() -> None:
    server = ScriptedServer({path_of(o.PROFILE): {"taxId": "1800101221144"}})
    async with client_of(server) as companies:
        with pytest.raises(BadAnswerError) as raised:
            await companies.profile(ASKED)
        assert "1800101221144" not in str(raised.value)


async def test_the_right_answer_of_yesterday_is_shown_with_the_reason() -> None:
    server = ScriptedServer({path_of(o.PROFILE): {"taxId": ASKED, "companyName": "ALFA SRL"}})
    async with client_of(server) as companies:
        await companies.profile(ASKED)
        server.answers[path_of(o.PROFILE)] = {"taxId": OTHER, "companyName": "BETA SRL"}
        again = await companies.profile(ASKED, fresh=True)
        assert again.data.company_name == "ALFA SRL" and again.stale
        assert OTHER in str(again.failure)


async def test_a_cached_answer_about_another_company_is_as_if_it_were_missing(
    tmp_path: Path,
) -> None:
    """Whatever wrote it into the file."""
    path = tmp_path / "answers.db"
    server = ScriptedServer({path_of(o.PROFILE): {"taxId": ASKED, "companyName": "ALFA SRL"}})
    companies = connect(server, cache=Cache(path))
    async with companies:
        await companies.profile(ASKED)
        source = companies._cache.source
    file = CacheFile(path)
    stored = file.get(source, f"profile/{ASKED}?")
    assert stored is not None
    body = msgspec.json.encode(
        msgspec.json.decode(stored.body) | {"data": {"taxId": OTHER, "companyName": "BETA SRL"}}
    )
    file.put(source, f"profile/{ASKED}?", msgspec.structs.replace(stored, body=body))
    file.close()
    async with client_of(server, cache=Cache(path)) as companies:
        found = await companies.profile(ASKED)
        assert found.data.company_name == "ALFA SRL"
        assert found.requests == 1
