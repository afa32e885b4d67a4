"""What can go wrong with a registry file. The texts are for people."""

from __future__ import annotations


class RegistryError(Exception):
    """A registry file cannot be used; the text says why and what to run next."""


class RegistryUnavailable(RegistryError):
    """A registry is out of reach just now; asking again makes sense."""


class BuildError(Exception):
    """A registry could not be built; the text says why. What stood there before still stands."""


class NotKnownToSourceError(Exception):
    """The source cannot say this of any company: neither empty nor failed.

    The text says what it does not know and, in one line, where that can be had.
    """


class SourceUnavailableError(Exception):
    """The source that a registry asks did not answer. It may another time.

    The text says who did not answer and how, and what was done about it. ``retry_after``
    holds the seconds that the source asked to wait, where it did.
    """

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
