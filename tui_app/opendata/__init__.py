"""Reads public data files."""
