"""Reports how a search of our own registries went beyond its text: an extension of the envelope."""

from __future__ import annotations

from msgspec import Struct


class NearWord(Struct, frozen=True, rename="camel"):
    """A word that is in no name, and words of names that are one typing error away."""

    word: str = ""
    meant: tuple[str, ...] = ()


class SearchNotes(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """The differences from the typed text.

    ``similar`` has the tax ids of results that match in spite of a typing error, and ``otherwise``
    of those that match another reading of the text: a town in it, an abbreviation written out.
    """

    similar: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    near: tuple[NearWord, ...] = ()

    @property
    def beyond(self) -> frozenset[str]:
        """The tax ids of all results that were found beyond the text."""
        return frozenset(self.similar + self.otherwise)
