"""Settings, where each comes from, and the user's own commands."""
