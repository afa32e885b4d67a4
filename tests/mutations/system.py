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
    Mutant(
        "A time to wait for that is over is waited for",
        "system/retry_after.py",
        "if dt.datetime.now(dt.UTC) <= aware < _END else None",
        "if aware < _END else None",
        ("tests/system/test_retry_after.py",),
    ),
    Mutant(
        "The second process of an import that was killed works on alone",
        "system/child_process.py",
        "        os.read(0, 1)\n",
        "        threading.Event().wait()\n",
        ("tests/system/test_child_process.py",),
    ),
)
