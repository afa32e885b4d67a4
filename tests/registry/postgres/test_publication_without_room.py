"""A publication without room changes nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from tests.postgres import OwnServer
from tests.registry.postgres.test_postgres import quiet, registry_file, schemas
from tests.registry.postgres.test_publication_faults import large_registry
from tui_app.registry.errors import BuildError
from tui_app.registry.postgres.publish import publish
from tui_app.registry.postgres.registry import PostgresRegistry


def test_a_publication_without_room_changes_nothing(server: OwnServer, tmp_path: Path) -> None:
    place = server.new_database()
    publish(registry_file(tmp_path / "1.db", "ONE"), place, quiet)
    large = large_registry(tmp_path / "large.db", 400)
    server.stop()
    server.start(largest_file=17_000_000)  # as large as a piece of its log has to be
    with pytest.raises(BuildError, match="The earlier publication is unchanged"):
        publish(large, place, quiet)
    with closing(PostgresRegistry(place)) as registry:
        profile = registry.profile("10")
        assert profile is not None and profile.company_name == "ONE"
    server.stop()
    server.start()
    publish(registry_file(tmp_path / "2.db", "TWO"), place, quiet)
    assert len(schemas(place)) == 2
