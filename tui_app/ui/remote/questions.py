"""What is asked of the source, as data: the unit of a request, of a price, and of the answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import itemgetter
from typing import Final, NamedTuple

from tui_app.contract.operations import AUTOCOMPLETE, PROFILE, AnyOperation

Raw = tuple[tuple[str, str], ...]
"""Parameters as texts, named as in the interface."""

_FIRST: Final[Raw] = (("page", "1"),)


class Question(NamedTuple):
    """An operation with its parameters; ``fresh``: bypassing the cache."""

    operation: AnyOperation
    tax_id: str = ""
    raw: Raw = ()
    fresh: bool = False

    @property
    def page(self) -> int:
        """The page of a paged answer, counted from 1."""
        return int(dict(self.raw).get("page", 1))


Questions = tuple[Question, ...]


def about(operation: AnyOperation, tax_id: str, page: int = 1, *, fresh: bool = False) -> Question:
    """A question about a company."""
    raw = () if operation.paging is None else _FIRST if page == 1 else (("page", str(page)),)
    return Question(operation, tax_id, raw, fresh)


def question(operation: AnyOperation, raw: Mapping[str, str], *, fresh: bool = False) -> Question:
    """A question that names no company; empty parameters are left out."""
    return Question(operation, "", tuple(filter(itemgetter(1), raw.items())), fresh)


def of_search(text: str, tax_id: str | None, *, fresh: bool = False) -> Question:
    """What a search asks: a ``tax_id``, if the text is one, is looked up by its profile."""
    if tax_id is not None:
        return about(PROFILE, tax_id, fresh=fresh)
    return question(AUTOCOMPLETE, {"q": text}, fresh=fresh)


def afresh(questions: Iterable[Question]) -> Questions:
    """The same questions, bypassing the cache."""
    return tuple(each._replace(fresh=True) for each in questions)
