"""Downloads files from the portal, always from the start, and checks the announced size.

The portal ignores ``Range`` and breaks long transfers off, so a broken transfer starts again: a
resumed file would be corrupt. Nothing here was tested against the real portal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from tui_app import __version__
from tui_app.opendata.ckan import KINDS, RemoteFile, newest_files
from tui_app.opendata.files.inputs import PortalNote, note_download
from tui_app.opendata.history.catalogue import past_files
from tui_app.opendata.lanes import ProgressListener
from tui_app.opendata.procurement.catalogue import FIRST_YEAR, files_of, slug_of
from tui_app.system.certificates import trusted
from tui_app.system.language import _

ATTEMPTS: Final = 4
"""The most attempts for one file."""

_ORGANISATIONS: Final = ("onrc", "mfp")
_PAGE: Final = 100
_MAX_PAGES: Final = 20
_LARGEST_CATALOGUE: Final = 64_000_000
_LARGEST_FILE: Final = 8_000_000_000
_REFUSED: Final = {401, 403, 429, 451}
_TIMEOUT: Final = httpx.Timeout(30.0, connect=15.0)
_HEADERS: Final = {"User-Agent": f"firmeterm/{__version__}", "Accept-Encoding": "identity"}


class DownloadError(Exception):
    """A download failed; the text says why and what to do."""


class _SilentPortalError(DownloadError):
    """A server does not answer; it may later."""


class _BrokenOffError(Exception):
    """A transfer ended before the file was complete; the text says how."""


def find_files(
    portal: str, kinds: Collection[str] | None, years: int
) -> tuple[list[RemoteFile], list[str]]:
    """The newest files of these kinds in the portal's catalogue, and a line on each missing one.

    Raises ``DownloadError``.
    """
    with _client() as client:
        datasets = [
            dataset
            for organisation in _ORGANISATIONS
            for dataset in _datasets(client, portal, organisation)
        ]
    found, notes = newest_files(portal, datasets, kinds or KINDS, years)
    if not found:
        raise DownloadError(
            _(
                "{portal} lists none of these files: its catalogue may have changed. Look for"
                " them there with a browser; firmeterm data import takes them from any folder."
            ).format(portal=portal)
        )
    return found, notes


def find_procurement(
    portal: str, since: int | None, until: int
) -> tuple[list[RemoteFile], list[str]]:
    """The procurement files of these years, and a line on each file that is left out.

    Raises ``DownloadError``.
    """
    found: list[RemoteFile] = []
    notes: list[str] = []
    with _client() as client:
        for year in range(max(since or 0, FIRST_YEAR), until + 1):
            slug = slug_of(year)
            try:
                dataset = _json_again(client, portal, slug)
            except DownloadError as error:
                notes.append(_("{slug} is not there: {error}").format(slug=slug, error=error))
                continue
            for file, name in files_of(portal, slug, dataset):
                if file is None:
                    notes.append(
                        _("{slug}: {name!r} matches no table that is used here").format(
                            slug=slug, name=name
                        )
                    )
                else:
                    found.append(file)
    if not found:
        raise DownloadError(
            "\n".join([_("{portal} lists no procurement files.").format(portal=portal), *notes])
        )
    return found, notes


def find_history(portal: str, since: int | None) -> tuple[list[RemoteFile], list[str]]:
    """The files of the register's snapshots since a year, and a line on each that is left out.

    Raises ``DownloadError``.
    """
    with _client() as client:
        found, notes = past_files(portal, _datasets(client, portal, "onrc"), since)
    if not found:
        period = _(" since {year}").format(year=since) if since else ""
        reasons = [
            _("{portal} lists no snapshots of the register{period}.").format(
                portal=portal, period=period
            ),
            *notes,
        ]
        raise DownloadError("\n".join(reasons))
    return found, notes


def _json_again(client: httpx.Client, portal: str, slug: str) -> dict[str, Any]:
    """A data set; asked again after a failure, because the portal stalls at times."""
    url = f"{portal.rstrip('/')}/api/3/action/package_show"
    for _attempt in range(ATTEMPTS - 1):
        try:
            return _json(client, url, {"id": slug})
        except _SilentPortalError:
            continue
    return _json(client, url, {"id": slug})


def listed(files: Sequence[RemoteFile], target: Path) -> Iterator[str]:
    """The files to fetch, one line each."""
    for file in files:
        size = f"{file.size / 1e6:.1f} MB" if file.size else _("size not announced")
        licence = file.licence or _("licence not stated")
        yield f"{file.dataset}/{file.name}: {size}, {licence}"
    total = sum(file.size or 0 for file in files)
    yield _("{count} files, {size:.1f} MB, into {target}").format(
        count=len(files), size=total / 1e6, target=target
    )


def fetch_all(files: Sequence[RemoteFile], target: Path, progress: ProgressListener) -> None:
    """Download the missing files, each into a directory named like its dataset."""
    with _client() as client:
        for file in files:
            path = target / file.dataset / file.name
            progress.reading(file.name)
            if file.size is not None and path.exists() and path.stat().st_size == file.size:
                progress.advanced(file.size, 0)
                continue
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                _fetch(client, file, path, progress)
                note_download(path, PortalNote(file.size, file.day))
            except OSError as error:
                raise DownloadError(
                    _("{path} cannot be written: {why}.").format(path=path, why=error.strerror)
                ) from None


def _fetch(client: httpx.Client, file: RemoteFile, path: Path, progress: ProgressListener) -> None:
    part = path.with_name(f".{path.name}.part")
    why = ""
    try:
        for _attempt in range(ATTEMPTS):
            try:
                _transfer(client, file, part, progress)
            except (_BrokenOffError, httpx.TransportError, httpx.InvalidURL) as error:
                why = str(error) or type(error).__name__
                if part.exists():
                    progress.advanced(-part.stat().st_size, 0)
                    part.unlink()
                continue
            part.replace(path)
            return
    finally:
        part.unlink(missing_ok=True)
    raise DownloadError(
        _(
            "{file} was not downloaded: {why} ({attempts} attempts, each from the start). Try"
            " again later, or download it with a browser: {url}"
        ).format(file=file.name, why=why, attempts=ATTEMPTS, url=file.url)
    )


def _transfer(
    client: httpx.Client, file: RemoteFile, part: Path, progress: ProgressListener
) -> None:
    """Download one file, from its first byte to its last."""
    got = 0
    with client.stream("GET", file.url) as answer, part.open("wb") as output:
        _check(answer, file.url)
        announced = answer.headers.get("content-length", "")
        for block in answer.iter_bytes():
            got += len(block)
            if got > (file.size or _LARGEST_FILE):
                raise _BrokenOffError(
                    _("more than the {size} bytes announced").format(
                        size=file.size or _LARGEST_FILE
                    )
                )
            output.write(block)
            progress.advanced(len(block), 0)
    expected = file.size or (int(announced) if announced.isdecimal() else None)
    if expected is not None and got != expected:
        raise _BrokenOffError(
            _("{got} of {expected} bytes came").format(got=got, expected=expected)
        )


def _datasets(client: httpx.Client, portal: str, organisation: str) -> Iterator[dict[str, Any]]:
    start = 0
    for _page in range(_MAX_PAGES):
        query = f"organization:{organisation}"
        url = f"{portal.rstrip('/')}/api/3/action/package_search"
        result = _json(client, url, {"q": query, "rows": str(_PAGE), "start": str(start)})
        found = result.get("results")
        if not isinstance(found, list) or not found:
            return
        for dataset in found:
            if isinstance(dataset, dict):
                yield dataset
        start += len(found)
        count = result.get("count")
        if not isinstance(count, int) or start >= count:
            return


def _json(client: httpx.Client, url: str, params: dict[str, str]) -> dict[str, Any]:
    try:
        with client.stream("GET", url, params=params) as answer:
            _check(answer, url)
            body = b""
            for block in answer.iter_bytes():
                body += block
                if len(body) > _LARGEST_CATALOGUE:
                    raise DownloadError(
                        _("{url} sends more data than a catalogue has.").format(url=url)
                    )
    except _BrokenOffError as error:
        raise DownloadError(
            _("{url} reports {error}: try again later.").format(url=url, error=error)
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise _SilentPortalError(
            _(
                "{url} does not answer ({error}). Is the network there? The setting portal_url"
                " names the portal."
            ).format(url=url, error=type(error).__name__)
        ) from None
    try:
        data = msgspec.json.decode(body, type=dict[str, Any])
    except msgspec.DecodeError:
        raise _refused(url, _("it sends a web page instead of a catalogue")) from None
    result = data.get("result")
    if data.get("success") is not True or not isinstance(result, dict):
        raise DownloadError(_("{url} reports an error: try again later.").format(url=url))
    return result


def _check(answer: httpx.Response, url: str) -> None:
    if answer.status_code in _REFUSED:
        raise _refused(url, _("status {status}").format(status=answer.status_code))
    if answer.status_code != httpx.codes.OK:
        raise _BrokenOffError(_("status {status}").format(status=answer.status_code))


def _refused(url: str, how: str) -> DownloadError:
    host = urlsplit(url).hostname
    return DownloadError(
        _(
            "{host} refuses this network ({how}): it turns away some networks outright,"
            " foreign clouds among them. Fetch the files from another network, for example"
            " with a browser at https://{host}, and import them: firmeterm data import"
            " FOLDER."
        ).format(host=host, how=how)
    )


def _client() -> httpx.Client:
    return httpx.Client(
        headers=_HEADERS, timeout=_TIMEOUT, follow_redirects=False, verify=trusted()
    )
