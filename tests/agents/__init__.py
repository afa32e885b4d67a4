"""Tests of ``tui_app.agents``."""
