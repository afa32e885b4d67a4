"""The bodies that are read: packed or not, up to the limit, and what an answer's headers say."""

from __future__ import annotations

import gzip
from typing import Any

import httpx
import pytest

from tests.scripted import ScriptedServer, client_of
from tui_app.client.deadlines import Deadlines
from tui_app.client.errors import (
    BadAnswerError,
    ClientError,
    DeadlineError,
    ServerError,
    UnreachableError,
)
from tui_app.client.secret import Secret
from tui_app.contract import operations as o

PROFILE = o.PROFILE.url_path("12")
WHOLE = b'{"success": true, "remainingRequests": 5, "data": {"taxId": "12", "companyName": "ANA"}}'
LIMIT = 2_000_000


def answering(body: bytes, **headers: str) -> ScriptedServer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return ScriptedServer(
        {PROFILE: lambda: httpx.Response(200, headers=named, stream=httpx.ByteStream(body))}
    )


# Any: what the client is given besides.
async def outcome(server: ScriptedServer, **more: Any) -> str:
    async with client_of(server, **more) as companies:
        try:
            return (await companies.profile("12")).data.company_name
        except ClientError as error:
            assert error.requests == companies.allowance.session_requests
            return str(error)


@pytest.mark.parametrize("coding", [None, "", "identity", "gzip", "x-gzip", " GZIP "])
async def test_a_body_is_read_up_to_the_limit_and_no_further(coding: str | None) -> None:
    is_packed = coding is not None and "gzip" in coding.lower()
    headers = {} if coding is None else {"content_encoding": coding}
    for size, said in (
        (len(WHOLE), "ANA"), (LIMIT, "ANA"),
        (LIMIT + 1, "127.0.0.1 sent more than 2 MB; reading stopped there."),
    ):  # fmt: skip
        body = WHOLE.ljust(size)
        server = answering(gzip.compress(body) if is_packed else body, **headers)
        assert await outcome(server, largest_body=LIMIT) == said
        assert server.asked == [PROFILE]


async def test_unless_told_otherwise_four_million_bytes_are_read() -> None:
    for size, said in ((4_000_000, "ANA"), (4_000_001, "127.0.0.1 sent more than 4 MB")):
        packed = answering(gzip.compress(WHOLE.ljust(size), 1), content_encoding="gzip")
        assert (await outcome(packed)).startswith(said)


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("br", WHOLE),
        ("deflate", WHOLE),
        ("gzip", WHOLE),
        ("gzip", gzip.compress(WHOLE, mtime=0)[:-1]),
        ("gzip", gzip.compress(WHOLE, mtime=0)[:20]),
    ],
)
async def test_what_cannot_be_unpacked_is_said(coding: str, body: bytes) -> None:
    said = "127.0.0.1 sent an answer that cannot be unpacked."
    assert await outcome(answering(body, content_encoding=coding)) == said


@pytest.mark.parametrize("coding", ["identity", "gzip"])
async def test_an_empty_body_is_an_empty_answer_however_it_was_packed(coding: str) -> None:
    said = "127.0.0.1 sent an empty answer."
    assert await outcome(answering(b"", content_encoding=coding)) == said


@pytest.mark.parametrize("size", [len(WHOLE), 50_000, 50_001, 300_000])
async def test_a_key_is_taken_out_of_small_and_large_bodies(size: int) -> None:
    body = WHOLE.replace(b"ANA", b"ft_0123456789").ljust(size)
    assert await outcome(answering(body), key=Secret("ft_0123456789")) == "[key]"


@pytest.mark.parametrize("told", ["true", "TRUE", "false", "1", ""])
async def test_an_answer_is_partial_or_invented_where_its_headers_say_so(told: str) -> None:
    for header, other in (("firmeterm-partial", "invented"), (o.INVENTED_HEADER, "partial")):
        name = "partial" if other == "invented" else "invented"
        async with client_of(answering(WHOLE, **{header.replace("-", "_"): told})) as companies:
            answer = await companies.profile("12")
        assert getattr(answer, name) is (told == "true")
        assert getattr(answer, other) is False


@pytest.mark.parametrize(
    ("failure", "kind", "said", "requests"),
    [
        (httpx.ConnectTimeout("x"), DeadlineError,
         "127.0.0.1 could not be reached within 1.5 s. Nothing was sent.", 0),
        (httpx.ReadTimeout("x"), DeadlineError, "127.0.0.1 stopped answering for 2.5 s.", 1),
        (httpx.DecodingError("x"), BadAnswerError,
         "127.0.0.1 sent an answer that cannot be unpacked.", 1),
        (httpx.ProxyError("x"), UnreachableError, "Check HTTPS_PROXY and NO_PROXY.", 0),
        (httpx.ReadError("x"), UnreachableError,
         "The connection to 127.0.0.1 broke before the answer was complete.", 1),
    ],
)  # fmt: skip
async def test_a_failed_connection_says_how_long_and_whether_anything_was_sent(
    failure: Exception, kind: type[ClientError], said: str, requests: int
) -> None:
    server = ScriptedServer({o.AUTOCOMPLETE.path: failure})
    deadlines = Deadlines(connect=1.5, read=2.5, total=60)
    async with client_of(server, deadlines=deadlines) as companies:
        with pytest.raises(kind) as failed:
            await companies.autocomplete("agro")
        assert str(failed.value).endswith(said)
        assert (failed.value.requests, failed.value.attempts) == (requests, 1)
        assert companies.connection_lost is (requests == 0)
        # The next answer ends that.
        server.answers[o.AUTOCOMPLETE.path] = []
        await companies.autocomplete("agro")
        assert not companies.connection_lost
        assert companies.allowance.session_requests == requests + 1


async def test_a_cookie_is_not_sent_back_and_a_redirect_not_followed() -> None:
    seen: list[tuple[str, bool]] = []

    class Moving(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
            seen.append((request.url.path, "cookie" in request.headers))
            headers = {"set-cookie": "tracked=1; Path=/", "location": "/elsewhere"}
            return httpx.Response(307, headers=headers, stream=httpx.ByteStream(b""))

    async with client_of(Moving()) as companies:
        for _time in range(2):
            with pytest.raises(ServerError, match="was not followed"):
                await companies.profile("12")
    assert seen == [(PROFILE, False)] * 2
