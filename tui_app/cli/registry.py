"""``firmeterm registry``: build a registry file and look at one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

import click

from tui_app.cli.ending import FailedError
from tui_app.cli.output import TEXT_IS_USUAL, read_output, show_record, takes_output
from tui_app.contract.timestamps import format_timestamp
from tui_app.registry.company_registry import RegistryInfo
from tui_app.registry.errors import BuildError, RegistryError
from tui_app.registry.registry_location import is_url
from tui_app.registry.sqlite.registry_file import RegistryFile


@click.group()
def registry() -> None:
    """Build and inspect the company database that firmeterm serves."""


@registry.command(short_help="Build OUTPUT.db from JSON Lines.")
@click.argument("source", metavar="INPUT.jsonl[.gz]", type=click.Path(path_type=Path))
@click.argument("output", metavar="OUTPUT.db", type=click.Path(path_type=Path))
@click.option("--invented", is_flag=True, help="Mark the companies as invented.")
@click.option("--strict", is_flag=True, help="Stop at the first line that cannot be read.")
def build(source: Path, output: Path, invented: bool, strict: bool) -> None:
    """Build OUTPUT.db from JSON Lines, one company with all its resources on a line.

    The old OUTPUT.db stays usable until the new file is complete. A line that cannot be
    read is left out and reported.
    """
    from tui_app.opendata.errors import ImportRefusedError
    from tui_app.opendata.records import build_from_file

    try:
        info, messages = build_from_file(
            source, output, invented=invented, is_strict=strict, report=_report
        )
    except (BuildError, ImportRefusedError) as error:
        raise click.ClickException(str(error)) from None
    for message in messages:
        click.echo(message, err=True)
    click.echo(_described(output, info))


_INFO: Final = ("file", "companies", "invented", "builtAt", "version", "bytes")


@registry.command()
@click.argument("file", type=click.Path(path_type=Path))
@takes_output(columns=_INFO, usual=TEXT_IS_USUAL)
def info(file: Path, output: str | None, fields: str) -> None:
    """Describe a registry file."""
    options = read_output(output, fields, _INFO)
    try:
        with closing(RegistryFile(file)) as opened:
            found = opened.info
    except RegistryError as error:
        raise click.ClickException(str(error)) from None
    if not options.format and not options.fields:
        click.echo(_described(file, found))
        return
    built_at, size = format_timestamp(found.built_at), file.stat().st_size
    values = (str(file), found.companies, found.invented, built_at, found.version, size)
    show_record("Registry", dict(zip(_INFO, values, strict=True)), options)


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
        raise click.UsageError("give a registry file, or --rollback without one")
    if any(is_url(file) for file in files):
        raise click.UsageError("give the registry file first, then the address of the database")
    try:
        from tui_app.registry.postgres import publish as publishing
    except ImportError:
        raise click.ClickException(
            "PostgreSQL needs an extra: pip install 'firmeterm[postgres]'"
        ) from None
    try:
        if rollback:
            name = publishing.roll_back(address)
        else:
            name = publishing.publish(
                Path(files[0]), address, lambda step: click.echo(step, err=True)
            )
    except (BuildError, RegistryError) as error:
        # A failure of the database has its own error as the cause; any other is wrong use.
        if isinstance(error, BuildError) and error.__cause__ is not None:
            raise FailedError(str(error)) from None
        raise click.ClickException(str(error)) from None
    click.echo(f"current: {name}")


def _report(step: str, count: int) -> None:
    click.echo(f"{step}: {count} companies" if count else step, err=True)


def _described(path: Path, info: RegistryInfo) -> str:
    size = path.stat().st_size / 1_000_000
    lines = (
        str(path),
        f"companies: {info.companies}{' (invented)' if info.invented else ''}",
        f"built: {info.built_at:%Y-%m-%d %H:%M} UTC",
        f"version: {info.version}",
        f"size: {size:.1f} MB",
    )
    return "\n".join(lines)
