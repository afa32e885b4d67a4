"""Finds the API key: in a named file, the environment, the keyring or our own file, in this order.

A key is never an argument, and it is removed from the environment, so that no child process
inherits it. A stored key belongs to one server's address and is never sent to another.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import MutableMapping
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.client import KEY_VARIABLE
from tui_app.client.errors import CredentialError
from tui_app.client.secret import Secret, UnusableKey
from tui_app.system.atomic_file import replace_file
from tui_app.system.file_lock import locked
from tui_app.system.language import N_, _

_LARGEST_FILE: Final = 100_000


class KeySource(StrEnum):
    """Where a key was found."""

    NAMED_FILE = "--api-key-file"
    ENVIRONMENT = "environment"
    KEYRING = "system keyring"
    CREDENTIALS = "credentials file"


class FoundKey(Struct, frozen=True):
    """A key and where it came from; ``found_at`` names the file, variable or keyring."""

    key: Secret
    source: KeySource
    found_at: str

    @property
    def overriding(self) -> str:
        """The place, if it takes precedence over the stored keys; else empty."""
        given = self.source in (KeySource.NAMED_FILE, KeySource.ENVIRONMENT)
        return self.found_at if given else ""


class StoredCredential(Struct, frozen=True, omit_defaults=True):
    """The entry of one server in the credentials file: its key, or that the keyring has it."""

    key: str | None = None
    keyring: bool = False

    def __repr__(self) -> str:
        return f"StoredCredential(key={'…' if self.key else None}, keyring={self.keyring})"

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("key", "…" if self.key else None), ("keyring", self.keyring)]


def find_key(
    base: str,
    credentials: Path,
    *,
    api_key_file: str | None = None,
    environment: MutableMapping[str, str] = os.environ,
) -> FoundKey | None:
    """The key for a server's address (``WebAddress.base``), ``None`` if there is none.

    Raises ``CredentialError`` if a chosen source cannot be used.
    """
    return explicit_key(api_key_file, environment) or _stored_key(base, credentials)


def explicit_key(
    api_key_file: str | None, environment: MutableMapping[str, str] = os.environ
) -> FoundKey | None:
    """The key that was given for this run, and thus for the server that it starts with.

    The variable is removed from the environment even if it is not used. Raises ``CredentialError``.
    """
    inherited = environment.pop(KEY_VARIABLE, None)
    if api_key_file is not None:
        path = _("standard input") if api_key_file == "-" else api_key_file
        return FoundKey(_valid_key(read_key_file(api_key_file), path), KeySource.NAMED_FILE, path)
    if inherited:
        return FoundKey(_valid_key(inherited, KEY_VARIABLE), KeySource.ENVIRONMENT, KEY_VARIABLE)
    return None


def _stored_key(base: str, credentials: Path) -> FoundKey | None:
    stored = read_credentials(credentials).get(base)
    if stored is None:
        return None
    if stored.key is not None:
        path = str(credentials)
        return FoundKey(_valid_key(stored.key, path), KeySource.CREDENTIALS, path)
    from tui_app.client.keyring_store import Keyring

    keyring = Keyring()
    return FoundKey(_valid_key(keyring.get(base), keyring.name), KeySource.KEYRING, keyring.name)


def read_key_file(path: str) -> str:
    """The first line of a file, or of standard input for ``-``."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return sys.stdin.readline(_LARGEST_FILE).strip()
        with Path(path).expanduser().open(encoding="utf-8") as file:
            return file.readline(_LARGEST_FILE).strip()
    except UnicodeDecodeError:
        problem = _("not a text")
    except OSError as error:
        problem = error.strerror or ""
    except RuntimeError as error:  # ~somebody, an unknown user
        problem = str(error).rstrip(".")
    raise CredentialError(
        N_("The key file {path} cannot be read: {problem}."),
        N_("Name another with --api-key-file."),
        path=path,
        problem=problem,
    )


def _valid_key(text: str, found_at: str) -> Secret:
    key = as_secret(text)
    if key is None:
        raise CredentialError(
            N_("What {place} contains is not an API key."),
            N_("A key is one word of plain letters, digits and signs."),
            place=found_at,
        )
    return key


def as_secret(text: str) -> Secret | None:
    """The key in a text, without surrounding blanks, or ``None`` if it cannot be one."""
    try:
        return Secret(text.strip())
    except UnusableKey:
        return None


def key_typed(text: str) -> Secret | None:
    """The key somebody typed; ``None`` for an empty text. Raises ``CredentialError``."""
    return _valid_key(text, _("the field")) if text.strip() else None


def read_credentials(path: Path) -> dict[str, StoredCredential]:
    """The stored credentials, by server address. Raises ``CredentialError``."""
    try:
        with path.open("rb") as file:
            if _open_to_others(os.fstat(file.fileno())):
                raise CredentialError(
                    N_("The credentials file {path} can be read by others and is not used."),
                    N_("Run chmod 600 {path}, and get a new key if it was seen."),
                    path=str(path),
                )
            return msgspec.json.decode(file.read(_LARGEST_FILE), type=dict[str, StoredCredential])
    except FileNotFoundError:
        return {}
    except OSError as error:
        problem = error.strerror or ""
    except msgspec.DecodeError:
        problem = _("it is damaged")
    # Raised here, so that no error in its chain holds what was read.
    raise _unusable_file(path, problem)


def _open_to_others(status: os.stat_result) -> bool:
    """Whether others can read the file, or somebody else owns it."""
    if sys.platform == "win32":
        return False  # on Windows a profile folder belongs to its user, and modes mean nothing
    return bool(stat.S_IMODE(status.st_mode) & 0o077) or status.st_uid not in {os.getuid(), 0}


def _unusable_file(path: Path, problem: str) -> CredentialError:
    return CredentialError(
        N_("The credentials file {path} cannot be used: {problem}."),
        N_("Move it away and run firmeterm login."),
        path=str(path),
        problem=problem,
    )


def store(base: str, stored: StoredCredential | None, path: Path) -> None:
    """Write the entry of one server, in a file for its owner only; ``None`` deletes it.

    If the file is a link, its target is written. Raises ``CredentialError``.
    """
    target = path.resolve()
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # No other program of ours changes it between reading and writing.
        with locked(target.with_name(f".{target.name}.lock")):
            known = read_credentials(target)
            known.pop(base, None)
            if stored is not None:
                known[base] = stored
            content = msgspec.json.format(msgspec.json.encode(known)) + b"\n"
            replace_file(target, content, durable=True)
    except OSError as error:
        raise _unusable_file(path, error.strerror or "") from None
