"""Two to five companies side by side."""
