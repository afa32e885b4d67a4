"""Events of an open registry, for the service's log."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class RegistryEvent(StrEnum):
    """The kind of event; its value appears in the log."""

    REPLACED = "registry_replaced"
    """New content is in use; the text is its version."""

    REFUSED = "registry_refused"
    """A new registry cannot be used, so the old one stays in use; the text says why."""


Notify = Callable[[RegistryEvent, str], None]
"""Called with an event and its text, from the thread where it happened."""


def report_nothing(_event: RegistryEvent, _text: str) -> None:
    """Ignore events."""
