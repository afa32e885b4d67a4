"""Faults in the service."""

from __future__ import annotations

from tests.mutations import Mutant

MUTANTS = (
    Mutant(
        "A page of another site reads the registry through a browser on this machine",
        "service/reconcile/endpoint.py",
        '    if origin is not None:\n        hosts.append(urlsplit(origin).hostname or "")\n',
        "",
        ("tests/service/reconcile/test_reconcile.py",),
    ),
    Mutant(
        "Whoever comes through a proxy needs no key",
        "service/reconcile/endpoint.py",
        "return all(map(is_loopback, hosts)) and not is_proxied",
        "return all(map(is_loopback, hosts))",
        ("tests/service/reconcile/test_reconcile.py",),
    ),
    Mutant(
        "A batch of queries is free",
        "service/reconcile/endpoint.py",
        "        await self._charge(call, len(listed))\n",
        "",
        ("tests/service/reconcile/test_reconcile.py",),
    ),
    Mutant(
        "A request of many rows costs one unit",
        "service/answering.py",
        "return len(data) if isinstance(data, tuple) else 1",
        "return 1",
        ("tests/service/test_match.py",),
    ),
    Mutant(
        "Rows are charged though the allowance does not pay for all",
        "service/account_store.py",
        "if units and found.used + units > found.quota:",
        "if units and found.used >= found.quota:",
        ("tests/service/test_match.py",),
    ),
    Mutant(
        "The allowance of December is never given again",
        "service/allowance.py",
        "following = (first + dt.timedelta(32)).replace(day=1)",
        "following = (first + dt.timedelta(32)).replace(day=1, year=first.year)",
        ("tests/service/test_allowance.py",),
    ),
    Mutant(
        "A key that was revoked in the old place still opens the new one",
        "service/account_store.py",
        "  revoked_at = coalesce(revoked_at, {_REVOKED}),\n",
        "",
        ("tests/service/test_scaling.py::test_keys_are_kept_and_moved_by_the_command",),
    ),
    Mutant(
        "A key that was rotated in the old place still opens the new one",
        "service/account_store.py",
        "  digest = :digest,\n  old_digest = CASE",
        "  digest = digest,\n  old_digest = CASE",
        ("tests/service/test_accounts.py",),
    ),
    Mutant(
        "A clock that is set back renews the allowance",
        "service/account_store.py",
        '_USED: Final = "CASE WHEN month >= {month} THEN used ELSE 0 END"',
        '_USED: Final = "CASE WHEN month = {month} THEN used ELSE 0 END"',
        ("tests/service/test_accounts.py",),
    ),
    Mutant(
        "The old key works for ever after a rotation",
        "service/account_store.py",
        "(old_digest = :digest AND old_until > {now})",
        "(old_digest = :digest)",
        ("tests/service/test_accounts.py",),
    ),
    Mutant(
        "A caller may take every thread",
        "service/lines.py",
        "share = self._share if self.is_alone(caller) else 1",
        "share = 8",
        ("tests/service/test_batches.py",),
    ),
    Mutant(
        "One quick request lets others wait behind the next slow one",
        "service/batches.py",
        "                elif not is_slow:\n",
        "                else:\n",
        ("tests/service/test_batches.py",),
    ),
    Mutant(
        "One worker takes all connections",
        "service/serving.py",
        "self._listening[idx % len(self._listening)]",
        "self._listening[0]",
        ("tests/service/test_serving.py",),
    ),
    Mutant(
        "Equal searches at one time are looked up twice",
        "service/flights.py",
        "            if flight.found is not None:\n                return flight.found\n",
        "            return None\n",
        ("tests/service/test_batches.py",),
    ),
    Mutant(
        "A missing Host header passes",
        "service/app.py",
        "return len(hosts) == 1 and bool(hosts[0])",
        "return len(hosts) == 1",
        ("tests/service/test_readiness.py",),
    ),
    Mutant(
        "A read that a busy machine delays is no answer",
        "registry/postgres/registry.py",
        "            return self._read_once(server, read)\n\n    def _read_once",
        "            raise\n\n    def _read_once",
        ("tests/registry/postgres/test_faults.py::test_a_read_that_took_too_long_is_tried_again",),
    ),
    Mutant(
        "A publication is not granted to those who read the one before",
        "registry/postgres/publish.py",
        "        rights.grant_as_before(connection, name)\n",
        "",
        ("tests/registry/postgres/test_rights.py",),
    ),
    Mutant(
        "PostgreSQL compiles a read of one row",
        "registry/postgres/pool.py",
        "-c jit=off -c standard_conforming_strings=on",
        "-c standard_conforming_strings=on",
        ("tests/registry/postgres/test_rights.py",),
    ),
)
