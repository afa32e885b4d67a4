"""Companies by tax id: from the cache, else from ANAF with up to a hundred per request."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Sequence
from weakref import WeakValueDictionary

from msgspec import Struct

from tui_app.public.active_call import ActiveCall
from tui_app.public.anaf import Anaf
from tui_app.public.answer_cache import FOUND, NOT_FOUND, AnswerCache, Dated
from tui_app.public.taxpayers import LARGEST_BATCH, Taxpayer
from tui_app.system.language import _


class TaxIdRecord(Struct, frozen=True):
    """ANAF's record of a tax id; ``taxpayer`` is ``None`` if it has none."""

    taxpayer: Taxpayer | None = None


class TaxpayerLookup:
    """Looks up companies, each once a day."""

    def __init__(self, anaf: Anaf, cache: AnswerCache) -> None:
        self._anaf = anaf
        self._cache = cache
        self._lock = threading.Lock()
        self._locks: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()

    def cached(self, tax_id: str) -> Dated[TaxIdRecord] | None:
        """The cached record, unless it is too old; nothing is sent."""
        return self._cache.get(
            _name(tax_id), TaxIdRecord, lambda record: FOUND if record.taxpayer else NOT_FOUND
        )

    def find(self, tax_id: str, call: ActiveCall, *, fresh: bool = False) -> Dated[TaxIdRecord]:
        """ANAF's record; raises ``SourceUnavailableError`` and ``StoppedError``."""
        before = self.cached(tax_id)
        if before is not None and not fresh:
            return before
        with self._turn(tax_id):
            meanwhile = self.cached(tax_id)
            if meanwhile is not None and meanwhile != before:
                return meanwhile
            call.report(1, 1, _("asking ANAF"))
            found = self._ask([tax_id], call).get(tax_id)
        if found is None:
            raise self._anaf.did_not_answer(_("its answer does not mention this company"))
        return found

    def prepare(self, tax_ids: Sequence[str], call: ActiveCall, *, fresh: bool = False) -> None:
        """Request the records that are not cached, a hundred per request; raises like ``find``."""
        missing = [t for t in dict.fromkeys(tax_ids) if fresh or self.cached(t) is None]
        batches = [
            missing[start : start + LARGEST_BATCH]
            for start in range(0, len(missing), LARGEST_BATCH)
        ]
        for number, batch in enumerate(batches, 1):
            done = _("companies {first} to {last} of {count}").format(
                first=(number - 1) * LARGEST_BATCH + 1,
                last=min(number * LARGEST_BATCH, len(missing)),
                count=len(missing),
            )
            call.report(number, len(batches), done)
            self._ask(batch, call)

    def _turn(self, tax_id: str) -> threading.Lock:
        """A company's lock: its profile, phones and cases are often requested at the same time."""
        with self._lock:
            return self._locks.setdefault(tax_id, threading.Lock())

    def _ask(self, tax_ids: list[str], call: ActiveCall) -> dict[str, Dated[TaxIdRecord]]:
        """The record of each company; one that the answer leaves out is absent, and not cached."""
        found = self._anaf.taxpayers(tax_ids, dt.datetime.now(dt.UTC).date(), call)
        return {
            tax_id: self._cache.put(_name(tax_id), TaxIdRecord(found.taxpayers.get(tax_id)))
            for tax_id in tax_ids
            if tax_id in found.taxpayers or tax_id in found.unknown
        }


def _name(tax_id: str) -> str:
    return f"taxpayer/{tax_id}"
