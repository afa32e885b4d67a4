"""The paths of the reconciliation API, and who may call them.

OpenRefine cannot send a key in a header. On the loopback address no key is needed; elsewhere the
key is in the path, which ends up in the logs of proxies and browsers, but not in ours.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
import traceback
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tui_app.contract.envelope import Reason
from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.matching import MAX_ROWS, CompanyMatch
from tui_app.contract.operations import QUERY
from tui_app.contract.personal_codes import may_be_personal_code
from tui_app.registry.company_registry import CompanyRegistry, ResearchRegistry
from tui_app.registry.errors import RegistryUnavailable
from tui_app.service import responses
from tui_app.service.accounts import Account, Accounts, AccountsUnavailable, CredentialRefused
from tui_app.service.allowance import QuotaExceeded, RateLimited
from tui_app.service.batches import BatchThreads
from tui_app.service.bodies import read_body
from tui_app.service.lines import LineFull
from tui_app.service.log import Log, LogEntry
from tui_app.service.reconcile import answers, preview
from tui_app.service.reconcile.manifest import (
    ASKED,
    TYPE,
    Json,
    extend_properties,
    manifest,
    suggested,
)
from tui_app.system.loopback import is_loopback

PATH: Final = "/reconcile"
OPERATION: Final = "reconcile"
"""The name of the operation in the log."""

LARGEST: Final = 4_000_000
"""The most bytes of a batch of queries."""

_FORWARDED: Final = frozenset({"forwarded", "via", "x-forwarded-for", "x-real-ip"})
"""Headers of a proxy: a caller behind one is not on this machine."""

_JSON: Final = "application/json"

T = TypeVar("T")
Handler = Callable[["_Call"], Awaitable[Response]]


class _Call(Struct, frozen=True):
    """A request from an admitted caller; ``account`` is ``None`` on the loopback address."""

    request: Request
    account: Account | None
    base: str


class Reconciliation:
    """The endpoints over a registry. ``keyless``: callers on the loopback address need no key."""

    def __init__(
        self,
        registry: CompanyRegistry,
        accounts: Accounts,
        threads: BatchThreads,
        log: Log,
        *,
        keyless: bool,
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._threads = threads
        self._log = log
        self._keyless = keyless

    def routes(self) -> list[Route]:
        """The routes with and without a key in the path."""
        handlers: dict[str, Handler] = {
            "/suggest/entity": self._suggest_entity,
            "/suggest/property": self._suggest_property,
            "/suggest/type": self._suggest_type,
            "/properties": self._properties,
            "/preview/{tax_id}": self._preview,
            "": self._root,
        }
        return [
            Route(f"{start}{path}", self._endpoint(handler), methods=["GET", "POST"])
            for path, handler in handlers.items()
            for start in (PATH, f"{PATH}/{{key}}")
        ]

    def _endpoint(self, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            request.state.operation = OPERATION
            response = await self._answer(handler, request)
            origin = request.headers.get("origin")
            if origin is not None and response.status_code != Reason.CREDENTIAL_INVALID.status:
                response.headers["Access-Control-Allow-Origin"] = origin
                response.headers["Vary"] = "Origin"
            response.headers["Referrer-Policy"] = "no-referrer"
            return response

        return endpoint

    async def _answer(self, handler: Handler, request: Request) -> Response:
        key = request.path_params.get("key", "")
        try:
            if not key and not (self._keyless and _is_on_this_machine(request)):
                return _key_missing()
            account = await self._run(lambda: self._account(key)) if key else None
            if account is not None:
                request.state.account = account.id
            base = f"{request.url.scheme}://{request.headers['host']}{PATH}"
            return await handler(_Call(request, account, f"{base}/{key}" if key else base))
        except CredentialRefused:
            return responses.credential_invalid()
        except answers.BadQuery as error:
            return responses.Refusal(Reason.ROWS_INVALID, str(error))
        except LineFull:
            return responses.line_full()
        except RateLimited as limit:
            return responses.rate_limited(limit.status)
        except QuotaExceeded as limit:
            return responses.quota_exceeded(limit.status)
        except (AccountsUnavailable, RegistryUnavailable):
            return responses.unavailable("A database is out of reach: try again soon")
        except Exception:  # noqa: BLE001 (becomes a 500 answer, and is logged)
            request_id = secrets.token_hex(8)
            fault = LogEntry(event="fault", message=traceback.format_exc(), request_id=request_id)
            self._log(fault)
            return responses.Refusal(Reason.INTERNAL, "The service failed", request_id=request_id)

    def _account(self, key: str) -> Account:
        account = self._accounts.by_key(key)
        self._accounts.check_burst(account)
        return account

    def _run(self, work: Callable[[], T], account: Account | None = None) -> asyncio.Future[T]:
        return self._threads.run(work, account.id if account else "")

    async def _charge(self, call: _Call, units: int) -> None:
        """Charge before the answer is sent: one request for each query, company or page."""
        account = call.account
        if account is not None:
            await self._run(lambda: self._accounts.count(account, units), account)

    async def _root(self, call: _Call) -> Response:
        """The manifest, a batch of queries, or a data extension."""
        parameters = await _parameters(call.request)
        if parameters is None:
            return responses.body_too_large()
        if "queries" in parameters:
            return await self._queries(call, parameters["queries"])
        if "extend" in parameters:
            return await self._extend(call, parameters["extend"])
        name = "Romanian companies (firmeterm)"
        if self._registry.info.invented:
            name = "Invented companies (firmeterm's sample)"
        return _json(manifest(call.base, name))

    async def _queries(self, call: _Call, text: str) -> Response:
        registry = self._registry
        if not isinstance(registry, ResearchRegistry):
            return responses.Refusal(Reason.NOT_FOUND, "This registry matches no rows")
        rows = answers.read_batch(text)
        listed = list(rows.values())
        found: list[CompanyMatch] = []
        interrupt = threading.Event()
        try:
            # In pieces, so that other callers get their turn.
            for start in range(0, len(listed), MAX_ROWS):
                some = listed[start : start + MAX_ROWS]
                work = partial(registry.match, some, interrupt=interrupt)
                found += await self._run(work, call.account)
        except asyncio.CancelledError:
            interrupt.set()
            raise
        await self._charge(call, len(listed))
        return _json(answers.results(rows, found))

    async def _extend(self, call: _Call, text: str) -> Response:
        tax_ids, wanted = answers.read_extension(text)
        rows: Json = {}
        for start in range(0, len(tax_ids), MAX_ROWS):
            some = tax_ids[start : start + MAX_ROWS]
            work = partial(answers.extended, self._registry, some, wanted)
            rows |= await self._run(work, call.account)
        await self._charge(call, len(tax_ids))
        return _json({"meta": answers.meta(wanted), "rows": rows})

    async def _suggest_entity(self, call: _Call) -> Response:
        text = call.request.query_params.get("prefix", "").strip()[: QUERY.maximum_length]
        if len(text) < QUERY.minimum_length or may_be_personal_code(text):
            return _json({"result": []})
        found = await self._run(lambda: self._registry.search(text).companies, call.account)
        await self._charge(call, 1)
        return _json({"result": list(map(answers.suggested_company, found))})

    async def _suggest_property(self, call: _Call) -> Response:
        prefix = call.request.query_params.get("prefix", "")
        return _json({"result": suggested(ASKED, prefix)})

    async def _suggest_type(self, call: _Call) -> Response:
        prefix = call.request.query_params.get("prefix", "").casefold().strip()
        fits = TYPE["name"].casefold().startswith(prefix)
        return _json({"result": [TYPE] if fits else []})

    async def _properties(self, _call: _Call) -> Response:
        return _json(extend_properties())

    async def _preview(self, call: _Call) -> Response:
        tax_id = call.request.path_params["tax_id"]
        profile = None
        if is_bare_tax_id(tax_id):
            call.request.state.tax_id = tax_id
            profile = await self._run(lambda: self._registry.profile(tax_id), call.account)
        if profile is None:
            return responses.Refusal(Reason.COMPANY_NOT_FOUND, "Company not found")
        await self._charge(call, 1)
        text = preview.page(profile, invented=self._registry.info.invented)
        return Response(text, 200, preview.HEADERS, "text/html; charset=utf-8")


async def _parameters(request: Request) -> dict[str, str] | None:
    """The parameters of the address and of a form; ``None`` if the body is too large."""
    found = dict(request.query_params)
    if request.method != "POST":
        return found
    body = await read_body(request, LARGEST)
    if body is None:
        return None
    # Only this kind of form is in the specification.
    form = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True)
    return {name: values[-1] for name, values in form.items()} | found


def _key_missing() -> Response:
    message = f"A key is needed in the path: {PATH}/KEY"
    return responses.Refusal(Reason.CREDENTIAL_MISSING, message)


def _is_on_this_machine(request: Request) -> bool:
    """Whether caller, address and page are on this machine, with no proxy between.

    A page of another site, or a name that points here, would be somebody else's.
    """
    client = request.client.host if request.client else ""
    hosts = [client, urlsplit(f"//{request.headers.get('host', '')}").hostname or ""]
    origin = request.headers.get("origin")
    if origin is not None:
        hosts.append(urlsplit(origin).hostname or "")
    is_proxied = any(name in _FORWARDED for name in request.headers)
    return all(map(is_loopback, hosts)) and not is_proxied


def _json(value: Json) -> Response:
    headers = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    return Response(msgspec.json.encode(value), 200, headers, _JSON)
