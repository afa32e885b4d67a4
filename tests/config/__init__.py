"""Tests of ``tui_app.config``."""
