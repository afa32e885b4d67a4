"""``firmeterm registry``: builds and publishes a company database; and finds its file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tui_app.cli.ending import WrongUseError, report_file_errors, stop, tell, tell_lines
from tui_app.cli.source_flags import flags_of_run
from tui_app.config import settings as configuration
from tui_app.config.loading import load_settings
from tui_app.registry.registry_location import is_url
from tui_app.system.extras import needs_extra
from tui_app.system.language import _, ngettext


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


@click.group()
def registry() -> None:
    """Build and publish the company database that firmeterm serves."""


@registry.command(short_help="Build OUTPUT.db from JSON Lines.")
@click.argument("source", metavar="INPUT.jsonl[.gz]", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUTPUT.db", type=click.Path(path_type=Path))
@click.option("--invented", is_flag=True, help="Mark the companies as invented.")
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be read.")
def build(source: Path, output: Path, invented: bool, strict: bool) -> None:
    """Build OUTPUT.db from JSON Lines, one company with all its resources on a line.

    It is an import of this file alone: what OUTPUT.db had before is replaced, and stays usable
    until the new file is complete. A line that cannot be read is left out and reported.
    """
    from tui_app.cli.import_report import progress_listener
    from tui_app.opendata.importing import import_own_records
    from tui_app.opendata.plan import ImportOptions

    options = ImportOptions(is_strict=strict, invented=invented, keeps_history=False)
    with changing_registry(output, makes_folder=False), progress_listener(0) as progress:
        built = import_own_records(source, output, options, progress)
    tell_lines(line for tally in built.files.tallies for line in tally.lines())
    note = _(" (invented)") if invented else ""
    text = ngettext(
        "{output}: {count} company{note}, version {version}",
        "{output}: {count} companies{note}, version {version}",
        built.info.companies,
    )
    tell(text, output=output, count=built.info.companies, note=note, version=built.info.version)


@registry.command(short_help="Publish a registry file in PostgreSQL.")
@click.argument(
    "places",
    metavar="[REGISTRY.db] postgresql://…",
    nargs=-1,
    required=True,
    type=click.Path(readable=False),
)
@click.option("--rollback", is_flag=True, help="Return to the previous publication.")
def publish(places: tuple[str, ...], rollback: bool) -> None:
    """Publish a registry file in PostgreSQL, for services on any number of machines.

    Readers switch to it at once when it is complete, and never see half of it. The previous
    publication is kept: --rollback returns to it, without a file.
    """
    *files, address = places
    if len(files) != (0 if rollback else 1):
        raise click.UsageError(_("give a registry file, or --rollback without one"))
    if any(is_url(file) for file in files):
        raise click.UsageError(_("give the registry file first, then the address of the database"))
    try:
        from tui_app.registry.postgres import publish as publishing
    except ImportError:
        raise WrongUseError(needs_extra("PostgreSQL", "postgres")) from None
    if rollback:
        name = publishing.roll_back(address)
    else:
        name = publishing.publish(Path(files[0]), address, lambda step: click.echo(step, err=True))
    click.echo(_("current: {name}").format(name=name))
