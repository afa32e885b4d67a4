"""Further faults in the client: what is sent unasked, and what is told of an answer."""

from __future__ import annotations

from tests.mutations import Mutant

_METHODS = ("tests/client/test_methods.py",)

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
)
