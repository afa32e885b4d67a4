"""Answers for agents: a few tools with flat, sourced answers and a limit on what they spend."""
