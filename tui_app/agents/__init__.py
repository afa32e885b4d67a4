"""Answers for agents: a few tools with flat, sourced answers and a ceiling on what they spend."""
