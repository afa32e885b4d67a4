"""Deliberate faults, a module for each room of the house; ``tests.mutants`` runs them."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """A fault to put into the program, and the tests that must notice it.

    ``file`` is relative to ``tui_app``, ``old`` stands exactly once in it. ``tests`` are what
    pytest takes, relative to the tree; one of them must fail.
    """

    fault: str
    """What the user would meet, as a sentence."""
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def room(self) -> str:
        """The folder of the package that the file is in."""
        return self.file.partition("/")[0]
