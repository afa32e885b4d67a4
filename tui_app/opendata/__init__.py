"""Reads public data files, and saved answers of public services."""
