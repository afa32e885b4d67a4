"""Widgets that show finished values and never call the client."""
