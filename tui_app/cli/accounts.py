"""Where the keys and counts of the service are, for the commands that work on them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from tui_app.cli.ending import NothingError, WrongUseError
from tui_app.registry.registry_location import is_url
from tui_app.service.account_store import KeyStore
from tui_app.service.accounts_location import accounts_location, open_accounts
from tui_app.system.language import N_, _

ACCOUNTS_NOTE: Final = N_(
    "Keys and counts are kept in accounts.db in the folder for application"
    " state; FIRMETERM_ACCOUNTS or --accounts names another file, or a"
    " PostgreSQL URL whose password comes from PGPASSFILE or PGSERVICE better"
    " than from the command line."
)
NO_KEY: Final = N_("No key is issued yet.")
ACCOUNTS_OPTION: Final = click.option(
    "--accounts",
    metavar="FILE|URL",
    type=click.Path(readable=False),
    default=accounts_location,
    help="Where keys and counts are kept.",
)


def are_there(location: str) -> bool:
    """Whether there are accounts; opening them would create them.

    In the usual place they are created with the first key; any other place was named by the user,
    and must already have them.
    """
    if is_url(location) or Path(location).exists():
        return True
    if location != accounts_location({}):
        text = _(
            "There are no accounts at {location}. The first key makes them: firmeterm keys create"
        )
        raise WrongUseError(text.format(location=location))
    return False


@contextlib.contextmanager
def opened_accounts(
    location: str, *, prepares: bool = False, trusts_clock: bool = False
) -> Iterator[KeyStore]:
    """The accounts, for a command. Raises ``NothingError`` where there are none to read."""
    if not prepares and not are_there(location):
        raise NothingError(_(NO_KEY))
    opened = open_accounts(location, prepares=prepares, trusts_clock=trusts_clock)
    with contextlib.closing(opened) as accounts:
        yield accounts
