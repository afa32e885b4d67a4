"""Reads public procurement files: recognition, columns, dates, natures, values."""
