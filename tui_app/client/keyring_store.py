"""The system keyring. On servers a backend may hang, or not store anything.

So every call runs in a thread, and is abandoned after a time limit.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Final, TypeVar

from tui_app.client.errors import CredentialError
from tui_app.system.language import N_, _

TIMEOUT: Final = 5.0
"""Seconds for a call; the keyring may have to ask the user for a password."""

_SERVICE: Final = "firmeterm"
# These store nothing, or store it where others can read it.
_REFUSED: Final = ("keyring.backends.fail", "keyring.backends.null", "keyrings.alt")

T = TypeVar("T")


class Keyring:
    """The keyring of this session. Raises ``CredentialError`` if there is no safe one."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        self._timeout = timeout
        self._keyring, self.name = self._with_timeout(_open)

    def get(self, base: str) -> str:
        """The key stored for a server's address."""
        # The module is typed only by its documented functions.
        found: object = self._with_timeout(lambda: self._keyring.get_password(_SERVICE, base))
        if not isinstance(found, str) or not found:
            raise CredentialError(
                N_("The keyring {name} has no key for {base}."),
                N_("Run firmeterm login to set one."),
                name=self.name,
                base=base,
            )
        return found

    def set(self, base: str, key: str) -> None:
        """Store a key for a server's address."""
        self._with_timeout(lambda: self._keyring.set_password(_SERVICE, base, key))

    def _with_timeout(self, call: Callable[[], T]) -> T:
        outcome: list[T] = []
        problem: list[str] = []

        def run() -> None:
            try:
                outcome.append(call())
            except CredentialError as error:
                problem.append(str(error))
            except Exception as error:  # noqa: BLE001 (backends raise whatever they like)
                problem.append(type(error).__name__)

        thread = threading.Thread(target=run, name="keyring", daemon=True)
        thread.start()
        thread.join(self._timeout)
        if outcome:
            return outcome[0]
        raise CredentialError(
            N_("The system keyring cannot be used: {problem}."),
            N_("Run firmeterm login --store file to keep the key in a file."),
            problem=problem[0] if problem else _("it does not answer"),
        )


def _open() -> tuple[ModuleType, str]:
    try:
        keyring = import_module("keyring")
    except ImportError:
        raise CredentialError(N_("the package keyring is not installed")) from None
    backend = type(keyring.get_keyring())
    name = f"{backend.__module__}.{backend.__qualname__}"
    if name.startswith(_REFUSED):
        raise CredentialError(N_("it has no safe place for a key"))
    return keyring, name
