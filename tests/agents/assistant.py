"""An assistant's program: the SDK's own client, over pipes and HTTP."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tests.agents.answers import read_answer
from tests.service.running import environment
from tui_app.client import KEY_VARIABLE

if TYPE_CHECKING:  # a fifth of the time to collect all tests is importing the SDK
    import mcp_types as types
    from mcp.client.client import Client
    from mcp.client.session import ElicitationFnT

Era = Literal["auto", "legacy"]


ERAS: tuple[Era, ...] = ("auto", "legacy")


PETROTERM = "990000013"


@asynccontextmanager
async def agent(
    home: Path, *arguments: str, era: Era = "auto", accepts: bool | None = None, key: str = ""
) -> AsyncIterator[Client]:
    """An assistant that has started the command; ``accepts`` answers questions about prices."""
    import mcp_types as types
    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    async def elicit(context: Any, params: Any) -> types.ElicitResult:
        return types.ElicitResult(action="accept", content={"send": bool(accepts)})

    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "tui_app", "mcp", *arguments],
        env=environment(home) | ({KEY_VARIABLE: key} if key else {}),
    )
    callback: ElicitationFnT | None = None if accepts is None else elicit
    with (home / "assistant.txt").open("w") as told:
        server = stdio_client(command, errlog=told)
        async with Client(server, mode=era, elicitation_callback=callback) as client:
            yield client


@asynccontextmanager
async def agent_over_http(url: str, key: str, era: Era = "auto") -> AsyncIterator[Client]:
    from httpx2 import AsyncClient
    from mcp.client.client import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"authorization": f"Bearer {key}"}
    # Without TLS there is nothing to verify, and preparing for it is slow.
    async with AsyncClient(headers=headers, timeout=60, verify=False) as http:
        transport = streamable_http_client(f"{url}/mcp", http_client=http)
        async with Client(transport, mode=era) as client:
            yield client


def text_of(result: types.CallToolResult) -> str:
    (content,) = result.content
    assert content.type == "text"
    return content.text


def parsed(result: types.CallToolResult) -> dict[str, Any]:
    """The answer as its text says it, which is what a model reads."""
    assert not result.is_error, text_of(result)
    # Only there: a second form would double the answer, and stand outside of the tags.
    assert result.structured_content is None
    return read_answer(text_of(result))
