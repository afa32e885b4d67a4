"""Reads the user's tables, as text or as spreadsheets, and finds out what is in them."""
