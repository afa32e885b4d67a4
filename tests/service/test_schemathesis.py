"""The running service against its own OpenAPI document, by an external tool."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.running import environment, running
from tui_app.contract.operations import OPERATIONS
from tui_app.service.accounts_location import open_accounts

ROOT = Path(__file__).parents[2]

# The key is in no argument: the tool reads it from the environment.
CONFIGURATION = """
hooks = "tests.service.schemathesis_hooks"
[headers]
Authorization = "Bearer ${TEST_KEY}"
"""

# For its eight requests about a search, whose text has a format, this draws for longer than for the
# rest together; a search is drawn as every other operation is.
WITHOUT_SEARCH = """
[[operations]]
include-path-regex = "/autocomplete$"
phases.coverage.enabled = false
"""

LIKE_OTHERS = "(financial|phones|emails|administrators|websites|peers|history|connections|facets)$"
"""The paths whose parameters are those of another one: their answers are compared elsewhere."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("left_out", "configured"),
    [
        pytest.param(LIKE_OTHERS, WITHOUT_SEARCH, id="each kind of parameters"),
        pytest.param("^$", "", marks=pytest.mark.slow, id="every operation"),
    ],
)
def test_schemathesis_finds_nothing(
    tmp_path: Path, registry_path: Path, left_out: str, configured: str
) -> None:
    """Over one engine: ``test_operations`` reads the same answers from both."""
    places = (str(registry_path), str(tmp_path / "accounts.db"))
    with contextlib.closing(open_accounts(places[1], prepares=True)) as accounts:
        key = accounts.create("schemathesis", quota=1_000_000)
    configuration = tmp_path / "schemathesis.toml"
    configuration.write_text(CONFIGURATION + configured)
    arguments = ["--registry", places[0], "--accounts", places[1], "--burst", "off"]
    ours = {
        "TEST_KEY": key,
        "PYTHONPATH": str(ROOT),
        # The tool's data on all characters are computed once.
        "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis"),
    }
    with running(tmp_path, *arguments) as service:
        checked = subprocess.run(
            [
                sys.executable, "-m", "schemathesis.cli", "--config-file", str(configuration),
                "run", f"{service.url}/openapi.json", "--checks", "all", "--max-examples", "2",
                # No answer of ours links to another operation.
                "--phases", "coverage,fuzzing", "--exclude-path-regex", left_out,
                "--generation-deterministic", "--continue-on-failure", "--no-color",
            ],
            env=environment(tmp_path) | ours,
            cwd=tmp_path, capture_output=True, text=True, timeout=240, check=False,
        )  # fmt: skip
        with service.client() as client:
            paths = client.get("/openapi.json").json()["paths"]
            described = [each for path, each in paths.items() if not re.search(left_out, path)]
        service.stop()
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert f"Tested: {sum(map(len, described))}" in checked.stdout
    logged = service.log()
    asked = {op.name for op in OPERATIONS if not re.search(left_out, op.path)}
    assert {e.operation for e in logged if e.status == 200} >= asked
    assert {400, 401, 404, 405} <= {e.status for e in logged}
    assert not any(e.status >= 500 or e.event == "fault" for e in logged)
