"""Turns companies and lists into text for files and the clipboard."""
