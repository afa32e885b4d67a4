"""The watch list on the command line, and how it is checked."""
