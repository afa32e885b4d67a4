"""Speaks the contract over HTTP: the only part of the explorer that sends requests."""
