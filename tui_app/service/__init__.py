"""Answers the contract over ASGI from a registry."""
