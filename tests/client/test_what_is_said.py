"""The whole text of what the client refuses, and of what it says about failures and keys."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import Any

import pytest

from tests.scripted import ScriptedServer, client_of, connect
from tui_app.client.companies import Companies
from tui_app.client.connection import Connection
from tui_app.client.credentials import (
    FoundKey,
    KeySource,
    StoredCredential,
    as_secret,
    find_key,
    key_typed,
    read_credentials,
    read_key_file,
    store,
)
from tui_app.client.errors import (
    AllowanceError,
    ClientError,
    CompanyNotFoundError,
    CredentialError,
    InvalidRequestError,
    ServerError,
)
from tui_app.client.login_check import check_login
from tui_app.client.request import build_request, match_request
from tui_app.client.secret import Secret
from tui_app.contract import operations as o
from tui_app.contract.matching import LONGEST_TEXT, MatchRow

SHORT = "A search needs at least 3 letters or digits."
LONG = "A search takes at most 100 characters."
PAGES = "Pages go from 1 to 100."
DAY = "A registration date is a real day, written YYYY-MM-DD."
NOT_ONE = "This is not the tax id of a company. Nothing was sent. A tax id has 2 to 10 digits."


# Any: the result of any operation.
@pytest.mark.parametrize(
    ("operation", "raw", "said"),
    [
        (o.AUTOCOMPLETE, {}, SHORT),
        (o.AUTOCOMPLETE, {"q": "ab"}, SHORT),
        (o.AUTOCOMPLETE, {"q": " a-b "}, SHORT),
        (o.AUTOCOMPLETE, {"q": "x" * 101}, LONG),
        (o.AUTOCOMPLETE, {"q": "abc\udc80"},
         "The search text contains a character that cannot be sent."),
        (o.AUTOCOMPLETE, {"q": "12345678901"}, "Eleven or more digits may be a person's code."),
        (o.COURT_CASES, {"page": "0"}, PAGES),
        (o.COURT_CASES, {"page": "101"}, PAGES),
        (o.REGISTERED, {}, "A registration date is needed, written YYYY-MM-DD."),
        (o.REGISTERED, {"registration_date": "2026-02-30"}, DAY),
        (o.REGISTERED, {"registration_date": "2026-02-03", "page": "x"}, PAGES),
        (o.SCREEN, {"q": "county:"}, "The criteria cannot be read: "),
        (o.SCREEN, {"sort": "colour"}, "A screen cannot be sorted by that."),
        (o.SCREEN, {"limit": "0"}, "A page has 1 to 1000 rows."),
        (o.SCREEN, {"limit": "1001"}, "A page has 1 to 1000 rows."),
        (o.SCREEN, {"cursor": "x" * 201}, "This list has no such page."),
        (o.PUBLIC_MONEY, {"side": "left"},
         "This cannot be requested: side is auto, supplier, authority."),
    ],
)  # fmt: skip
def test_a_refusal_says_what_would_be_taken(
    operation: o.Operation[Any], raw: dict[str, str], said: str
) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        build_request(operation, "12", raw)
    whole = str(refused.value)
    assert whole.endswith(" Nothing was sent.")
    if said.endswith(": "):
        assert whole.startswith(said) and len(whole) > len(said) + 20
    else:
        assert whole == f"{said} Nothing was sent."
    assert (refused.value.requests, refused.value.may_retry) == (0, False)


@pytest.mark.parametrize(
    ("operation", "raw", "sent"),
    [
        (o.AUTOCOMPLETE, {"q": "abc"}, "q=abc"),
        (o.AUTOCOMPLETE, {"q": f" {'x' * 100} "}, f"q={'x' * 100}"),
        (o.AUTOCOMPLETE, {"q": "1234567890"}, "q=1234567890"),
        (o.COURT_CASES, {"page": "100"}, "page=100"),
        (o.COURT_CASES, {}, "page=1"),
        (o.SCREEN, {"limit": "1000", "q": ""}, "sort=-turnover&limit=1000"),
        (o.SCREEN, {"limit": "1", "sort": "taxId"}, "sort=taxId&limit=1"),
        (o.SCREEN, {"cursor": "x" * 200}, f"sort=-turnover&limit=50&cursor={'x' * 200}"),
    ],
)
def test_what_is_just_within_the_bounds_is_sent(
    operation: o.Operation[Any], raw: dict[str, str], sent: str
) -> None:
    request = build_request(operation, "12", raw)
    assert request.target.partition("?")[2] == sent
    assert request.target.startswith(operation.url_path("12"))


def test_the_texts_of_a_row_are_sent_up_to_their_limit() -> None:
    for length in (LONGEST_TEXT - 1, LONGEST_TEXT, LONGEST_TEXT + 1):
        body = match_request([MatchRow(name="y" * length)]).body.decode()
        assert body.count("y") == min(length, LONGEST_TEXT)


def test_what_is_no_tax_id_is_said_with_advice() -> None:
    for wrong in ("", "ANA", "1" * 21, "1 2 x"):
        with pytest.raises(InvalidRequestError) as refused:
            build_request(o.PROFILE, wrong)
        assert str(refused.value) == NOT_ONE


@pytest.mark.parametrize(
    ("attempts", "done", "advice", "said"),
    [
        (1, "", "", "X failed."),
        (2, "", "", "X failed (2 attempts)."),
        (3, "Nothing of {host} was kept.", "",
         "X failed (3 attempts). Nothing of X was kept."),
        (1, "Nothing was sent.", "Ask {host}.", "X failed. Nothing was sent. Ask X."),
    ],
)  # fmt: skip
def test_an_error_says_what_was_done_how_often_and_what_to_do(
    attempts: int, done: str, advice: str, said: str
) -> None:
    error = ServerError("{host} failed.", advice, done=done, host="X")
    error.attempts = attempts
    assert str(error) == said
    assert error.summary == said.removesuffix(" Ask X.")
    assert (error.requests, error.retry_at, error.repeat_after, error.follows, error.request) == (
        0, None, None, False, None,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (401, "Key rejected by 127.0.0.1: as told; not saved."),
        (403, "127.0.0.1 does not allow this with the API key: as told. Nothing was saved."),
        (500, "127.0.0.1 failed with status 500: as told. Nothing was saved."),
        (404, "127.0.0.1 does not know this address (404): as told. Nothing was saved."),
    ],
)
async def test_a_login_that_failed_says_that_nothing_was_saved(answer: int, said: str) -> None:
    server = ScriptedServer({o.AUTOCOMPLETE.path: answer})
    connection = Connection(
        base_url="http://127.0.0.1", key=Secret("ft_0123456789"), open_transport=lambda: server
    )
    with pytest.raises(ClientError) as failed:
        await check_login(connection)
    assert str(failed.value) == said
    server.answers[o.AUTOCOMPLETE.path] = []
    assert await check_login(connection) == 999
    assert server.asked == ["/v1/companies/autocomplete?q=srl"] * 2


def test_where_a_key_was_found_is_said_and_a_bad_one_named_by_its_place(tmp_path: Path) -> None:
    base, file = "https://companies.example", tmp_path / "keys.json"
    key = Secret("ft_0123456789abcdef")
    for source, is_given in (
        (KeySource.NAMED_FILE, True), (KeySource.ENVIRONMENT, True), (KeySource.KEYRING, False),
        (KeySource.CREDENTIALS, False),
    ):  # fmt: skip
        assert FoundKey(key, source, "there").overriding == ("there" if is_given else "")
    store(base, StoredCredential(key="two words"), file)
    with pytest.raises(CredentialError) as wrong:
        find_key(base, file, environment={})
    assert str(wrong.value) == (
        f"What {file} contains is not an API key. A key is one word of plain letters, digits and"
        " signs."
    )
    file.write_text("{")
    with pytest.raises(CredentialError) as damaged:
        read_credentials(file)
    assert str(damaged.value) == (
        f"The credentials file {file} cannot be used: it is damaged. Move it away and run"
        " firmeterm login."
    )
    file.unlink()
    file.mkdir()
    for using in (lambda: read_credentials(file), lambda: store(base, None, file)):
        with pytest.raises(CredentialError, match="cannot be used: Is a directory"):
            using()
    for path, problem in (
        (str(file), "Is a directory"), (str(tmp_path / "none"), "No such file or directory"),
        ("~nobody-of-that-name/x", "Could not determine home directory"),
    ):  # fmt: skip
        with pytest.raises(CredentialError) as unread:
            read_key_file(path)
        assert str(unread.value) == (
            f"The key file {path} cannot be read: {problem}. Name another with --api-key-file."
        )
    (tmp_path / "odd").write_bytes(b"\xff\xfe")
    with pytest.raises(CredentialError, match="cannot be read: not a text"):
        read_key_file(str(tmp_path / "odd"))
    (tmp_path / "good").write_text("  ft_first_0123456789 \nft_second_0123456789\n")
    assert read_key_file(str(tmp_path / "good")) == "ft_first_0123456789"
    assert as_secret(" a ") and as_secret("a b") is None
    assert key_typed("  ") is None


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("x" * 15, "…"),
        ("0123456789abcdef", "…cdef"),
        ("ft_0123456789abc", "ft_…9abc"),
        ("seven78_89abcdef", "seven78_…cdef"),
        ("eight678_9abcdef", "eight678_…cdef"),
        ("ninechars_abcdef", "…cdef"),
    ],
)
def test_of_a_key_its_prefix_and_its_end_are_shown(key: str, shown: str) -> None:
    secret = Secret(key)
    assert secret.masked == shown
    assert (len(secret.fingerprint), secret.fingerprint) == (12, Secret(key).fingerprint)
    assert secret.fingerprint != Secret(key[:-1] + "~").fingerprint
    assert repr(StoredCredential(key=key)) == "StoredCredential(key=…, keyring=False)"
    assert repr(StoredCredential(keyring=True)) == "StoredCredential(key=None, keyring=True)"


async def test_a_client_says_where_it_is_and_what_is_left() -> None:
    server = ScriptedServer({o.PROFILE.url_path("12"): {}}, remaining=8)
    for metered, left in ((True, "7 requests left"), (False, "free")):
        async with client_of(server, name="firms", metered=metered) as companies:
            if metered:
                assert repr(companies) == "<Companies at firms, unknown requests left>"
            answer = await companies.profile("12")
            assert repr(companies) == f"<Companies at firms, {left}>"
            # What costs nothing has no count.
            assert answer.remaining == (7 if metered else None)
            with pytest.raises(ServerError, match=r"^firms does not know"):
                await companies.autocomplete("agro")


async def test_what_a_server_can_do_is_learnt_also_from_a_refusal() -> None:
    """A server may find that the number 0 is no tax id, or know no such company."""
    unknown = o.PROFILE.url_path("0")
    for status, is_asked_again in ((400, False), (404, False), (500, True), (401, True)):
        server = ScriptedServer({unknown: status}, extensions=" screen , match, future ")
        async with client_of(server) as companies:
            if is_asked_again:
                with pytest.raises(ClientError):
                    await companies.learn_extensions()
            for _time in range(2):
                assert await companies.learn_extensions() == {"screen", "match"}
            assert server.asked == [unknown]
            assert companies.answers_extension(o.SCREEN)
            assert not companies.answers_extension(o.HISTORY)
            with pytest.raises(InvalidRequestError, match="no older snapshots"):
                await companies.look_back(dt.date(2020, 1, 2))
            assert companies.as_of is None
            with pytest.raises(InvalidRequestError, match=r"^127\.0\.0\.1 does not answer this"):
                await companies.history("12")
            assert server.asked == [unknown]
            companies.offline = True
    async with client_of(ScriptedServer({}), offline=True) as companies:
        assert await companies.learn_extensions() == frozenset()


async def test_every_request_that_was_sent_or_failed_is_announced() -> None:
    server = ScriptedServer({o.PROFILE.url_path("12"): {}, o.PHONES.url_path("12"): 500})
    finished: list[int | None] = []
    async with client_of(server) as companies:
        companies.on_finished = lambda: finished.append(companies.allowance.remaining)
        for _time in range(2):
            await companies.profile("12")
        with pytest.raises(ServerError) as failed:
            await companies.phones("12")
        assert failed.value.request == build_request(o.PHONES, "12")
        with pytest.raises(InvalidRequestError):
            await companies.phones("!")
        with pytest.raises(CompanyNotFoundError):
            await companies.profile("13")
    assert finished == [999, 999, 999]


async def test_a_key_is_sent_as_it_is_and_the_program_names_itself() -> None:
    seen: list[dict[str, str]] = []

    class Listening(ScriptedServer):
        # Any: as the one it overrides.
        async def handle_async_request(self, request: Any) -> Any:
            seen.append(dict(request.headers))
            return await super().handle_async_request(request)

    for key in (Secret("ft_0123456789"), None):
        async with connect(Listening({o.PROFILE.url_path("12"): {}}), key=key) as companies:
            await companies.profile("12")
    with_key, without = seen
    assert with_key["authorization"] == "Bearer ft_0123456789" and "authorization" not in without
    for headers in seen:
        assert headers["user-agent"].startswith("firmeterm/")
        assert (headers["accept"], headers["accept-encoding"]) == ("application/json", "gzip")
        assert "cookie" not in headers


def test_an_address_and_its_key_name_what_is_cached() -> None:
    """Answers to one key are not shown to another, nor those of another server."""
    from tui_app.client.cache import Cache

    keys = ("ft_0123456789", "ft_9876543210", None)
    bases = ("https://a.example", "https://b.example")
    names = set[str]()
    for base in bases:
        for key in keys:
            cache = Cache()
            Companies(base, cache, key=key)
            assert key is None or key not in cache.source
            names.add(cache.source)
    assert len(names) == len(keys) * len(bases)
    assert os.sep not in next(iter(names)).partition(" ")[2]


async def test_nothing_is_renewed_or_spent_of_the_reserve_unless_it_is_said() -> None:
    """So it is for each way to ask, whichever the operation."""
    paths: dict[str, Any] = {o.PROFILE.url_path("12"): {}, o.AUTOCOMPLETE.path: []}
    server = ScriptedServer(paths, extensions="match")
    async with client_of(server, reserve=2_000) as companies:
        rows = [MatchRow(name="ana")]
        for asking in (
            lambda: companies.ask(o.PROFILE, "12"), lambda: companies.search("agro"),
            lambda: companies.search("18547290"), companies.learn_extensions,
        ):  # fmt: skip
            with pytest.raises(AllowanceError, match="not known yet, and the reserve is 2000"):
                await asking()
        assert await companies.learn_extensions(confirm=True) == {"match"}
        with pytest.raises(AllowanceError):
            await companies.match(rows)
        assert len(server.asked) == 1
        for _time in range(2):
            await companies.ask(o.PROFILE, "12", confirm=True)
            await companies.search("agro", confirm=True)
        assert len(server.asked) == 3
        assert companies.price_of_search("agro") == companies.price(o.PROFILE, "12") == 0
        assert companies.price_of_search("agro", fresh=True) == 1
        assert companies.looked_up("18547290", fresh=True) == "18547290"
