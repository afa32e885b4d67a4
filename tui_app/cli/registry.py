"""``firmeterm registry``: build a registry file, and publish one."""

from __future__ import annotations

from pathlib import Path

import click

from tui_app.cli.ending import WrongUseError, tell, tell_lines
from tui_app.registry.registry_location import is_url
from tui_app.system.extras import needs_extra
from tui_app.system.language import _, ngettext


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

    The old OUTPUT.db stays usable until the new file is complete. A line that cannot be
    read is left out and reported.
    """
    from tui_app.opendata.records import build_from_file

    info, messages = build_from_file(
        source, output, invented=invented, is_strict=strict, report=_report
    )
    tell_lines(messages)
    note = _(" (invented)") if info.invented else ""
    text = ngettext(
        "{output}: {count} company{note}, version {version}",
        "{output}: {count} companies{note}, version {version}",
        info.companies,
    )
    tell(text, output=output, count=info.companies, note=note, version=info.version)


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


def _report(step: str, count: int) -> None:
    text = ngettext("{step}: {count} company", "{step}: {count} companies", count)
    click.echo(text.format(step=step, count=count) if count else step, err=True)
