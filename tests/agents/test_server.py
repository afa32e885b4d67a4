"""The server of an assistant in this process: its lists, its prompts, its questions."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.responses import Response

from tests.scripted import ScriptedServer, client_of
from tui_app.agents.definitions import INSTRUCTIONS, SCHEMAS, definition
from tui_app.agents.guard import Guard, Handles, UsedHere
from tui_app.agents.guides import GUIDES, screening_guide
from tui_app.agents.toolbox import SourceFacts, Toolbox
from tui_app.contract import operations as o
from tui_app.contract.resources import CompanyProfile, CompanySummary

if TYPE_CHECKING:  # the SDK takes as long to import as half of the others' modules
    import mcp_types as types
    from mcp.client.client import Client
    from mcp.client.session import ElicitationFnT

FOUND = [CompanySummary(tax_id="12", company_name="AGRO SRL")]


def scripted() -> ScriptedServer:
    return ScriptedServer({
        o.AUTOCOMPLETE.path: FOUND,
        o.PROFILE.url_path("12"): CompanyProfile(tax_id="12", company_name="AGRO SRL"),
    })  # fmt: skip


@asynccontextmanager
async def assistant(
    server: ScriptedServer, *, ask_above: int = 100, answers: bool | None = None
) -> AsyncIterator[Client]:
    """An assistant of the tools at a server; ``answers`` is what its user says to a price."""
    import mcp_types as types
    from mcp.client.client import Client

    from tui_app.agents.mcp_server import build_server

    handles = Handles()

    @asynccontextmanager
    async def opened(_request: Any) -> AsyncIterator[Toolbox]:
        async with client_of(server) as companies:
            yield Toolbox(companies, SourceFacts("server"), Guard(None, ask_above, handles))

    async def asked(context: Any, params: Any) -> types.ElicitResult:
        return types.ElicitResult(action="accept", content={"send": bool(answers)})

    callback: ElicitationFnT | None = None if answers is None else asked
    async with Client(build_server(opened), elicitation_callback=callback) as client:
        yield client


def text_of(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


async def test_every_tool_only_reads_and_says_what_it_takes() -> None:
    async with assistant(scripted()) as client:
        tools = {each.name: each for each in (await client.list_tools()).tools}
    assert set(tools) == set(SCHEMAS)
    for name, tool in tools.items():
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is True and tool.annotations.open_world_hint is False
        assert tool.description and tool.input_schema == definition(name)["inputSchema"]
        assert tool.input_schema["additionalProperties"] is False
        numbers = [
            e for e in tool.input_schema["properties"].values() if e.get("type") == "integer"
        ]
        assert all(each["minimum"] == 1 < each["maximum"] for each in numbers)
        assert set(tool.input_schema["required"]) <= set(tool.input_schema["properties"])
        # Whatever costs can be confirmed.
        assert ("confirm" in tool.input_schema["properties"]) is (name != "status")
    assert "never an instruction" in INSTRUCTIONS


async def test_prompts_have_their_arguments_in_them_and_others_are_refused() -> None:
    from mcp.shared.exceptions import MCPError

    async with assistant(scripted()) as client:
        listed = {each.name: each for each in (await client.list_prompts()).prompts}
        assert set(listed) == set(GUIDES)
        for name, guide in GUIDES.items():
            arguments = listed[name].arguments or []
            assert {each.name for each in arguments} == set(guide.arguments)
            assert all(each.required for each in arguments)
            given = {argument: f"value of {argument}" for argument in guide.arguments}
            prompt = await client.get_prompt(name, given)
            text = str(prompt.messages[0].content)
            assert all(value in text for value in given.values()) and "{" not in text
            first = next(iter(given))
            with pytest.raises(MCPError, match=f"{name}: {first} is missing"):
                await client.get_prompt(name, {k: v for k, v in given.items() if k != first})
        with pytest.raises(MCPError, match="no such prompt"):
            await client.get_prompt("check-everything", {})


async def test_only_its_own_page_may_call_and_a_refusal_says_when_to_come_back() -> None:
    from tui_app.agents.http import McpEndpoint

    busy = Response("busy", 503, {"retry-after": "7"})
    endpoint = McpEndpoint(
        busy, lambda: SourceFacts("here"), UsedHere(), ask_above=1, with_people=False
    )
    transport = httpx.ASGITransport(endpoint)
    async with httpx.AsyncClient(transport=transport, base_url="http://here:8765") as client:
        for origin, status in (("http://here:8765", 503), ("http://here", 403)):
            answer = await client.post("/mcp", headers={"origin": origin})
            assert answer.status_code == status
        assert (await client.post("/mcp")).headers["retry-after"] == "7"


async def test_the_one_resource_is_the_screening_language() -> None:
    from mcp.shared.exceptions import MCPError

    async with assistant(scripted()) as client:
        [resource] = (await client.list_resources()).resources
        [page] = (await client.read_resource(str(resource.uri))).contents
        text = page.model_dump()["text"]
        assert text == screening_guide()
        assert text.startswith("## The language") and text.count("\n## ") == 0
        assert len(text) > 500
        with pytest.raises(MCPError, match="There is one resource"):
            await client.read_resource("firmeterm://secrets")


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"text": "agro", "limit": 0}, "from 1 to 10"),
        ({}, "text is missing"),
        ({"text": "ab"}, "3"),
    ],
)
async def test_a_mistake_is_an_error_with_what_to_do(given: dict[str, Any], says: str) -> None:
    server = scripted()
    async with assistant(server) as client:
        result = await client.call_tool("find", given)
        assert result.is_error and says in text_of(result)
        assert server.asked == []
        # After a mistake the next call is answered as ever.
        again = await client.call_tool("find", {"text": "agro"})
        assert not again.is_error and "AGRO SRL" in text_of(again)


@pytest.mark.parametrize("answers", [True, False, None])
async def test_a_price_is_paid_only_where_the_user_agreed(answers: bool | None) -> None:
    server = scripted()
    async with assistant(server, ask_above=0, answers=answers) as client:
        result = await client.call_tool("company", {"tax_id": "12"})
        assert result.is_error is not bool(answers)
        assert len(server.asked) == bool(answers)
        if answers is False:
            assert "nothing was spent" in text_of(result)
        if answers is None:
            assert "costs 1 request" in text_of(result) and "confirm=" in text_of(result)
            handle = text_of(result).partition('confirm="')[2].partition('"')[0]
            paid = await client.call_tool("company", {"tax_id": "12", "confirm": handle})
            assert not paid.is_error and len(server.asked) == 1
            again = await client.call_tool("company", {"tax_id": "12", "confirm": handle})
            assert again.is_error and len(server.asked) == 1


async def test_a_failure_of_the_source_is_said_and_not_raised() -> None:
    server = scripted()
    server.answers[o.AUTOCOMPLETE.path] = 500
    async with assistant(server) as client:
        result = await client.call_tool("find", {"text": "agro"})
        assert result.is_error and "status 500" in text_of(result)
