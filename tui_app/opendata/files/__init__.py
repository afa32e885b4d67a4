"""Reads files of any kind: folders, archives, encodings, broken lines."""
