"""The watch list on the command line, and its check."""
