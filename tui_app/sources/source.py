"""Creates the client for the source in the settings: server, registry, public services, sample."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tui_app import __version__
from tui_app.client.errors import ClientError, UnreachableError, UnusableSourceError
from tui_app.config.settings import Settings, cache_folder, credentials_file, may_use_http
from tui_app.system.language import _, language

if TYPE_CHECKING:
    from tui_app.client.companies import Companies
    from tui_app.client.credentials import FoundKey
    from tui_app.contract.live import Remarks
    from tui_app.registry.company_registry import CompanyRegistry
    from tui_app.service.embedded import Embedded


class SourceKind(StrEnum):
    """The kind of source."""

    REMOTE = "remote"
    REGISTRY = "registry"
    PUBLIC = "public"
    SAMPLE = "sample"


def kind_of(settings: Settings) -> SourceKind:
    """The source that the settings choose."""
    if settings.base_url:
        return SourceKind.REMOTE
    if settings.source == "public":
        return SourceKind.PUBLIC
    return SourceKind.REGISTRY if settings.registry else SourceKind.SAMPLE


def name_of(settings: Settings) -> str:
    """The name of the source, for the header line. The sample is always called invented."""
    if settings.base_url:
        return _host_of(settings.base_url)
    registry = _name_of_registry(Path(settings.registry)) if settings.registry else ""
    if settings.source == "public":
        live = _("public services (ANAF, courts)")
        return f"{live} · {registry}" if registry else live
    if registry:
        return registry
    return _("sample data (invented companies)")


def _host_of(base_url: str) -> str:
    """The host, even of an invalid address, and never a password before it."""
    try:
        netloc = urlsplit(base_url).netloc
    except ValueError:
        netloc = ""
    return (netloc or base_url).rpartition("@")[2]


def _name_of_registry(file: Path) -> str:
    from tui_app.registry.registry_location import register_day_of

    day = register_day_of(str(file))
    if day is None:
        name = file.name.rpartition("@")[2]  # a URL given by mistake may contain a password
        return _("registry {file}").format(file=name)
    return _("trade register of {day}").format(day=_day_text(day))


def day_of(settings: Settings) -> dt.date | None:
    """The day of the data, if they come from a registry on this machine and it knows the day."""
    if kind_of(settings) is not SourceKind.REGISTRY:
        return None
    from tui_app.registry.registry_location import register_day_of

    return register_day_of(settings.registry or "")


def _day_text(day: dt.date) -> str:
    return f"{day:%d.%m.%Y}" if language() == "ro" else f"{day.day} {day:%b %Y}"


def connect(settings: Settings, given: FoundKey | None = None) -> Companies:
    """The client for the source in the settings.

    ``given`` is the key for this run; without it the stored one is used.

    Blocks: it imports modules, and builds the sample if it is missing. Raises ``ClientError`` for a
    problem with the file or the address.
    """
    kind = kind_of(settings)
    if kind is SourceKind.REMOTE:
        return _server(settings, given)
    if kind is SourceKind.PUBLIC:
        from tui_app.sources.public import connect_public

        return connect_public(settings)
    return _on_this_machine(settings)


def _server(settings: Settings, given: FoundKey | None) -> Companies:
    """A server with the interface; its answers are cached, since each costs a request."""
    from tui_app.client.address import read_address
    from tui_app.client.companies import Companies
    from tui_app.client.credentials import find_key
    from tui_app.sources.connection import cache_of_answers, connection_to

    base_url = settings.base_url or ""
    address = read_address(base_url, allow_http=may_use_http(settings, base_url))
    found = given or find_key(address.base, credentials_file())
    key, found_at = (found.key, found.overriding) if found else (None, "")
    connection = connection_to(address.base, settings, key, found_at)
    return Companies(
        connection,
        cache_of_answers(private=settings.private),
        reserve=settings.reserve,
        offline=settings.offline,
    )


def _on_this_machine(settings: Settings, *, counted: bool = True) -> Companies:
    """The service in this process over the user's registry or the sample.

    Only the sample is metered, to demonstrate an allowance; a user's own data are free. Without
    ``counted``, the sample is free, too.
    """
    from tui_app.client.companies import Companies
    from tui_app.client.connection import Connection
    from tui_app.client.secret import Secret
    from tui_app.service.accounts_location import accounts_file
    from tui_app.service.embedded import open_embedded
    from tui_app.sources.connection import THIS_PROCESS, in_process

    file = Path(settings.registry) if settings.registry else None
    accounts = accounts_file() if counted and file is None else None
    embedded = open_embedded(partial(_open, file), accounts, private=settings.private)
    _prepare(embedded, file)
    connection = Connection(
        base_url=THIS_PROCESS,
        name=file.name if file else _("firmeterm's sample"),
        key=Secret(embedded.token),
        metered=accounts is not None,
        open_transport=in_process(lambda: embedded.app, embedded.close),
        remarks_on=lambda operation, _tax_id: _remarks(embedded.registry(), operation),
        version=lambda: _version(embedded),
    )
    # Nothing leaves this machine: the setting ``offline`` changes nothing.
    companies = Companies(connection, reserve=settings.reserve)
    if embedded.remaining is not None:
        companies.allowance.accept(0, embedded.remaining)
    if accounts is not None:
        companies.open_uncounted = lambda: _on_this_machine(settings, counted=False)
    return companies


def _prepare(embedded: Embedded, file: Path | None) -> None:
    """Open the user's registry, which may fail; the sample waits for the first request.

    So a start does not read it, and only builds the file if it is missing.
    """
    if file is not None:
        embedded.registry()
        return
    from tui_app.registry.errors import BuildError
    from tui_app.registry.sample import build_missing

    try:
        build_missing(cache_folder())
    except BuildError as error:
        raise UnreachableError("{why}", why=str(error)) from None


def _open(file: Path | None) -> CompanyRegistry:
    """The user's registry, or the sample; raises ``ClientError``."""
    from tui_app.registry.errors import BuildError, RegistryError, RegistryUnavailable
    from tui_app.registry.registry_location import open_registry
    from tui_app.registry.sample import sample_path

    try:
        return open_registry(file or sample_path(cache_folder()))
    except (RegistryUnavailable, BuildError) as error:
        raise UnreachableError("{why}", why=str(error)) from None
    except RegistryError as error:
        raise UnusableSourceError("{why}", why=str(error)) from None


def _version(embedded: Embedded) -> str:
    from tui_app.registry.errors import RegistryError

    try:
        return embedded.registry().info.version
    except (RegistryError, ClientError):
        return ""  # the request says why


def _remarks(registry: CompanyRegistry, operation: str) -> Remarks:
    """Remarks on an answer: where a registry has such data for no company, a gap means nothing."""
    from tui_app.contract.live import Remarks, SourceNote
    from tui_app.contract.operations import COURT_CASES

    info = registry.info
    if operation not in info.lacks:
        # Court files were imported only for some companies, or from some courts.
        text = _("No court cases of this company were imported; there may be some.")
        is_partial = operation == COURT_CASES.name and not info.invented
        if_empty = SourceNote(text) if is_partial else None
        return Remarks(newest_year=info.newest_year, if_empty=if_empty)
    text = _("This registry has no financial statements at all; there may be some.")
    if operation == COURT_CASES.name:
        text = _("This registry has no court cases at all; there may be some.")
    return Remarks(notes=(SourceNote(text),), complete=False)


def welcome(settings: Settings) -> str:
    """The text for a user who has just opened the explorer."""
    kind = kind_of(settings)
    if kind is SourceKind.REMOTE:
        return _("Type three letters of a name, a tax id or a registry number.")
    if kind is SourceKind.REGISTRY:
        return _("Your own registry: type three letters, nothing leaves this machine.")
    if kind is SourceKind.PUBLIC:
        names = _("Names come from your registry.") if settings.registry else ""
        hint = _("Paste a whole tax id and press ⏎ to look it up at ANAF.")
        return f"{hint} {names}".rstrip()
    return _("Type three letters of a name, a tax id or a registry number: petro, agro, 990000013.")


def dated(settings: Settings) -> str:
    """The date of the data; empty if the source's name already has it, or if it is unknown."""
    kind = kind_of(settings)
    if kind in (SourceKind.REMOTE, SourceKind.PUBLIC):
        return _("asked as you look")
    if kind is SourceKind.SAMPLE:
        return _("made by firmeterm {version}").format(version=__version__)
    from tui_app.registry.registry_location import register_day_of

    file = Path(settings.registry or "")
    try:
        if register_day_of(str(file)) is not None:
            return ""
        built = dt.datetime.fromtimestamp(file.stat().st_mtime, dt.UTC).astimezone()
    except OSError:
        return ""
    return _("built on {day}").format(day=_day_text(built.date()))


def invitation(settings: Settings) -> tuple[str, ...]:
    """A notice for a user without any settings, longest form first; otherwise empty.

    ``{key}`` stands for the key that chooses a source.
    """
    if kind_of(settings) is not SourceKind.SAMPLE:
        return ()
    return (
        _(
            "Sample data: invented companies. "
            "Real ones: {key} to connect, or firmeterm data import."
        ),
        _("Sample data: invented companies. Real ones: {key} or firmeterm data import."),
        _("Sample data: invented companies"),
    )


def data_of(settings: Settings) -> str:
    """Like ``id_of``, with the version of the data if they are a file, which may be replaced."""
    try:
        replaced_at = Path(settings.registry or "").stat().st_mtime_ns if settings.registry else 0
    except OSError:
        replaced_at = 0  # there is no file, or the registry is a database
    return f"{id_of(settings)} {replaced_at}"


def version_of(settings: Settings) -> str:
    """The version of the data and of the program that reads them: either may change the answers."""
    return f"{data_of(settings)} {__version__}"


def id_of(settings: Settings) -> str:
    """A short name of the source, so that each has its own last location."""
    kind = kind_of(settings)
    location = settings.base_url or settings.registry or ""
    if not location:
        return kind
    import hashlib

    return f"{kind}-{hashlib.sha256(location.encode()).hexdigest()[:8]}"
