"""Faults in the client."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A similar name is taken for a match, and every text is sent from then on",
        "client/refine.py",
        "        answer = _of_text_alone(answer)\n",
        "",
        ("tests/client/test_refine.py",),
    ),
    Mutant(
        "A server that does not put equal names first is asked for every text",
        "client/refine.py",
        "        found = _equal_first(query, by_name)\n",
        "        found = by_name\n",
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
    Mutant(
        "Text that draws nothing stands in a name",
        "client/sanitize.py",
        "if category in _CONTROL_CATEGORIES or character in _INVISIBLE:",
        "if category in _CONTROL_CATEGORIES:",
        ("tests/client/test_sanitize.py",),
    ),
    Mutant(
        "An answer that was cached under a clock that was ahead never ages",
        "client/cache.py",
        "return not -_CLOCK_SKEW <= age <= request.operation.max_age.total_seconds()",
        "return age > request.operation.max_age.total_seconds()",
        ("tests/client/test_cache.py",),
    ),
)
