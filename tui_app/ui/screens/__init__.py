"""Whole screens: they compose panes, start workers and route messages."""
