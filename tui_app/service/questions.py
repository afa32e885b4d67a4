"""What a request asks, read from an ASGI scope. All of it is untrusted."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, TypedDict
from urllib.parse import parse_qsl, unquote

from msgspec import Struct

from tui_app.contract.identifiers import is_bare_tax_id
from tui_app.contract.operations import OPERATIONS, PROFILE, Operation

_FIXED: Final = {op.path: op for op in OPERATIONS if not op.names_company}
_STEM: Final = PROFILE.path.partition("{tax_id}")[0]
_BY_TAIL: Final = {op.path.removeprefix(PROFILE.path): op for op in OPERATIONS if op.names_company}
_BEARER: Final = re.compile(rb"bearer +([!-~]+) *", re.IGNORECASE)


class HttpScope(TypedDict):
    """The part of an ASGI scope of type ``http`` that the service looks at."""

    method: str
    path: str
    raw_path: bytes
    query_string: bytes
    headers: Iterable[tuple[bytes, bytes]]


# Any: the operations differ in their result.
class Question(Struct, frozen=True):
    """One request for one of the nine operations, nothing of it checked yet but the path.

    ``key`` is ``None`` without a well-formed Authorization header.
    """

    operation: Operation[Any]
    tax_id: str
    query_string: bytes
    key: str | None
    if_none_match: bytes

    def parameters(self) -> dict[str, Any]:
        """The query by parameter name; raises ``InvalidParameter``."""
        if not self.query_string:
            return self.operation.read_query({})
        # Bytes that are no text become halves of characters, which every parameter refuses.
        text = self.query_string.decode("utf-8", "surrogateescape")
        pairs = parse_qsl(text, keep_blank_values=True, errors="surrogateescape")
        return self.operation.read_pairs(pairs)

    @property
    def has_possible_tax_id(self) -> bool:
        """Whether the path names a company in the one form the service knows: bare digits."""
        return is_bare_tax_id(self.tax_id)


def route(path: str) -> tuple[Operation[Any], str] | None:
    """The operation and the taxId (may be anything) that a raw path names."""
    fixed = _FIXED.get(path)
    if fixed is not None:
        return fixed, ""
    if not path.startswith(_STEM):
        return None
    segment, slash, tail = path[len(_STEM) :].partition("/")
    operation = _BY_TAIL.get(slash + tail)
    return (operation, unquote(segment)) if operation else None


def read_question(scope: HttpScope, operation: Operation[Any], tax_id: str) -> Question:
    """The question in a request whose path was routed."""
    key: str | None = None
    credentials = 0
    if_none_match = b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            credentials += 1
            match = _BEARER.fullmatch(value)
            key = match[1].decode("ascii") if match else None
        elif name == b"if-none-match":
            if_none_match = value
    # Two credentials are no credential: which one would be meant?
    sole_key = key if credentials == 1 else None
    return Question(operation, tax_id, scope["query_string"], sole_key, if_none_match)
