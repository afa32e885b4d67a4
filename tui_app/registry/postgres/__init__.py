"""The PostgreSQL engine: a registry that several machines share, and is replaced at once."""
