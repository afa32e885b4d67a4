"""Widgets for the criteria of a screen: their field, completion, wording, and the facets."""
