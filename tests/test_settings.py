"""Where a setting comes from, and what is said of one that cannot be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faulty.fixtures import faulty, faulty_process_of_session
from tests.faulty.healthy import FIRST
from tests.faulty.process import FaultyServer
from tui_app import source
from tui_app.client.errors import BadAnswerError, DeadlineError
from tui_app.client.secret import Secret
from tui_app.settings import Origin, SettingsError, config_file, load

__all__ = ["faulty", "faulty_process_of_session"]


def write(text: str) -> None:
    """The user's configuration file."""
    file: Path = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_a_flag_goes_before_the_environment_and_that_before_the_file() -> None:
    write("floor = 1\nwarn_below = 1\nread_timeout = 1")
    loaded = load(
        {"read_timeout": 3.0, "theme": None},
        {"FIRMETERM_CONFIG": str(config_file()), "FIRMETERM_WARN_BELOW": "2"},
    )
    found = loaded.settings
    assert (found.floor, found.warn_below, found.read_timeout) == (1, 2, 3.0)
    assert found.connect_timeout == 5.0
    origins = [loaded.origins[name] for name in ("floor", "warn_below", "read_timeout", "theme")]
    assert origins == [Origin.FILE, Origin.ENVIRONMENT, Origin.FLAG, Origin.DEFAULT]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("connect_timeout", "0"),
        ("read_timeout", "-1"),
        ("total_timeout", "nan"),
        ("total_timeout", "soon"),
        ("answer_limit", "0"),
        ("floor", "-1"),
        ("warn_below", "few"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=rf"environment cannot be used: .*{name}"):
        load(environment={f"FIRMETERM_{name.upper()}": value})


async def test_the_deadline_that_is_set_is_the_one_that_strikes(faulty: FaultyServer) -> None:
    settings = load(
        environment={
            "FIRMETERM_BASE_URL": faulty.base_url("silent"),
            "FIRMETERM_TOTAL_TIMEOUT": "0.4",
        }
    ).settings
    companies = source.connect(settings, Secret("ft_key"))
    with pytest.raises(DeadlineError, match=r"did not answer within 0\.4 s"):
        await companies.profile(FIRST.tax_id)
    await companies.aclose()


async def test_the_limit_that_is_set_is_where_reading_stops(faulty: FaultyServer) -> None:
    write(f'base_url = "{faulty.base_url("large-body")}"\nanswer_limit = 1')
    companies = source.connect(load().settings, Secret("ft_key"))
    with pytest.raises(BadAnswerError, match="sent more than 1 MB; reading stopped there"):
        await companies.profile(FIRST.tax_id)
    await companies.aclose()
