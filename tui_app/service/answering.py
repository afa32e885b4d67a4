"""From questions to replies. Everything here blocks and belongs in a thread.

The order of checks: credential, burst limit, parameters, existence, charge. So nobody
without a key learns what exists, and an error costs nothing. A question is looked up by
itself; then the questions that were looked up together are counted in one transaction, and
those of the same account in one statement.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import traceback
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final

from msgspec import Struct

from tui_app.contract.envelope import Reason
from tui_app.contract.operations import InvalidParameter
from tui_app.registry.company_registry import CompanyRegistry
from tui_app.service import replies
from tui_app.service.accounts import Accounts, CredentialRefused
from tui_app.service.accounts_file import Account
from tui_app.service.allowance import QuotaExceeded, RateLimited, Standing
from tui_app.service.handlers import look_up
from tui_app.service.log import Entry, Log
from tui_app.service.memory import Memory
from tui_app.service.questions import Question
from tui_app.service.replies import Payload, Reply

_CHALLENGE: Final = b'Bearer realm="companies"'

NOBODY_WAITS: Final = Reply(499, [])
"""Stands for the reply to a caller who hung up: not sent, and nothing charged."""


class Finding(Struct, frozen=True):
    """What a question's reply will be, once it is counted and ``units`` are charged."""

    account: Account
    units: int
    reply: Callable[[Standing], Reply]


class Answering:
    """Answers questions from a registry for callers with an account.

    ``local_token``, when there is one, is the key of the explorer in this very process.
    """

    def __init__(
        self, registry: CompanyRegistry, accounts: Accounts, local_token: str | None, log: Log
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._local_token = local_token.encode() if local_token else None
        self._log = log
        self._memory = Memory()

    def find(self, question: Question, hung_up: threading.Event) -> Finding | Reply:
        """What to reply and what to charge; a reply as it is when there is nothing to count."""
        try:
            return self._found(question, hung_up)
        except CredentialRefused:
            return _credential_invalid()
        except Exception:  # noqa: BLE001 (a fault becomes a reply, here and in _settled only)
            return NOBODY_WAITS if hung_up.is_set() else self._fault()

    def settle(self, findings: Sequence[Finding | Reply]) -> list[Reply]:
        """Count and charge what was found together, then reply."""
        settled = iter(self._settled([f for f in findings if isinstance(f, Finding)]))
        return [f if isinstance(f, Reply) else next(settled) for f in findings]

    def _found(self, question: Question, hung_up: threading.Event) -> Finding | Reply:
        account = self._account(question.key or "")
        try:
            self._accounts.check_burst(account)
            found = self._payload(question, hung_up)
        except RateLimited as limit:
            return _rate_limited(limit.standing, account.id)
        except InvalidParameter as fault:
            return _refusal(account, fault.reason, str(fault))
        if hung_up.is_set():
            return NOBODY_WAITS
        if found is None:
            return _refusal(account, Reason.COMPANY_NOT_FOUND, "Company not found")
        mark = question.if_none_match
        if mark and found.is_complete and found.is_known_by(mark):
            return Finding(account, 0, lambda left: replies.unchanged(found, left, account.id))
        return Finding(account, 1, lambda left: replies.success(found, left, account.id))

    def _account(self, key: str) -> Account:
        local = self._local_token
        if local is not None and hmac.compare_digest(key.encode(), local):
            return self._accounts.local()
        return self._accounts.by_key(key)

    def _payload(self, question: Question, hung_up: threading.Event) -> Payload | None:
        version = self._registry.info.version
        found = self._memory.find(question, version)
        if found is None and (data := look_up(self._registry, question, hung_up)) is not None:
            found = replies.payload(data, version)
            # Replaced meanwhile: whose answer this is cannot be told.
            if self._registry.info.version == version:
                self._memory.keep(question, version, found)
        return found

    def _settled(self, findings: list[Finding]) -> list[Reply]:
        if not findings:
            return []
        try:
            with self._accounts.together():
                runs = groupby(findings, lambda finding: finding.account.number)
                return [reply for _, run in runs for reply in self._settled_run(list(run))]
        except Exception:  # noqa: BLE001 (as above)
            return [self._fault()] * len(findings)

    def _settled_run(self, run: list[Finding]) -> list[Reply]:
        """The replies to one account's questions; nearly always, it may ask them all."""
        standings = self._accounts.count_all(run[0].account, [finding.units for finding in run])
        if standings is None:
            return [self._settled_alone(finding) for finding in run]
        return [finding.reply(left) for finding, left in zip(run, standings, strict=True)]

    def _settled_alone(self, finding: Finding) -> Reply:
        try:
            return finding.reply(self._accounts.count(finding.account, finding.units))
        except CredentialRefused:
            return _credential_invalid()
        except RateLimited as limit:
            return _rate_limited(limit.standing, finding.account.id)
        except QuotaExceeded as limit:
            return _quota_exceeded(limit.standing, finding.account.id)

    def _fault(self) -> Reply:
        request_id = secrets.token_hex(8)
        self._log(Entry(event="fault", message=traceback.format_exc(), request_id=request_id))
        message = "The service failed; the request id finds the cause in its log"
        return replies.failure(Reason.INTERNAL, message, request_id=request_id)


def credential_missing() -> Reply:
    """The reply to a request without a credential."""
    message = "The Authorization header must be: Bearer <API_KEY>"
    challenge = [(b"www-authenticate", _CHALLENGE)]
    return replies.failure(Reason.CREDENTIAL_MISSING, message, headers=challenge)


def _credential_invalid() -> Reply:
    challenge = [(b"www-authenticate", _CHALLENGE + b', error="invalid_token"')]
    return replies.failure(Reason.CREDENTIAL_INVALID, "The API key is not valid", headers=challenge)


def _refusal(account: Account, reason: Reason, message: str) -> Finding:
    def reply(left: Standing) -> Reply:
        return replies.failure(reason, message, standing=left, account_id=account.id)

    return Finding(account, 0, reply)


def _rate_limited(left: Standing, account_id: str) -> Reply:
    wait = left.burst_resets_in
    return _too_many(Reason.RATE_LIMITED, "Too many requests at a time", wait, left, account_id)


def _quota_exceeded(left: Standing, account_id: str) -> Reply:
    message = "This month's allowance is used up; it is renewed on the 1st (UTC)"
    return _too_many(Reason.QUOTA_EXCEEDED, message, left.month_resets_in, left, account_id)


def _too_many(reason: Reason, message: str, wait: int, left: Standing, account_id: str) -> Reply:
    headers = [(b"retry-after", b"%d" % wait)]
    return replies.failure(reason, message, headers=headers, standing=left, account_id=account_id)
