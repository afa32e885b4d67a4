"""What can go wrong with public files. The texts are for people and never repeat a row."""

from __future__ import annotations


class ImportRefusedError(Exception):
    """An import cannot go on; the text names the file and says what to do next."""
