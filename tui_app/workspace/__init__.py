"""What the user keeps between sessions, in one SQLite file."""
