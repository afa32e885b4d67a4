"""Offers the tools over the Model Context Protocol, in both versions, by its official SDK."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any, Final

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from tui_app import __version__
from tui_app.agents.arguments import CONFIRM
from tui_app.agents.definitions import INSTRUCTIONS, SCHEMAS, definition
from tui_app.agents.errors import ConfirmationNeeded, ToolError
from tui_app.agents.guides import GUIDES, SCREENING_URI, screening_guide
from tui_app.agents.rendering import quoted, without_tags
from tui_app.agents.toolbox import Toolbox
from tui_app.client.errors import ClientError
from tui_app.contract.personal_codes import without_personal_codes

OpenToolbox = Callable[[Any], AbstractAsyncContextManager[Toolbox]]
"""Opens the tools for one call; gets the HTTP request, if there is one."""

_OF_A_SERVER: Final = ("message", "target")
"""The values of an error that a server wrote."""

_QUESTION: Final = "spend"
_SEND: Final = "send"

Context = ServerRequestContext[Any, Any]


def build_server(open_toolbox: OpenToolbox) -> Server[Any]:
    """A server that answers every call with tools from ``open_toolbox``."""

    async def call_tool(
        context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        given = dict(params.arguments or {})
        if params.request_state and params.input_responses:
            if not _is_accepted(params.input_responses):
                return _failure("Not confirmed: nothing was sent and nothing was spent.")
            given[CONFIRM] = params.request_state
        try:
            async with open_toolbox(context.request) as toolbox:
                text = await toolbox.call(params.name, given)
        except ConfirmationNeeded as needed:
            return _ask(context, needed)
        except ToolError as error:
            return _failure(without_tags(str(error)))
        except ClientError as error:
            return _failure(_told(error))
        # No structured content: it would be the same data once more, and some programs show a model
        # only that, without the tags.
        content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
        return types.CallToolResult(content=content)

    return Server(
        "firmeterm",
        version=__version__,
        title="firmeterm: Romanian companies",
        instructions=INSTRUCTIONS,
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
    )


def _is_accepted(responses: types.InputResponses) -> bool:
    answer = responses.get(_QUESTION)
    return (
        isinstance(answer, types.ElicitResult)
        and answer.action == "accept"
        and (answer.content or {}).get(_SEND) is True
    )


def _ask(
    context: Context, needed: ConfirmationNeeded
) -> types.CallToolResult | types.InputRequiredResult:
    """The question for the user; if the client cannot ask, an error with a handle."""
    capabilities = context.session.client_capabilities
    can_ask = capabilities is not None and capabilities.elicitation is not None
    if context.protocol_version not in MODERN_PROTOCOL_VERSIONS or not can_ask:
        return _failure(
            f"This call costs {needed.price} requests, more than may be sent without asking the"
            " user. Nothing was sent. Ask the user; to go on, repeat the same call with"
            f" {CONFIRM}={json.dumps(needed.handle)}, which works once.",
            price=needed.price,
            handle=needed.handle,
        )
    schema = {
        "type": "object",
        "properties": {_SEND: {"type": "boolean", "title": f"Send {needed.price} requests"}},
        "required": [_SEND],
    }
    form = types.ElicitRequestFormParams(message=needed.question, requested_schema=schema)
    return types.InputRequiredResult(
        input_requests={_QUESTION: types.ElicitRequest(params=form)},
        request_state=needed.handle,
    )


def _told(error: ClientError) -> str:
    """The error of a source; the words of a server are quoted as data."""
    if any(error.values.get(name) for name in _OF_A_SERVER):
        return f"The source failed. What it said:\n{quoted(str(error))}"
    return without_tags(str(error))


def _failure(message: str, **more: int | str) -> types.CallToolResult:
    text = without_personal_codes(message)
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(
        content=content, structured_content={"error": text, **more}, is_error=True
    )


async def _list_tools(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(
        tools=[types.Tool.model_validate(definition(name)) for name in SCHEMAS]
    )


async def _list_resources(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    resource = types.Resource(
        uri=SCREENING_URI,
        name="screening",
        title="The screening language",
        description="How criteria for screen are written",
        mime_type="text/markdown",
    )
    return types.ListResourcesResult(resources=[resource])


async def _read_resource(
    _context: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    if str(params.uri) != SCREENING_URI:
        raise MCPError(types.INVALID_PARAMS, f"There is one resource: {SCREENING_URI}.")
    text = types.TextResourceContents(
        uri=SCREENING_URI, mime_type="text/markdown", text=screening_guide()
    )
    return types.ReadResourceResult(contents=[text])


async def _list_prompts(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListPromptsResult:
    prompts = [
        types.Prompt(
            name=name,
            description=guide.description,
            arguments=[
                types.PromptArgument(name=argument, description=about, required=True)
                for argument, about in guide.arguments.items()
            ],
        )
        for name, guide in GUIDES.items()
    ]
    return types.ListPromptsResult(prompts=prompts)


async def _get_prompt(
    _context: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult:
    guide = GUIDES.get(params.name)
    given = params.arguments or {}
    if guide is None or (missing := set(guide.arguments) - set(given)):
        what = f"{', '.join(sorted(missing))} is missing" if guide else "there is no such prompt"
        raise MCPError(types.INVALID_PARAMS, f"{params.name}: {what}.")
    text = guide.text.format(**{name: without_tags(given[name]) for name in guide.arguments})
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=guide.description, messages=[message])


async def serve_streams(open_toolbox: OpenToolbox) -> None:
    """Serve one client over standard input and output, until it closes them."""
    from mcp.server.stdio import stdio_server

    server = build_server(open_toolbox)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
