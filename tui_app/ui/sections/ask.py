"""A tab's request, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from tui_app.contract import operations as ops
from tui_app.contract.resources import CompanyProfile

if TYPE_CHECKING:
    from tui_app.client.companies import Companies

T = TypeVar("T")


class Ask(Struct, Generic[T], frozen=True, kw_only=True):
    """One operation that a section needs."""

    operation: ops.Operation[T]
    title: str = ""
    """The name of its data, marked for translation; for a section with several."""

    def rules_out(self, profile: CompanyProfile | None) -> bool:
        """Whether the profile says that the request would find nothing."""
        return self.operation.is_ruled_out(profile)

    def parameters(self, page: int) -> dict[str, str]:
        """The parameters as in a URL."""
        return {"page": str(page)} if self.operation.paging is not None else {}


# Any: operations have different result types.
def is_answered(client: Companies | None, ask: Ask[Any]) -> bool:
    """Whether the server supports it: an extension must be announced first."""
    return ask.operation not in ops.EXTENSIONS or (
        client is not None and client.answers_extension(ask.operation)
    )
