"""The user's data between sessions, in one SQLite file."""
