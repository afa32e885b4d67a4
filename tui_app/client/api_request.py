"""One request to a server: an operation with its parameters, already checked."""

from __future__ import annotations

from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from msgspec import Struct

from tui_app.contract.operations import (
    AS_OF,
    QUERY,
    SCREEN,
    SCREEN_FACETS,
    Operation,
    asks_for_past,
)

T = TypeVar("T")


class ApiRequest(Struct, Generic[T], frozen=True):
    """A checked request. ``query`` holds the parameters as sent, ``body`` the content of a POST."""

    operation: Operation[T]
    tax_id: str = ""
    query: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    units: int = 1
    """How many requests it counts as."""

    @property
    def key(self) -> str:
        """The same text for equal requests: their key in flight and in the cache."""
        sent = ""
        if self.body:
            import hashlib  # slow to import

            sent = hashlib.sha256(self.body).hexdigest()
        return f"{self.operation.name}/{self.tax_id}?{urlencode(self.query)}{sent}"

    @property
    def target(self) -> str:
        """The path with the parameters, as it follows the base address."""
        path = self.operation.url_path(self.tax_id)
        return f"{path}?{urlencode(self.query)}" if self.query else path

    @property
    def text(self) -> str:
        """The search text; empty if the operation has none."""
        return dict(self.query).get(QUERY.name, "")

    @property
    def is_of_past(self) -> bool:
        """Whether it needs the history of the register, which few servers have."""
        query = dict(self.query)
        is_screen = self.operation in (SCREEN, SCREEN_FACETS)
        return bool(query.get(AS_OF.name)) or (is_screen and asks_for_past(self.text))

    @property
    def page(self) -> int:
        """The page; 1 if the operation has no pages."""
        return int(dict(self.query).get("page", "1"))

    def on_page(self, page: int) -> ApiRequest[T]:
        """The same request for another page."""
        turned = tuple((n, str(page) if n == "page" else v) for n, v in self.query)
        return ApiRequest(self.operation, self.tax_id, turned)


# Any: operations differ in their result.
AnyRequest = ApiRequest[Any]
