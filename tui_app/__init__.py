"""firmeterm: a full-screen terminal explorer of Romanian companies."""

__version__ = "0.1.0"
