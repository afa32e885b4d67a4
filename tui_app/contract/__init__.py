"""The interface of the company information service: no I/O, and no imports from other packages."""

from typing import Final

SHORTEST_QUERY: Final = 3
"""Characters that a search text needs at least (part 8)."""
