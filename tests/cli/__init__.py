"""Tests of ``tui_app.cli``."""
