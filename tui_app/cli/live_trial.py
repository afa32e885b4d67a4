"""A trial of the live services, for ``data check --live``."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import Any

import click
from msgspec import structs

from tui_app.cli.ending import FailedError
from tui_app.cli.output import OutputOptions, show_rows
from tui_app.config.loading import load_settings
from tui_app.config.settings import Settings
from tui_app.sources.public import open_services
from tui_app.system.language import _


# Any: flags have different types.
def try_services(flags: Mapping[str, Any], output: OutputOptions) -> None:
    """Send one small request to each service and print the results.

    Raises ``FailedError`` if one of them did not answer as it should.
    """
    from tui_app.client.sanitize import clean
    from tui_app.public.probe import ProbeResult, probe

    known = {name: flags.get(name) for name in Settings.__struct_fields__}
    settings = load_settings(known).settings
    if settings.offline:
        raise FailedError(_("Offline: nothing was sent. Leave --offline out to try."))
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
