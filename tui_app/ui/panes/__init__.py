"""What lists and sections share, and what they pass to the rest of the screen."""
