"""Tests of the package ``tui_app.watching``."""
