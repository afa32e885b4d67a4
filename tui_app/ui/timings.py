"""Every wait of the screen in one place, in seconds."""

from __future__ import annotations

from typing import Final

FIRST_FRAME: Final = 0.05
"""After the start before the client is made, so that the field takes keys first."""

DEBOUNCE: Final = 0.15
"""Without a key before a search is sent to a server that counts requests."""

LONGEST_DEBOUNCE: Final = 0.9
"""The same for somebody who types slowly."""

PAUSE: Final = 1.6
"""So many times as long as between their letters a typist waits before a search is sent."""

SLOWEST_LETTER: Final = 1.0
"""After a longer time than this somebody begins anew: it says nothing of how fast they type."""

DEBOUNCE_EMBEDDED: Final = 0.02
"""The same for the service in our own process."""

GLANCE: Final = 0.06
"""On a company that came under the cursor by itself before it takes the place of one that was
asked for: while somebody types nobody looks, and painting it would hold up the next letter."""

DWELL: Final = 0.3
"""On one company before it is shown whole, where asking is free."""

BUSY: Final = 0.3
"""Without an answer before a pane says that it is loading; a fast answer shows no flicker."""

NOTICE: Final = 8.0
"""A message stays in the footer, unless another takes its place."""

READING: Final = 0.1
"""For each character of a message that takes longer to read than that."""

INTERRUPTED_TWICE: Final = 2.0
"""Between two presses of ctrl+c that quit."""
