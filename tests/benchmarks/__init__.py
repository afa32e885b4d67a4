"""Measurements, each a command: ``python -m tests.benchmarks NAME``."""
