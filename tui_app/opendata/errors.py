"""Errors of public data files. The texts are for people and never quote a row."""

from __future__ import annotations


class ImportRefusedError(Exception):
    """An import cannot continue; the text names the file and says what to do next."""
