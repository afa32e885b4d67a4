"""Every delay of the screen in one place, in seconds unless it says otherwise."""

from __future__ import annotations

from typing import Final

FIRST_FRAME: Final = 0.05
"""From the start until the client is created, so that the field takes keys first."""

DEBOUNCE: Final = 0.15
"""Pause in typing before a search goes to a server that counts requests."""

LONGEST_DEBOUNCE: Final = 0.9
"""The maximum of this pause for a slow typist."""

PAUSE: Final = 1.6
"""The pause as a multiple of the user's own gap between letters."""

SLOWEST_LETTER: Final = 1.0
"""A longer gap between letters is a break, and is not counted as typing speed."""

DEBOUNCE_EMBEDDED: Final = 0.02
"""Pause in typing before a search goes to the service in our own process."""

PREVIEW_DELAY: Final = 0.06
"""Delay before results that arrive while typing replace an opened company.

Painting it would delay the echo of the next letter.
"""

DWELL: Final = 0.3
"""Rest of the cursor on a company before it is loaded, where requests are free."""

BUSY: Final = 0.3
"""Wait for an answer before a pane says that it is loading: a fast answer must not flicker."""

LONG_WAIT: Final = 2.0
"""Wait for an answer before a pane says for how long it has been loading, once a second."""

LONGEST_TURN: Final = 600
"""The longest wait asked for by a server after which a request follows by itself."""

NOTICE: Final = 8.0
"""How long a message stays, unless another replaces it."""

READING: Final = 0.1
"""Reading time for each character of a longer message."""

INTERRUPTED_TWICE: Final = 2.0
"""Two presses of ctrl+c within this time quit."""
