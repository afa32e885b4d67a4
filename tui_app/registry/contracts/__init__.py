"""Public contracts beside a registry, in tables of their own."""
