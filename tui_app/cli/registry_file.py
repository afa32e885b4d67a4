"""Finds the registry file that a command works on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tui_app.cli.ending import WrongUseError, report_file_errors, stop, tell
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
        raise WrongUseError(
            _("This works on a registry file: firmeterm registry publish brings one to PostgreSQL.")
        )
    return Path(settings.registry) if settings.registry else configuration.imported_registry()


def settings_with(flags: dict[str, object]) -> configuration.Settings:
    """The settings with these flags."""
    return load_settings(flags).settings


@contextmanager
def changing_registry(registry: Path, *, makes_folder: bool = True) -> Iterator[None]:
    """Change a registry, or what lies beside it, while no other command does."""
    from tui_app.registry.sqlite.atomic_build import one_at_a_time

    def waiting() -> None:
        tell(_("Waiting for another import into {output} to end. Ctrl+C stops."), output=registry)

    try:
        with report_file_errors(_("{file} cannot be used: {why}."), registry.parent):
            if makes_folder:
                registry.parent.mkdir(parents=True, exist_ok=True)
            with one_at_a_time(registry, waiting):
                yield
    except KeyboardInterrupt:
        stop(_("Interrupted: the registry and what lies beside it are as they were before."))
