"""The sources of the data in an answer: publisher, file, its day and line.

An extension of the envelope: a server that knows them sends them as ``sources`` beside ``data``.
"""

from __future__ import annotations

from msgspec import Struct, field

from tui_app.contract.resources import no_text, nothing_on_record


def _known() -> bool:
    # As in ``resources``: the default is sent, too.
    return True


class DataSource(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One file, and the fields of the answer that come from it; all fields if none is named.

    ``day`` is the date of the file, YYYY-MM-DD; if the publisher does not give one, ``day_known``
    is false and it is the day on which the file was saved. ``line`` is the line of the file that
    has the values, ``year`` the year of the values.
    """

    source: str = field(default_factory=no_text)
    publisher: str = field(default_factory=no_text)
    file: str = field(default_factory=no_text)
    day: str = field(default_factory=no_text)
    day_known: bool = field(default_factory=_known)
    line: int | None = None
    year: int | None = None
    licence: str | None = None
    fields: tuple[str, ...] = field(default_factory=nothing_on_record)
