"""Speaks the contract over HTTP: the only part of the explorer that sends requests."""

from typing import Final

KEY_VARIABLE: Final = "FIRMETERM_API_KEY"
"""The environment variable with the API key; here, so that looking for it imports nothing."""
