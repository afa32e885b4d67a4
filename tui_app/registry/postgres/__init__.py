"""The PostgreSQL engine: a registry for several machines, replaced atomically."""
