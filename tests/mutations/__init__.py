"""Deliberate faults, a module for each room of the house; ``tests.mutants`` runs them."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """A fault to put into the program, and the tests that must notice it.

    ``file`` is relative to ``tui_app``, and contains ``old`` exactly once. ``tests`` are arguments
    of pytest, relative to the tree; one of them must fail.
    """

    fault: str
    """The user's experience of the fault, as a sentence."""
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def room(self) -> str:
        """The folder of the package that the file is in."""
        return self.file.partition("/")[0]
