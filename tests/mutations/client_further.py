"""Further faults in the client: what is sent unasked, and what is told of an answer."""

from __future__ import annotations

from tests.mutations import Mutant

_METHODS = ("tests/client/test_methods.py",)
_SAID = ("tests/client/test_what_is_said.py",)
_LIVE = ("tests/client/test_live_source.py",)

MUTANTS = (
    Mutant(
        "Cases of a company begin with their second page",
        "client/methods.py",
        "    async def court_cases(\n        self, tax_id: TaxId, page: int = 1,",
        "    async def court_cases(\n        self, tax_id: TaxId, page: int = 2,",
        _METHODS,
    ),
    Mutant(
        "Contracts spend the reserve unasked",
        "client/methods.py",
        "        confirm: bool = False,\n    ) -> Answer[ContractPage]:",
        "        confirm: bool = True,\n    ) -> Answer[ContractPage]:",
        _METHODS,
    ),
    Mutant(
        "E-mail addresses that are to be renewed come from the cache",
        "client/methods.py",
        "self.ask(o.EMAILS, tax_id, fresh=fresh, confirm=confirm)",
        "self.ask(o.EMAILS, tax_id, confirm=confirm)",
        _METHODS,
    ),
    Mutant(
        "Websites that the user confirmed are not asked for in the reserve",
        "client/methods.py",
        "self.ask(o.WEBSITES, tax_id, fresh=fresh, confirm=confirm)",
        "self.ask(o.WEBSITES, tax_id, fresh=fresh)",
        _METHODS,
    ),
    Mutant(
        "Where no request is left, the reserve is named instead",
        "client/allowance.py",
        "elif self.remaining == 0 or self._reserve == 0:",
        "elif self._reserve == 0:",
        ("tests/client/test_allowance.py",),
    ),
    Mutant(
        "What is cached at a server is not shown without a request",
        "client/companies.py",
        "        if self.live is not None:\n            return None\n        raw",
        "        if self.live is None:\n            return None\n        raw",
        ("tests/client/test_asking.py",),
    ),
    Mutant(
        "An answer that does not say that it succeeded passes for a sound one",
        "client/decode.py",
        '        note(faults, "success", N_("not true"))\n',
        "        pass\n",
        ("tests/client/test_decode.py",),
    ),
    Mutant(
        "A match on its way counts as one request, and the next one crosses the reserve",
        "client/in_flight.py",
        "        return sum(pending.units for pending, _task in self._tasks.values())\n",
        "        return len(self._tasks)\n",
        ("tests/client/test_asking.py",),
    ),
    Mutant(
        "A match is sent without regard to the requests under way",
        "client/companies.py",
        "in_flight=self._in_flight.units + request.units - 1",
        "in_flight=request.units - 1",
        ("tests/client/test_asking.py",),
    ),
    Mutant(
        "A count of minus one is told",
        "client/decode.py",
        "    elif value < 0:\n",
        "    elif value < -1:\n",
        ("tests/client/test_decode.py",),
    ),
    Mutant(
        "A huge body of a failure is read while the screen waits",
        "client/decode.py",
        "value = parse(body) if len(body) <= _LARGEST_MESSAGE else None",
        "value = parse(body)",
        ("tests/client/test_decode.py",),
    ),
    Mutant(
        "Invented companies pass for real ones in the next session",
        "client/cache.py",
        '            "invented": answer.invented,\n',
        "",
        ("tests/client/test_asking.py",),
    ),
    Mutant(
        "After a day that no server knows, everything is asked as of that day all the same",
        "client/companies.py",
        '            what = N_("{host} knows no older snapshots of the register.")\n',
        "            self.as_of = day\n"
        '            what = N_("{host} knows no older snapshots of the register.")\n',
        _SAID,
    ),
    Mutant(
        "A server that finds that 0 is no tax id is asked what it can do for ever",
        "client/companies.py",
        "with contextlib.suppress(NotFoundError, InvalidRequestError):",
        "with contextlib.suppress(NotFoundError):",
        _SAID,
    ),
    Mutant(
        "Offline, what follows from an old search passes for what is so today",
        "client/companies.py",
        "return replace(answer, stale=True) if self.offline else None",
        "return answer if self.offline else None",
        ("tests/client/test_cache.py",),
    ),
    Mutant(
        "A request of the sample's allowance is spent on names with a typing error",
        "client/companies.py",
        "return self.open_uncounted is not None and not refined.data",
        "return self.open_uncounted is not None",
        ("tests/client/test_asking.py",),
    ),
    Mutant(
        "Offline, a company that does not exist is only said not to be cached",
        "client/companies.py",
        "if cached is None and self.offline and error.may_retry:",
        "if cached is None and self.offline:",
        _LIVE,
    ),
    Mutant(
        "A live source goes on asking for companies that nobody waits for",
        "client/live.py",
        "        live.stop()\n",
        "",
        _LIVE,
    ),
    Mutant(
        "A price in seconds is told without its words",
        "client/companies.py",
        "return in_seconds(self.live.wait_for_all([each.name for each in operations], tax_ids))",
        "return int(self.live.wait_for_all([each.name for each in operations], tax_ids).seconds)",
        _LIVE,
    ),
    Mutant(
        "A client that nobody counts stays open when the program closes the first",
        "client/companies.py",
        "await (await self._uncounted).aclose()",
        "await self._uncounted",
        _LIVE,
    ),
    Mutant(
        "Of requests at once the one sent last says how many are left",
        "client/allowance.py",
        "if known is not None and number <= self._known_until:",
        "if known is not None and number < self._known_until:",
        ("tests/client/test_allowance.py",),
    ),
    Mutant(
        "The program waits for an attempt that the deadline leaves no time for",
        "client/sending.py",
        "if wait is None or asyncio.get_running_loop().time() + wait >= until:",
        "if wait is None:",
        ("tests/client/test_retry.py",),
    ),
    Mutant(
        "A failure after two attempts does not say so",
        "client/errors.py",
        "if self.attempts > 1:",
        "if self.attempts > 2:",
        _SAID,
    ),
    Mutant(
        "Who logs in with a wrong key is advised to log in",
        "client/login_check.py",
        '            error.advice = ""\n',
        "",
        _SAID,
    ),
    Mutant(
        "A damaged key is said to stand at the server's address",
        "client/credentials.py",
        "FoundKey(_valid_key(stored.key, path), KeySource.CREDENTIALS, path)",
        "FoundKey(_valid_key(stored.key, base), KeySource.CREDENTIALS, path)",
        _SAID,
    ),
    Mutant(
        "The newest searches are forgotten first",
        "client/refine.py",
        "            self._known.popitem(last=False)\n",
        "            self._known.popitem()\n",
        ("tests/client/test_refine.py",),
    ),
    Mutant(
        "An answer of exactly the size that is read is refused",
        "client/http.py",
        "if max(len(body), received) > self._largest_body:",
        "if max(len(body), received) >= self._largest_body:",
        ("tests/client/test_bodies.py",),
    ),
    Mutant(
        "The cache file grows until the program ends",
        "client/cache_file.py",
        "        if self._since_trim >= _TRIM_EVERY:\n            self.trim()\n",
        "",
        ("tests/client/test_cache_file.py",),
    ),
)
