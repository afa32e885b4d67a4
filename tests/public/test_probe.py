"""One small request to each service, and in words what came back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.public.conftest import QUICK
from tests.public.lookalike.process import Lookalike
from tui_app.config.settings import Settings
from tui_app.public.probe import probe
from tui_app.public.services import Limits, Services
from tui_app.sources.public import open_services
from tui_app.system.web_address import WebAddressError


@pytest.fixture
def services(lookalike: Lookalike, tmp_path: Path) -> Iterator[Services]:
    url = lookalike.base_url
    with closing(
        Services(tmp_path, anaf_url=url, courts_url=f"{url}/", limits=Limits(interval=QUICK))
    ) as opened:
        yield opened


def test_services_that_answer(services: Services, lookalike: Lookalike) -> None:
    found = list(probe(services))
    names = ["ANAF, taxpayers", "ANAF, statements", "Courts' portal"]
    assert [finding.service for finding in found] == names
    assert all(finding.works for finding in found)
    assert all(finding.text.startswith("answers as expected (") for finding in found)
    assert len(lookalike.log()) == 3


def test_services_that_do_not(services: Services, lookalike: Lookalike) -> None:
    lookalike.misbehave("firewall-403")
    found = list(probe(services))
    assert [finding.works for finding in found] == [False, False, True]
    text = "ANAF refused the request (403): its firewall may not let it through."
    assert [finding.text for finding in found][:2] == [text, text]


@pytest.mark.parametrize(
    "address",
    ["", "webservicesp.anaf.ro", "ftp://anaf.ro", "https://u:p@anaf.ro", "http://[", "https://a?b"],
)
def test_an_address_that_cannot_be_asked(tmp_path: Path, address: str) -> None:
    with pytest.raises(WebAddressError):
        Services(
            tmp_path,
            anaf_url=address or "https://",
            courts_url="https://courts.example",
            limits=Limits(interval=QUICK),
        )


def test_the_real_addresses_are_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with closing(open_services(Settings())) as real:
        assert real.anaf.base_url == "https://webservicesp.anaf.ro"
        assert real.portal.base_url == "http://portalquery.just.ro"
        assert real.interval == 1.1
