"""Cursors: texts that lead from one page of a list to the next."""

from __future__ import annotations

import hashlib
import re
from typing import Final

from tui_app.contract.envelope import Reason
from tui_app.contract.parameters import InvalidParameter

_LARGEST: Final = 2**32 - 1
"""No set of companies has a larger number."""


def list_id(*identity: object) -> str:
    """Identifies a list by what it depends on: the data, the criteria and the order."""
    text = "\n".join(map(str, identity))
    return hashlib.blake2b(text.encode(errors="replace"), digest_size=8).hexdigest()


def write_cursor(of_list: str, *place: int) -> str:
    """The cursor of a place in a list, which some numbers describe."""
    return ".".join((of_list, *map(str, place)))


def read_cursor(cursor: str, of_list: str, numbers: int) -> list[int]:
    """The numbers of a place; none for the beginning of the list, which has no cursor.

    Raises ``InvalidParameter`` for a cursor of another list.
    """
    if not cursor:
        return []
    place = [int(each) for each in cursor.split(".")[1:] if re.fullmatch("[0-9]{1,10}", each)]
    if cursor != write_cursor(of_list, *place) or len(place) != numbers or max(place) > _LARGEST:
        message = (
            "cursor does not belong to this list: the data or the criteria changed, start again"
        )
        raise InvalidParameter(Reason.CURSOR_INVALID, message)
    return place
