"""The live services on the command line: their progress, and a trial of each."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

import click

from tui_app.cli.ending import FailedError
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings
from tui_app.sources.public import UNENCRYPTED, open_services
from tui_app.system.language import _

if TYPE_CHECKING:
    from tui_app.contract.live import LiveSource, Progress


def report_progress(live: LiveSource) -> None:
    """Report unencrypted requests on standard error, and on a terminal the progress.

    The line is written before the name is sent; running the command was the consent.
    """
    from tui_app.contract.operations import COURT_CASES

    told: set[str] = set()

    def listen(progress: Progress) -> None:
        if progress.operation == COURT_CASES.name and not told:
            told.add(progress.operation)
            click.echo(_(UNENCRYPTED), err=True)
        if sys.stderr.isatty():
            click.echo(f"{progress.text} …", err=True)

    live.listen(listen)


# Any: flags have different types.
def try_services(flags: Mapping[str, Any]) -> None:
    """Send one small request to each service and print the results.

    Raises ``FailedError`` if one of them did not answer as it should.
    """
    from tui_app.client.sanitize import clean
    from tui_app.public.probe import probe

    known = {name: flags.get(name) for name in Settings.__struct_fields__}
    settings = load_settings(known).settings
    if settings.offline:
        raise FailedError(_("Offline: nothing was sent. Leave --offline out to try."))
    services = open_services(settings)
    failed = 0
    with closing(services):
        for finding in probe(services):
            failed += not finding.works
            click.echo(clean(f"{finding.service} ({finding.address}): {finding.text}"))
    if failed:
        raise FailedError(
            _(
                "Not everything answers. If this lasts while a browser reaches the service,"
                " it may have changed: report it with these lines."
            )
        )
