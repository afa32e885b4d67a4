"""How a search of our own registries went beyond its text: an extension of the envelope."""

from __future__ import annotations

from msgspec import Struct


class NearWord(Struct, frozen=True, rename="camel"):
    """A word that no name has, and words of names that are one typing error away."""

    word: str = ""
    meant: tuple[str, ...] = ()


class SearchNotes(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """What is not as it was typed.

    ``similar`` has the tax ids of the results that match in spite of a typing error, and
    ``otherwise`` of those that match because the text was read in another way: a town in it, an
    abbreviation written out.
    """

    similar: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    near: tuple[NearWord, ...] = ()

    @property
    def beyond(self) -> frozenset[str]:
        """The tax ids of all results that the text alone does not find."""
        return frozenset(self.similar + self.otherwise)
