"""Faults in the live public services."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "An entity in a live name stays as it is",
        "public/answers.py",
        "without_entities(str(value))",
        "str(value)",
        ("tests/public/test_operations.py",),
    ),
    Mutant(
        "A bankrupt company is told as active",
        "public/merging.py",
        'from_register["status"] = _graver(live.status, register.status)',
        "pass",
        ("tests/public/test_states.py",),
    ),
    Mutant(
        "An inactive company is told as transferred",
        "public/profile.py",
        "if taxpayer.inactive and not any",
        "if taxpayer.inactive and not grave and not any",
        ("tests/public/test_states.py",),
    ),
    Mutant(
        "A day of striking off counts only for a registered company",
        "public/profile.py",
        "if taxpayer.struck_off_on:",
        "if taxpayer.struck_off_on and not any(grave):",
        ("tests/public/test_states.py",),
    ),
    Mutant(
        "Requests follow each other faster than the service allows",
        "public/rate_limiter.py",
        "wait = _last_sent(file) + self.interval - time.monotonic()",
        "wait = 0.0",
        ("tests/public/test_rate_limiter.py",),
    ),
    Mutant(
        "An answer that was kept under a clock that was ahead never ages",
        "public/answer_cache.py",
        "-_SKEW <= time.time() - entry.fetched_at <= age(value)",
        "time.time() - entry.fetched_at <= age(value)",
        ("tests/public/test_kept.py",),
    ),
    Mutant(
        "The oldest version of a court case is shown",
        "public/courts.py",
        'if (case.last_update or "") > (other.last_update or ""):',
        'if (case.last_update or "") < (other.last_update or ""):',
        ("tests/public/test_courts.py",),
    ),
    Mutant(
        "Short forms of a street are told as a difference",
        "public/merging.py",
        " or plain_street(str(one)) == plain_street(str(other))",
        "",
        ("tests/public/test_streets.py",),
    ),
)
