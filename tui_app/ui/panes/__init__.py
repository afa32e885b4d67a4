"""What lists and sections have in common, and what they hand to the rest of the screen."""
