from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tui_app.config.settings import cache_folder
from tui_app.registry.sample import sample_path
from tui_app.registry.sqlite.builder import build
from tui_app.registry.sqlite.record import CompanyRecord
from tui_app.registry.sqlite.registry_file import RegistryFile

OpenRegistry = Callable[[Sequence[CompanyRecord]], RegistryFile]


@pytest.fixture
def registry_of(tmp_path: Path) -> Iterator[OpenRegistry]:
    """Builds and opens a registry of the given records; closed after the test."""
    with ExitStack() as stack:

        def opened(records: Sequence[CompanyRecord]) -> RegistryFile:
            path = tmp_path / "registry.db"
            build(records, path)
            return stack.enter_context(closing(RegistryFile(path)))

        yield opened


@pytest.fixture(scope="session")
def sample(shared_cache: Path) -> Iterator[RegistryFile]:
    """The open sample."""
    with closing(RegistryFile(sample_path(cache_folder()))) as registry:
        yield registry
