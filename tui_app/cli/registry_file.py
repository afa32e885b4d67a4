"""Finds the registry file that a command works on."""

from __future__ import annotations

from pathlib import Path

import click

from tui_app.cli.source_flags import flags_of_run
from tui_app.config import settings as configuration
from tui_app.config.loading import load_settings
from tui_app.registry.registry_location import is_url
from tui_app.system.language import _


def registry_file() -> Path:
    """The registry to use: given on the command line, configured, or the default."""
    # Even with a configured server, imported data have their default location.
    settings = settings_with({"registry": flags_of_run()[0].get("registry")})
    if settings.registry and is_url(settings.registry):
        raise click.ClickException(
            _("This works on a registry file: firmeterm registry publish brings one to PostgreSQL.")
        )
    return Path(settings.registry) if settings.registry else configuration.imported_registry()


def settings_with(flags: dict[str, object]) -> configuration.Settings:
    """The settings with these flags."""
    return load_settings(flags).settings
