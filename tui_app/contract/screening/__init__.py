"""Criteria for screening companies: as objects, and as a line in a small language."""
