"""``firmeterm serve``: the service on a socket. The log goes to stderr."""

from __future__ import annotations

import contextlib
import errno
import re
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct

from tui_app.cli.accounts import ACCOUNTS_NOTE, ACCOUNTS_OPTION, opened_accounts
from tui_app.cli.ending import WrongUseError
from tui_app.cli.mcp import ASK_ABOVE_OPTION, WITH_PEOPLE_OPTION, require_sdk
from tui_app.cli.registry import settings_with
from tui_app.cli.source_flags import flags_of_run, is_typed
from tui_app.config import settings
from tui_app.registry.company_registry import RegistryInfo
from tui_app.service.allowance import Burst
from tui_app.system.extras import needs_extra
from tui_app.system.loopback import is_loopback

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from tui_app.service.app import Service
    from tui_app.service.forwarding import Network
    from tui_app.service.serving import WorkerSettings

_NO_REGISTRY = (
    "There is no registry to serve: firmeterm data import PATH… makes one, --registry names one,"
    " and --sample serves the sample of invented companies."
)
_NOT_SERVED = (
    "The public services are for a person's own look-ups, not for republishing: serve a registry"
    " instead, with --source registry or --registry FILE."
)


class _BurstType(click.ParamType["Burst | None"]):
    """``LIMIT/SECONDS``, or ``off``."""

    name = "limit/seconds"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Burst | None:
        text = str(value)
        if text == "off":
            return None
        match = re.fullmatch(r"([1-9][0-9]{0,8})/([1-9][0-9]{0,5})", text, re.ASCII)
        if match is None:
            self.fail("write it as LIMIT/SECONDS, for example 600/300, or off", param, ctx)
        return Burst(int(match[1]), int(match[2]))


class _NetworkType(click.ParamType["Network"]):
    """An address, or a network such as 10.0.0.0/8."""

    name = "network"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Network:
        from tui_app.service.forwarding import read_network

        try:
            return read_network(str(value))
        except ValueError:
            self.fail("write an address, or a network such as 10.0.0.0/8", param, ctx)


class _PublicAddressType(click.ParamType[str]):
    """An address that ends before the paths of the service."""

    name = "url"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        text = str(value).rstrip("/")
        if text and not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", text):
            self.fail("write it as https://HOST or https://HOST/PATH", param, ctx)
        return text


@click.command(epilog=ACCOUNTS_NOTE)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8765,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 picks a free one.",
)
@ACCOUNTS_OPTION
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Number of worker processes.",
)
@click.option(
    "--burst",
    default="600/300",
    show_default=True,
    type=_BurstType(),
    help="Requests a key may send in a window of seconds, or off.",
)
@click.option(
    "--replica",
    "replicas",
    multiple=True,
    metavar="URL",
    help="A replica of the registry's database, read before it; may be repeated.",
)
@click.option(
    "--pool",
    default=7,
    show_default=True,
    type=click.IntRange(4, 64),
    help="Maximum connections of each process to PostgreSQL.",
)
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Answer /metrics for Prometheus on this port of the loopback address.",
)
@click.option(
    "--mcp", "with_mcp", is_flag=True, help="Answer agents at /mcp, charged to the same accounts."
)
@click.option("--reconcile", is_flag=True, help="Answer OpenRefine at /reconcile/KEY.")
@click.option(
    "--reconcile-without-key",
    is_flag=True,
    help="Answer OpenRefine at /reconcile, too, on this machine and without a proxy.",
)
@click.option(
    "--public-url",
    metavar="URL",
    default="",
    type=_PublicAddressType(),
    help="The address of the service for its callers, such as https://companies.example.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS|NETWORK",
    type=_NetworkType(),
    help="A proxy whose X-Forwarded-* and Forwarded headers are believed; may be repeated.",
)
@ASK_ABOVE_OPTION
@WITH_PEOPLE_OPTION
# Any: each option has its own type, which _Options names.
def serve(**given: Any) -> None:
    """Serve the nine operations over HTTP to callers with a key.

    The registry is the imported one, or that of --registry: a file or a PostgreSQL URL.

    The log goes to stderr, one JSON object a line. SIGTERM and ctrl+c finish the running
    requests and stop.

    A registry is replaced while it is served with firmeterm registry build, or with mv on the
    same disk; never overwrite it in place, as cp and rsync --inplace do.
    """
    chosen = _Options(**given)
    chosen.check()
    try:
        from tui_app.service import serving
    except ImportError:
        raise WrongUseError(
            f"{needs_extra('The service', 'serve')}\nThe explorer needs no service for a registry"
            " on this machine."
        ) from None
    from tui_app.registry.registry_location import described, require_room

    location, data = _registry_to_serve()
    chosen.check_location(location)
    _check_callers(chosen)
    what = "sample data (invented companies)" if data.invented else described(location)
    plan = _plan(chosen, location, what if data.invented else "")
    if needs := plan.connections(chosen.workers):
        require_room(needs)
    listening = _listen(chosen.host, chosen.port, chosen.workers)
    shown = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
    address = f"http://{shown}:{listening[0].getsockname()[1]}"
    click.echo(f"Serving {what}, {data.companies} companies, on {address}")
    _say_how_to_reconcile(chosen, address)
    if chosen.metrics_port is not None:
        _show_metrics(chosen.metrics_port)
    serving.run(plan, listening, chosen.workers)


class _Options(Struct, frozen=True, kw_only=True):
    """The options as typed; None is one that was left out."""

    host: str
    port: int
    accounts: str
    workers: int
    burst: Burst | None
    replicas: tuple[str, ...]
    pool: int
    metrics_port: int | None
    with_mcp: bool
    reconcile: bool
    reconcile_without_key: bool
    public_url: str
    proxies: tuple[Network, ...]
    ask_above: int
    with_people: bool

    @property
    def reconciles(self) -> bool:
        """Whether OpenRefine is answered."""
        return self.reconcile or self.reconcile_without_key

    def check(self) -> None:
        """Raise ``click.UsageError`` for options that contradict each other or could do nothing."""
        if self.reconcile_without_key and not is_loopback(self.host):
            raise click.UsageError(
                f"--reconcile-without-key is for this machine alone, and {self.host} is open to"
                " others. Leave --host out, or use --reconcile: then the key is in the address."
            )
        if self.public_url and not self.reconciles:
            raise click.UsageError("--public-url is for OpenRefine: add --reconcile.")
        if not self.with_mcp and (self.with_people or is_typed("ask_above")):
            raise click.UsageError("--ask-above and --with-people are for agents: add --mcp.")

    def check_location(self, location: str) -> None:
        """The same for options that only PostgreSQL has."""
        from tui_app.registry.registry_location import is_url

        if self.replicas and not is_url(location):
            raise click.UsageError(
                "--replica goes with a registry in PostgreSQL; this one is a file."
            )
        if is_typed("pool") and not (is_url(location) or is_url(self.accounts)):
            raise click.UsageError(
                "--pool goes with a registry or accounts in PostgreSQL; these are files."
            )


def _plan(chosen: _Options, location: str, name: str) -> WorkerSettings:
    """What each worker does; ``name`` is told to agents instead of the registry's version."""
    from tui_app.service import serving
    from tui_app.service.forwarding import Proxies
    from tui_app.service.reconcile.endpoint import Access

    access = Access(chosen.reconcile_without_key, chosen.public_url, Proxies(chosen.proxies))
    return serving.WorkerSettings(
        registry=location,
        accounts=chosen.accounts,
        burst=chosen.burst,
        replicas=chosen.replicas,
        with_metrics=chosen.metrics_port is not None,
        pool=chosen.pool,
        reconcile=access if chosen.reconciles else None,
        proxies=access.proxies,
        extend=_agents(location, name, chosen.ask_above, chosen.with_people)
        if chosen.with_mcp
        else None,
    )


def _say_how_to_reconcile(chosen: _Options, address: str) -> None:
    if not chosen.reconciles:
        return
    path = "/reconcile" if chosen.reconcile_without_key else "/reconcile/KEY"
    click.echo(f"OpenRefine: add the service {chosen.public_url or address}{path}", err=True)
    if not chosen.public_url and not is_loopback(chosen.host):
        click.echo("Set --public-url: without it OpenRefine shows no previews.", err=True)


def _listen(host: str, port: int, workers: int) -> list[socket.socket]:
    from tui_app.service import serving

    try:
        return serving.listen(host, port, workers)
    except OSError as error:
        wrong = "--port" if error.errno in {errno.EADDRINUSE, errno.EACCES} else "--host"
        raise WrongUseError(
            f"Cannot listen on {host} port {port}: {error.strerror}. Choose another with {wrong}."
        ) from None


def _agents(
    location: str, name: str, ask_above: int, with_people: bool
) -> Callable[[Service], ASGIApp]:
    """The part that adds ``/mcp`` to the service of a worker. ``name``: empty for the version."""
    require_sdk()
    from tui_app.agents.errors import ToolError
    from tui_app.agents.http import McpEndpoint
    from tui_app.agents.toolbox import SourceFacts
    from tui_app.registry.registry_location import register_day_of
    from tui_app.service.accounts import AccountsError

    def extend(service: Service) -> ASGIApp:
        def facts() -> SourceFacts:
            # Not its place: callers are told no file and no host, as at /readyz.
            return SourceFacts(
                name or f"registry {service.readiness.latest.version}".strip(),
                register_day_of(location),
            )

        async def is_first_use(handle: str) -> bool:
            try:
                return await service.confirm_once(handle)
            except AccountsError:
                raise ToolError(
                    "The accounts cannot be reached, so nothing was sent. Try again soon."
                ) from None

        return McpEndpoint(
            service, facts, is_first_use, ask_above=ask_above, with_people=with_people
        )

    return extend


def _registry_to_serve() -> tuple[str, RegistryInfo]:
    """The location of the registry, opened once to check it."""
    from tui_app.registry.registry_location import open_registry

    flags = flags_of_run()[0]
    if flags.get("source") == "server":
        raise click.UsageError("serve answers from a registry on this machine, not from a server.")
    chosen = settings_with({name: flags.get(name) for name in ("source", "registry")})
    if chosen.source == "public":
        raise click.UsageError(_NOT_SERVED)
    found = settings.local_registry(chosen) or (_sample() if chosen.source == "sample" else None)
    if found is None:
        raise click.UsageError(_NO_REGISTRY)
    with contextlib.closing(open_registry(found)) as registry:
        return found, registry.info


def _show_metrics(port: int) -> None:
    from tui_app.service import metrics

    try:
        metrics.listen(port)
    except ImportError:
        raise WrongUseError(needs_extra("--metrics-port", "metrics")) from None
    except OSError as error:
        raise WrongUseError(
            f"Cannot listen on port {port} for metrics: {error.strerror or error}."
        ) from None


def _sample() -> str:
    from tui_app.registry.sample import sample_path

    return str(sample_path(settings.cache_folder()))


def _check_callers(chosen: _Options) -> None:
    """Say that no key is in use, which others than this machine may not be served with."""
    with opened_accounts(chosen.accounts, prepares=True) as accounts:
        if any(account.is_in_use for account in accounts.with_keys()):
            return
    advice = "Issue a key first: firmeterm keys create --label NAME"
    if not is_loopback(chosen.host):
        raise WrongUseError(f"{chosen.host} is open to others, and no key is issued. {advice}")
    but = " but /reconcile" if chosen.reconcile_without_key else ""
    click.echo(f"No key is issued yet: every request{but} will be refused. {advice}", err=True)
