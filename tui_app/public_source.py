"""Puts the live public services together with the settings, what is kept, and the register."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from tui_app import settings as configuration
from tui_app.settings import Settings, state_folder

if TYPE_CHECKING:
    from tui_app.public.kept import Store
    from tui_app.public.services import Services


def open_services(settings: Settings, store: Store | None = None) -> Services:
    """Both services at the addresses that are set. Raises ``SettingsError``."""
    from tui_app.public.address import BadAddressError
    from tui_app.public.services import Services

    try:
        return Services(
            state_folder(),
            anaf_url=settings.anaf_url,
            courts_url=settings.courts_url,
            store=store,
        )
    except BadAddressError as error:
        raise configuration.SettingsError(
            f"{error}: set anaf_url and courts_url to base addresses, or leave them out."
        ) from None


# Any: flags of the command line are of several types.
def try_services(flags: Mapping[str, Any]) -> None:
    """Send one small request to each service and print what came back.

    Raises ``click.ClickException`` when one of them did not answer as it should.
    """
    import click

    from tui_app.client.sanitize import clean
    from tui_app.public.probe import probe

    known = {name: flags.get(name) for name in Settings.__struct_fields__}
    try:
        services = open_services(configuration.load(known).settings)
    except configuration.SettingsError as error:
        raise click.ClickException(str(error)) from None
    failed = 0
    with closing(services):
        for finding in probe(services):
            failed += not finding.works
            click.echo(clean(f"{finding.service} ({finding.address}): {finding.text}"))
    if failed:
        raise click.ClickException(
            "Not everything answers. If this lasts while a browser reaches the service, it may "
            "have changed: report it with these lines."
        )
