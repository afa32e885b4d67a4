"""Reads public files, and answers of public services that are saved as files."""
