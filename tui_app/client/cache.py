"""Answers that are kept, with their age: in memory for this session, and in a file for later.

The file is read and written in a thread of its own, so the screen never waits for a disk.
"""

from __future__ import annotations

import asyncio
import datetime as dt
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from tui_app.client.answer import Answer
from tui_app.client.decode import parse
from tui_app.client.request import ApiRequest
from tui_app.client.tolerant import Report, WrongType, build
from tui_app.contract import operations as o

if TYPE_CHECKING:
    from tui_app.client.store import Store

FILE_NAME: Final = "answers.db"
"""Name of the file of kept answers, in the cache folder."""

_HOUR: Final = dt.timedelta(hours=1)
_DAY: Final = dt.timedelta(days=1)
AGE_LIMITS: Final = {
    o.AUTOCOMPLETE.name: _DAY,
    o.PROFILE.name: 7 * _DAY,
    o.FINANCIAL.name: 30 * _DAY,
    o.COURT_CASES.name: _DAY,
    o.REGISTERED.name: 6 * _HOUR,
    o.PHONES.name: 30 * _DAY,
    o.EMAILS.name: 30 * _DAY,
    o.ADMINISTRATORS.name: 30 * _DAY,
    o.WEBSITES.name: 30 * _DAY,
}
"""How old a kept answer may be and still be given instead of a request."""

_RECENT: Final = 200
T = TypeVar("T")


class Cache:
    """The kept answers of one source. Without a path they last as long as the program.

    ``source`` tells servers and keys apart; it holds a fingerprint, never a key.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._source = ""
        # Any: each question has its own type of answer.
        self._recent: OrderedDict[str, Answer[Any]] = OrderedDict()
        self._dates: dict[str, float] = {}
        self._thread = ThreadPoolExecutor(1, "kept-answers") if path else None
        self._store: Store | None = None

    def belong_to(self, source: str) -> None:
        """Say whose answers are kept; called once, before anything else."""
        self._source = source

    def has(self, asked: ApiRequest[Any], *, any_age: bool = False) -> bool:
        """Whether a kept answer would do. Never waits; may say no before the file was read."""
        recent = self._recent.get(asked.key)
        fetched = recent.fetched_at.timestamp() if recent else self._dates.get(asked.key)
        return fetched is not None and (any_age or not is_old(asked, fetched))

    def recent(self, asked: ApiRequest[T], *, any_age: bool = False) -> Answer[T] | None:
        """A kept answer that is in memory, marked as kept; ``None`` when it is too old."""
        answer: Answer[T] | None = self._recent.get(asked.key)
        if answer is None:
            return None
        old = is_old(asked, answer.fetched_at.timestamp())
        return msgspec.structs.replace(answer, stale=old) if any_age or not old else None

    async def find(self, asked: ApiRequest[T], *, any_age: bool = False) -> Answer[T] | None:
        """The kept answer to a question, from memory or from the file."""
        found = self.recent(asked, any_age=any_age)
        if found is not None or self._thread is None:
            return found
        loop = asyncio.get_running_loop()
        read = await loop.run_in_executor(self._thread, self._read, asked)
        if read is None:
            self._dates.pop(asked.key, None)
        elif asked.key not in self._recent:
            self._remember(asked.key, read)
        return self.recent(asked, any_age=any_age)

    async def load(self) -> None:
        """Learn what the file holds, so that ``has`` knows it."""
        if self._thread is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._opened)

    def keep(self, asked: ApiRequest[T], answer: Answer[T]) -> None:
        """Keep an answer that was fetched. Never waits."""
        self._remember(
            asked.key, msgspec.structs.replace(answer, from_cache=True, requests=0, remaining=None)
        )
        if self._thread is not None:
            self._thread.submit(self._write, asked, answer)

    def take_notices(self) -> tuple[str, ...]:
        """What the user should know about the file, each once."""
        if self._store is None:
            return ()
        notices, self._store.notices = self._store.notices, []
        return tuple(notices)

    async def aclose(self) -> None:
        """Write what is still to be written and close the file."""
        thread, self._thread = self._thread, None
        if thread is not None:
            await asyncio.get_running_loop().run_in_executor(thread, self._close)
            thread.shutdown()

    # Any: as above.
    def _remember(self, key: str, answer: Answer[Any]) -> None:
        self._recent[key] = answer
        self._recent.move_to_end(key)
        self._dates[key] = answer.fetched_at.timestamp()
        if len(self._recent) > _RECENT:
            oldest, _answer = self._recent.popitem(last=False)
            if self._path is None:
                self._dates.pop(oldest, None)

    # What follows runs in the thread.

    def _opened(self) -> Store:
        if self._store is None:
            from tui_app.client.store import Store

            assert self._path is not None  # noqa: S101 (there is a thread only with a path)
            self._store = Store(self._path)
            for key, fetched in self._store.dates(self._source).items():
                self._dates.setdefault(key, fetched)
        return self._store

    def _read(self, asked: ApiRequest[T]) -> Answer[T] | None:
        kept = self._opened().get(self._source, asked.key)
        if kept is None:
            return None
        try:
            held = parse(kept.body)
            if not isinstance(held, Mapping):
                return None
            data = build(asked.operation.result, held["data"], Report())
            faults = build(tuple[str, ...], held["faults"], Report())
            fetched = dt.datetime.fromtimestamp(kept.fetched_at, dt.UTC)
        except (WrongType, KeyError, TypeError, ValueError, OverflowError, OSError):
            return None  # written by another version, or damaged: as if it were not there
        return Answer(data=data, fetched_at=fetched, from_cache=True, requests=0, faults=faults)

    def _write(self, asked: ApiRequest[T], answer: Answer[T]) -> None:
        from tui_app.client.store import Kept

        kept = Kept(answer.fetched_at.timestamp(), _encoded(answer))
        self._opened().put(self._source, asked.key, kept)

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()


def _encoded(answer: Answer[T]) -> bytes:
    return msgspec.json.encode({"data": answer.data, "faults": answer.faults})


# Any: a question about anything has an age limit.
def is_old(asked: ApiRequest[Any], fetched_at: float) -> bool:
    """Whether an answer fetched then (seconds since 1970) is past its age limit."""
    age = dt.datetime.now(dt.UTC).timestamp() - fetched_at
    return not -60 <= age <= AGE_LIMITS[asked.operation.name].total_seconds()
