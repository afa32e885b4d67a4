"""A replica that hangs delays neither ``/readyz`` nor anybody else."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

from tests.postgres import database
from tests.registry.postgres.test_postgres import quiet
from tests.relay import Relay, through, to_postgres
from tests.service.companies import FULL, build_registry
from tests.service.readiness import client_of, soon, until_ready
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry
from tui_app.service.account_store import KeyStore
from tui_app.service.app import Service

PROFILE = f"/v1/companies/{FULL}"


__all__ = ["soon"]


async def test_a_replica_that_hangs_delays_nobody(
    postgres: str, published: str, accounts: KeyStore, key: str, tmp_path: Path
) -> None:
    with database(postgres) as url, closing(Relay([to_postgres(url)])) as line:
        publish(build_registry(tmp_path / "r.db"), url, quiet)
        registry = PostgresRegistry(published, (through(line, url),))
        with closing(Service(registry, accounts)) as service:
            async with client_of(service, key) as client:
                said = (await until_ready(client, 200)).json()
                while said.get("replicaLagSeconds") != 0:
                    said = (await until_ready(client, 200)).json()
                line.stall()
                # The first caller notices it; nobody waits for it afterwards: forty times its
                # patience of two seconds were more than this.
                assert (await client.get(PROFILE)).status_code == 200
                async with asyncio.timeout(60):
                    for _ in range(20):
                        assert (await client.get("/readyz")).status_code == 200
                        assert (await client.get(PROFILE)).status_code == 200
                async with asyncio.timeout(30):
                    while said.get("replicaLagSeconds", 0) is not None:
                        await asyncio.sleep(0.05)
                        said = (await until_ready(client, 200)).json()
                line.mend()
