"""The interface of the company information service: no I/O, and no imports from other packages."""

from typing import Final

SHORTEST_QUERY: Final = 3
"""The minimum number of characters in a search text (part 8)."""
