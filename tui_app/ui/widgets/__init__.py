"""Widgets that are fed finished values and call no client."""
