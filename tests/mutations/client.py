"""Faults in the client."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A server that does not put equal names first is asked for every text",
        "client/refine.py",
        "        found = _equal_first(query, answer.data)\n",
        "        found = answer.data\n",
        ("tests/client/test_refine.py",),
    ),
    Mutant(
        "A late answer raises the number of requests left",
        "client/allowance.py",
        "if known is not None and number <= self._known_until:",
        "if known is None:",
        ("tests/client/test_allowance.py",),
    ),
    Mutant(
        "The reserve is spent without a question",
        "client/allowance.py",
        "return remaining - requests >= self._reserve",
        "return remaining - requests >= 0",
        ("tests/client/test_allowance.py", "tests/client/test_spending.py"),
    ),
    Mutant(
        "A replaced registry is hidden by answers in memory",
        "client/companies.py",
        "                self._cache.forget()\n",
        "                pass\n",
        ("tests/client/test_replaced_registry.py",),
    ),
    Mutant(
        "A cache file of another version is never renewed",
        "client/cache_file.py",
        "            if version != _VERSION:\n",
        "            if version == _VERSION + 1:\n",
        ("tests/client/test_cache_file.py",),
    ),
)
