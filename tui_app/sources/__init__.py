"""From settings to a client: server, registry, public services or sample."""
