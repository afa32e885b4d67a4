"""How a server is reached."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tui_app.client.deadlines import Deadlines
from tui_app.client.http import LARGEST_BODY, TransportFactory
from tui_app.client.secret import Secret
from tui_app.contract.live import LiveSource, RemarksOn


class Connection(Struct, frozen=True, kw_only=True):
    """How a server is reached, and how many bytes of an answer are read.

    Messages call the server by ``name`` instead of its address. ``key_found_at`` says where the key
    was found, if it overrides a stored one. ``metered``: requests cost. ``open_transport`` replaces
    the network, for a service in this process. ``live`` controls a slow source that sends requests
    to others. ``remarks_on`` gives the remarks on an answer about a company. ``version`` names the
    data that the source has now, empty if it cannot tell; it blocks. Answers from another version
    are not used.
    """

    base_url: str
    name: str = ""
    key: Secret | None = None
    key_found_at: str = ""
    allow_http: bool = False
    metered: bool = True
    live: LiveSource | None = None
    remarks_on: RemarksOn | None = None
    version: Callable[[], str] | None = None
    deadlines: Deadlines = Deadlines()
    open_transport: TransportFactory | None = None
    largest_body: int = LARGEST_BODY
