"""What can go wrong with a registry file. The texts are for people."""

from __future__ import annotations


class RegistryError(Exception):
    """A registry file cannot be used; the text says why and what to run next."""


class BuildError(Exception):
    """A registry could not be built; the text says why. What stood there before still stands."""
