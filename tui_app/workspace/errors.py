"""Errors of the workspace."""

from __future__ import annotations


class WorkspaceError(Exception):
    """The workspace cannot be used; the text says why and what was done about it."""
