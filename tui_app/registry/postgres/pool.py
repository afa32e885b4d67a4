"""Connections to PostgreSQL; what is said of a failure names no password."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool

from tui_app.registry.company_registry import PoolUse


class PostgresError(Exception):
    """PostgreSQL cannot be used at this address; the text tells people why."""


def shown(address: str) -> str:
    """Where an address leads, for people: no user, no password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        return "PostgreSQL"
    host, name = parts.get("host") or "localhost", parts.get("dbname") or ""
    return f"PostgreSQL at {host}/{name}"


def open_pool(
    address: str, most: int, wait_seconds: float, options: str, *, must_answer: bool = True
) -> ConnectionPool[psycopg.Connection]:
    """A pool of at most so many connections, each in autocommit; raises ``PostgresError``.

    A connection that is lost is made anew; without ``must_answer`` so is the first. ``options``
    are PostgreSQL's, as in ``PGOPTIONS``.
    """
    try:
        given = conninfo_to_dict(address).get("options") or ""
    except psycopg.Error:
        # What psycopg says of a bad address repeats it, password and all.
        raise PostgresError("the address is no PostgreSQL URL that can be read") from None
    # Any: what psycopg itself takes as keywords.
    keywords: dict[str, Any] = {
        "autocommit": True,
        "options": f"{options} {given}".strip(),
        "connect_timeout": max(2, int(wait_seconds)),
        "application_name": "firmeterm",
    }
    pool = ConnectionPool(
        address, kwargs=keywords, min_size=1, max_size=most, timeout=wait_seconds, open=False
    )
    if must_answer:
        try:
            with psycopg.connect(address, **keywords):
                pass  # says what is wrong, where a pool would only say that it waited
        except psycopg.Error as error:
            raise PostgresError(reason(error)) from None
    pool.open()
    return pool


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


def pool_use(*pools: ConnectionPool[psycopg.Connection]) -> PoolUse:
    """The connections of these pools together."""
    stats = [pool.get_stats() for pool in pools]
    size = sum(each["pool_size"] for each in stats)
    idle = sum(each["pool_available"] for each in stats)
    return PoolUse(size, size - idle, sum(each.get("requests_waiting", 0) for each in stats))


class Snapshot:
    """A connection that reads one published registry, which never changes.

    ``{s}`` in a statement stands for the schema of that registry. No transaction and no
    setting of the session is needed, so that a pooler may stand between.
    """

    def __init__(self, connection: psycopg.Connection, schema: str) -> None:
        self._connection = connection
        self._schema = schema

    # Any: psycopg does not know the types of a row.
    def rows(
        self, statement: str, values: Sequence[object] | Mapping[str, object], prepare: bool = True
    ) -> list[tuple[Any, ...]]:
        """All rows of a statement of our own; ``prepare`` keeps its plan for the next time."""
        text = statement.replace("{s}", self._schema)
        return self._connection.execute(text, values, prepare=prepare).fetchall()
