"""From a question to a reply. Everything here blocks and belongs in a thread.

The order of checks: credential, burst limit, parameters, existence, charge. So nobody
without a key learns what exists, and an error costs nothing.
"""

from __future__ import annotations

import hmac
import threading
from typing import Final

from tui_app.contract.envelope import Reason
from tui_app.contract.operations import InvalidParameter
from tui_app.service import replies
from tui_app.service.accounts import Account, Accounts, CredentialRefused
from tui_app.service.allowance import QuotaExceeded, RateLimited
from tui_app.service.handlers import look_up
from tui_app.service.questions import Question
from tui_app.service.reloading import CurrentRegistry
from tui_app.service.replies import Payload, Reply

_CHALLENGE: Final = b'Bearer realm="companies"'


class HungUp(Exception):
    """Nobody waits for the answer any more: nothing is charged for it."""


class Answering:
    """Answers questions from a registry for callers with an account.

    ``local_token``, when there is one, is the key of the explorer in this very process.
    """

    def __init__(
        self, registry: CurrentRegistry, accounts: Accounts, local_token: str | None
    ) -> None:
        self._registry = registry
        self._accounts = accounts
        self._local_token = local_token.encode() if local_token else None

    def answer(self, question: Question, hung_up: threading.Event) -> Reply:
        """The reply to one question; raises ``HungUp``."""
        if question.key is None:
            return credential_missing()
        try:
            account = self._account(question.key)
            try:
                self._accounts.check_burst(account)
                return self._reply(account, question, hung_up)
            except RateLimited as limit:
                left = limit.standing
                message = f"Too many requests: try again in {left.burst_resets_in} s"
                return _too_many(Reason.RATE_LIMITED, message, left.burst_resets_in, limit, account)
            except QuotaExceeded as limit:
                left = limit.standing
                message = "This month's allowance is used up; it is renewed on the 1st (UTC)"
                return _too_many(
                    Reason.QUOTA_EXCEEDED, message, left.month_resets_in, limit, account
                )
        except CredentialRefused:
            challenge = (b"www-authenticate", _CHALLENGE + b', error="invalid_token"')
            message = "The API key is not valid"
            return replies.failure(Reason.CREDENTIAL_INVALID, message, headers=[challenge])

    def _account(self, key: str) -> Account:
        local = self._local_token
        if local is not None and hmac.compare_digest(key.encode(), local):
            return self._accounts.local()
        return self._accounts.by_key(key)

    def _reply(self, account: Account, question: Question, hung_up: threading.Event) -> Reply:
        try:
            found = self._find(question, hung_up)
        except InvalidParameter as fault:
            return self._refusal(account, fault.reason, str(fault))
        if hung_up.is_set():
            raise HungUp
        if found is None:
            return self._refusal(account, Reason.COMPANY_NOT_FOUND, "Company not found")
        if question.if_none_match and found.is_known_by(question.if_none_match):
            return replies.unchanged(found, self._accounts.count(account, 0), account.id)
        return replies.success(found, self._accounts.count(account, 1), account.id)

    def _find(self, question: Question, hung_up: threading.Event) -> Payload | None:
        with self._registry.lend() as registry:
            try:
                data = look_up(registry, question, hung_up)
            except Exception:
                if hung_up.is_set():  # an interrupted query fails in its own way
                    raise HungUp from None
                raise
            return None if data is None else replies.payload(data, registry.version)

    def _refusal(self, account: Account, reason: Reason, message: str) -> Reply:
        standing = self._accounts.count(account, 0)
        return replies.failure(reason, message, standing=standing, account_id=account.id)


def credential_missing() -> Reply:
    """The reply to a request without a credential."""
    message = "The Authorization header must be: Bearer <API_KEY>"
    challenge = [(b"www-authenticate", _CHALLENGE)]
    return replies.failure(Reason.CREDENTIAL_MISSING, message, headers=challenge)


def _too_many(
    reason: Reason, message: str, wait: int, limit: RateLimited | QuotaExceeded, account: Account
) -> Reply:
    retry_after = [(b"retry-after", b"%d" % wait)]
    return replies.failure(
        reason, message, headers=retry_after, standing=limit.standing, account_id=account.id
    )
