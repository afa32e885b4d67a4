"""Faults in turning settings into a client."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "Offline, what is on this machine is refused",
        "sources/source.py",
        "companies = Companies(connection, reserve=settings.reserve)",
        "companies = Companies(connection, reserve=settings.reserve, offline=settings.offline)",
        ("tests/cli/test_named_things.py",),
    ),
    Mutant(
        "A registry that is not there passes for a server that failed",
        "sources/source.py",
        'raise UnusableSourceError("{why}", why=str(error)) from None',
        'raise UnreachableError("{why}", why=str(error)) from None',
        ("tests/cli/test_named_things.py",),
    ),
    Mutant(
        "A check that was stopped goes on with rows of a replaced registry",
        "sources/source.py",
        'Path(settings.registry or "").stat().st_mtime_ns if settings.registry else 0',
        "0",
        ("tests/cli/test_list_check.py",),
    ),
    Mutant(
        "A start opens the sample, and reads it twice",
        "sources/source.py",
        "    if file is not None:\n        embedded.registry()",
        "    if True:\n        embedded.registry()",
        ("tests/architecture/test_imports.py",),
    ),
)
