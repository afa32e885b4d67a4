"""Cached answers with their age: in memory for this session, and in a file for later ones.

The file is read and written in its own thread, so that the screen never waits for the disk.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from tui_app.client.allowance import AllowanceReport
from tui_app.client.answer import Answer, AnyAnswer
from tui_app.client.api_request import AnyRequest, ApiRequest
from tui_app.client.decode import extension, other_company, parse
from tui_app.client.tolerant import WrongType, build
from tui_app.contract.provenance import DataSource
from tui_app.contract.search_notes import SearchNotes

if TYPE_CHECKING:
    from tui_app.client.cache_file import CacheFile

FILE_NAME: Final = "answers.db"
"""The name of the cache file, in the cache directory."""

_RECENT: Final = 200
_CLOCK_SKEW: Final = 60
"""Seconds that an answer's time may lie in the future: clocks are changed, and machines differ."""

T = TypeVar("T")


class Cache:
    """The cached answers of one source. Without a path they last until the program ends."""

    source = ""
    """Identifies server and key, by a fingerprint: set once, before the first use."""

    def __init__(self, path: Path | None = None, *, read_only: bool = False) -> None:
        """``read_only``: use answers of earlier sessions, but store none."""
        self._path = path if path and (path.exists() or not read_only) else None
        self._read_only = read_only
        self._recent: OrderedDict[str, AnyAnswer] = OrderedDict()
        self._dates: dict[str, float] = {}
        self._thread = ThreadPoolExecutor(1, "cached-answers") if self._path else None
        self._store: CacheFile | None = None

    def has(self, request: AnyRequest) -> bool:
        """Whether a usable answer is cached. Never waits; may be false before the file is read."""
        recent = self._recent.get(request.key)
        fetched = recent.fetched_at.timestamp() if recent else self._dates.get(request.key)
        return fetched is not None and not is_old(request, fetched)

    def recent(self, request: ApiRequest[T], *, any_age: bool = False) -> Answer[T] | None:
        """A usable answer from memory; ``None`` when there is none or it is too old."""
        answer: Answer[T] | None = self._recent.get(request.key)
        if answer is None:
            return None
        old = is_old(request, answer.fetched_at.timestamp())
        return msgspec.structs.replace(answer, stale=old) if any_age or not old else None

    async def find(self, request: ApiRequest[T], *, any_age: bool = False) -> Answer[T] | None:
        """The cached answer to a request, from memory or from the file."""
        found = self.recent(request, any_age=any_age)
        if found is not None or self._thread is None:
            return found
        loop = asyncio.get_running_loop()
        read = await loop.run_in_executor(self._thread, self._read, request)
        if read is None:
            self._dates.pop(request.key, None)
        elif request.key not in self._recent:
            self._remember(request.key, read)
        return self.recent(request, any_age=any_age)

    async def load(self) -> AllowanceReport:
        """Read the file's index, which ``has`` needs; returns the last known allowance."""
        if self._thread is None:
            return AllowanceReport()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            self._thread, lambda: self._opened().allowance(self.source)
        )

    def put(self, request: ApiRequest[T], answer: Answer[T]) -> None:
        """Cache an answer that was fetched. Never waits."""
        cached = msgspec.structs.replace(answer, from_cache=True, requests=0, remaining=None)
        self._remember(request.key, cached)
        if self._thread is not None and not self._read_only:
            self._thread.submit(self._write, request, answer)

    def forget(self) -> None:
        """Forget the answers in memory; those in the file stay."""
        self._recent.clear()
        self._dates.clear()

    def put_allowance(self, status: AllowanceReport) -> None:
        """Store the reported allowance. Never waits."""
        if self._thread is not None and not self._read_only and status.remaining is not None:
            self._thread.submit(lambda: self._opened().put_allowance(self.source, status))

    def pop_notices(self) -> tuple[str, ...]:
        """Notices for the user about the file, each once."""
        if self._store is None:
            return ()
        notices, self._store.notices = self._store.notices, []
        return tuple(notices)

    async def aclose(self) -> None:
        """Finish pending writes and close the file."""
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(thread, self._close)
            thread.shutdown()

    def _remember(self, key: str, answer: AnyAnswer) -> None:
        self._recent[key] = answer
        self._recent.move_to_end(key)
        self._dates[key] = answer.fetched_at.timestamp()
        if len(self._recent) > _RECENT:
            oldest, _answer = self._recent.popitem(last=False)
            if self._path is None:
                self._dates.pop(oldest, None)

    # The methods below run in the thread.

    def _opened(self) -> CacheFile:
        if self._store is None:
            from tui_app.client.cache_file import CacheFile

            assert self._path is not None  # noqa: S101 (there is a thread only with a path)
            self._store = CacheFile(self._path)
            for key, fetched in self._store.dates(self.source).items():
                self._dates.setdefault(key, fetched)
        return self._store

    def _read(self, request: ApiRequest[T]) -> Answer[T] | None:
        cached = self._opened().get(self.source, request.key)
        if cached is None:
            return None
        try:
            decoded = parse(cached.body)
            if not isinstance(decoded, Mapping) or other_company(request, decoded.get("data")):
                return None
            data = build(request.operation.result, decoded["data"], {})
            faults = build(tuple[str, ...], decoded["faults"], {})
            sources = build(tuple[DataSource, ...], decoded.get("sources", []), {})
            partial, invented = (decoded.get(name) is True for name in ("partial", "invented"))
            search = extension(SearchNotes, decoded.get("search"), SearchNotes())
            fetched = dt.datetime.fromtimestamp(cached.fetched_at, dt.UTC)
        except (WrongType, KeyError, TypeError, ValueError, OverflowError, OSError):
            return None  # from another version, or damaged: as if it were missing
        return Answer(
            data=data,
            fetched_at=fetched,
            from_cache=True,
            requests=0,
            faults=faults,
            sources=sources,
            partial=partial,
            invented=invented,
            search=search,
        )

    def _write(self, request: ApiRequest[T], answer: Answer[T]) -> None:
        from tui_app.client.cache_file import CachedAnswer

        parts = {
            "data": answer.data,
            "faults": answer.faults,
            "sources": answer.sources,
            "partial": answer.partial,
            "invented": answer.invented,
            "search": answer.search,
        }
        body = msgspec.json.encode(parts)
        cached = CachedAnswer(answer.fetched_at.timestamp(), body)
        self._opened().put(self.source, request.key, cached)

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()


def is_old(request: AnyRequest, fetched_at: float) -> bool:
    """Whether an answer fetched at this time (seconds since 1970) is past its age limit."""
    age = now() - fetched_at
    return not -_CLOCK_SKEW <= age <= request.operation.max_age.total_seconds()


def now() -> float:
    """Seconds since 1970."""
    return time.time()
