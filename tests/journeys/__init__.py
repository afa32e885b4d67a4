"""Long ways through the whole program."""
