"""Cursors: texts that lead from one page of a list to the next."""

from __future__ import annotations

import hashlib
import re

from tui_app.contract.envelope import Reason
from tui_app.contract.parameters import InvalidParameter


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
    if not re.fullmatch(rf"{of_list}(\.[0-9]{{1,10}}){{{numbers}}}", cursor, re.ASCII):
        message = (
            "cursor does not belong to this list: the data or the criteria changed, start again"
        )
        raise InvalidParameter(Reason.CURSOR_INVALID, message)
    return list(map(int, cursor.split(".")[1:]))
