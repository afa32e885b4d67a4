"""The peers and connections of one company, from a published registry.

Works like ``registry.sqlite.peer_groups`` and ``registry.sqlite.connections``, whose tables
are copied unchanged.
"""

from __future__ import annotations

from typing import Any, Final

from tui_app.contract.resources import CompanySummary, Connection, ConnectionPage, Peers
from tui_app.registry.postgres import lookup
from tui_app.registry.postgres.pool import Snapshot
from tui_app.registry.research import Cuts, Group, Link, links_of, page_of, peers_of

_SUMMARY: Final = CompanySummary.__struct_fields__
_ACTIVITY: Final = """
SELECT activity.caen, company.county FROM {s}.company
LEFT JOIN {s}.activity ON activity.id = company.activity WHERE company.id = %s
"""
_GROUP: Final = """
SELECT measure, firms, cuts FROM {s}.peer_group
WHERE caen = %s AND county = %s AND size = %s AND year = %s
"""
_PEOPLE: Final = """
SELECT value FROM {s}.contact
WHERE company = %s AND kind = 'administrators' ORDER BY position
"""
_ADDRESS: Final = """
SELECT county, locality, street_name, street_nr, full_address FROM {s}.company
WHERE id = %s AND street_name <> '' AND street_nr ~ '[0-9]'
"""
_COUNT: Final = """
SELECT coalesce(
  (SELECT companies - 1 FROM {s}.popular_link WHERE key = %s),
  (SELECT count(*) FROM {s}.connection WHERE key = %s AND company <> %s)
)
"""
_OTHERS: Final = f"""
SELECT {", ".join(_SUMMARY)} FROM {{s}}.company WHERE id IN (
  SELECT company FROM {{s}}.connection WHERE key = %s AND company <> %s
  ORDER BY company LIMIT %s OFFSET %s
) ORDER BY id
"""

# Any: psycopg does not know the types of a row.
_Row = tuple[Any, ...]


def peers(snapshot: Snapshot, owner: _Row) -> Peers:
    """The position of a company; without measures where its group is unknown or too small."""
    ((caen, county),) = snapshot.rows(_ACTIVITY, owner[:1])

    def cuts(group: Group) -> Cuts:
        return {name: (firms, packed) for name, firms, packed in snapshot.rows(_GROUP, group)}

    return peers_of(lookup.financial(snapshot, owner).financial_data, caen, county, cuts)


def connections(snapshot: Snapshot, owner: _Row, page: int) -> ConnectionPage:
    """One page of the companies connected to one, best rank first within each link."""
    number = owner[0]
    names = [name for (name,) in snapshot.rows(_PEOPLE, (number,))]
    links = list(links_of(names, snapshot.rows(_ADDRESS, (number,))))

    def count(link: Link) -> int:
        ((found,),) = snapshot.rows(_COUNT, (link.key, link.key, number))
        return int(found)

    def others(link: Link, most: int, skip: int) -> list[Connection]:
        return [
            Connection(
                **dict(zip(_SUMMARY, row, strict=True)), link=link.link, through=link.through
            )
            for row in snapshot.rows(_OTHERS, (link.key, number, most, skip))
        ]

    return page_of(links, page, count, others)
