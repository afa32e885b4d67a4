"""Dates as people type them; the command line reads them the same way."""

from tui_app.insight.days import read_day

__all__ = ["read_day"]
