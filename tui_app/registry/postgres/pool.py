"""Connections to PostgreSQL; what is said of a failure names no password."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg_pool import ConnectionPool


class PostgresError(Exception):
    """PostgreSQL cannot be used at this address; the text tells people why."""


def is_address(location: str) -> bool:
    """Whether a location is a PostgreSQL URL rather than a file."""
    return location.startswith(("postgresql://", "postgres://"))


def shown(address: str) -> str:
    """Where an address leads, for people: no user, no password."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        return "PostgreSQL"
    host, name = parts.get("host") or "localhost", parts.get("dbname") or ""
    return f"PostgreSQL at {host}/{name}"


def open_pool(
    address: str, most: int, wait_seconds: float, options: str
) -> ConnectionPool[psycopg.Connection]:
    """A pool of at most so many connections, each in autocommit; raises ``PostgresError``.

    A connection that is lost is made anew. ``options`` are PostgreSQL's, as in ``PGOPTIONS``.
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
