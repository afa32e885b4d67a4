"""A server that keeps the interface until it is told to misbehave, in its own process."""

from pathlib import Path


def untrusted_certificate() -> Path:
    """The certificate, with its key, of the server's TLS port."""
    return Path(__file__).with_name("untrusted.pem")
