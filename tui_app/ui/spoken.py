"""Whether the screen is made for a screen reader: set once at the start, like the language.

Then there are no frames and no pictures of characters, one item per line, numbered choices, and
charts as sentences.
"""

from __future__ import annotations

_state = {"spoken": False}


def set_spoken(spoken: bool) -> None:
    """Make the screen for a screen reader, or not."""
    _state["spoken"] = spoken


def is_spoken() -> bool:
    """Whether the screen is made for a screen reader."""
    return _state["spoken"]
