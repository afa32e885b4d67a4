"""A trial of the live services, for ``data check --live``."""

from __future__ import annotations

from contextlib import closing

import click
from msgspec import structs

from tui_app.cli.ending import FailedError
from tui_app.cli.output import OutputOptions, show_rows
from tui_app.cli.registry import settings_with
from tui_app.sources.public import open_services
from tui_app.system.language import _


def try_services(output: OutputOptions) -> None:
    """Send one small request to each service and print the results.

    Raises ``FailedError`` if one of them did not answer as it should.
    """
    from tui_app.client.sanitize import clean
    from tui_app.public.probe import ProbeResult, probe

    settings = settings_with({})
    if settings.offline:
        raise FailedError(_("Offline: nothing was sent. To try, set offline = false."))
    output.of(ProbeResult.__struct_fields__)
    services = open_services(settings)
    found = []
    with closing(services):
        for result in probe(services):
            found.append({name: clean(value) if isinstance(value, str) else value
                          for name, value in structs.asdict(result).items()})  # fmt: skip
            if output.is_for_people:
                click.echo("{service} ({address}): {text}".format(**found[-1]))
    if not output.is_for_people:
        show_rows("Services", ProbeResult.__struct_fields__, found, output)
    if not all(each["works"] for each in found):
        raise FailedError(
            _(
                "Not everything answers. If this lasts while a browser reaches the service,"
                " it may have changed: report it with these lines."
            )
        )
