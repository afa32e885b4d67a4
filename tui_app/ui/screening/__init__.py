"""The criteria of a screen on the screen: their field, completion, words, and the facets."""
