"""Errors of a registry. The texts are for people."""

from __future__ import annotations


class RegistryError(Exception):
    """A registry cannot be used; the text says why and what to run next."""


class RegistryUnavailable(RegistryError):
    """A registry cannot be reached at the moment; a retry makes sense."""


class BuildError(Exception):
    """A registry could not be built; the text says why. The previous file is unchanged."""


class SourceLacksDataError(Exception):
    """The source has no such data for any company; this is neither an empty answer nor a failure.

    The text says what is missing and, in one line, where to get it.
    """


class SourceUnavailableError(Exception):
    """The service behind a registry did not answer; it may do so later.

    The text says which service failed and how, and what was done. ``retry_after`` is the number of
    seconds that the service asked to wait, if it did.
    """

    def __init__(self, message: str, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.retry_after = retry_after
