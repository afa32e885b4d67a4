"""Reads tables that users bring, as text or as a spreadsheet, and finds out what is in them."""
