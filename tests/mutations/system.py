"""Faults in files and streams."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A file of settings or keys can be read by others",
        "system/atomic_file.py",
        "        Path(name).chmod(mode)\n",
        "        Path(name).chmod(0o644)\n",
        ("tests/client/test_credentials.py",),
    ),
)
