"""The server dies under the explorer in a real terminal, and comes back."""

from __future__ import annotations

from pathlib import Path

from tests.preloaded import Preloaded
from tests.sample import landmarks
from tests.terminal.explorer import MODULE
from tests.terminal.tty import Tty
from tests.ui.served import Served, served


def open_explorer(service: Served, home: Path, size: tuple[int, int], preloaded: Preloaded) -> Tty:
    """The explorer as a user of that service starts it, with the key in the environment."""
    environment = {
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "FIRMETERM_BASE_URL": service.base_url,
        "FIRMETERM_API_KEY": service.key,
    }
    return Tty(MODULE, size=size, environment=environment, run=preloaded)


def test_the_plug_is_pulled_and_put_back(tmp_path: Path, preloaded: Preloaded) -> None:
    with (
        served(tmp_path / "service", quota=50) as service,
        open_explorer(service, tmp_path, (120, 40), preloaded) as tty,
    ):
        tty.wait_for("Type ", timeout=30)
        tty.type(landmarks.SHOWPIECE)
        tty.wait_for("PETROTERM DEMO SRL", timeout=30)
        tty.type("\r")
        tty.wait_for("VAT payer", timeout=30)
        service.pull_the_plug()
        tty.type("2")
        tty.wait_for("Connection refused by", timeout=30)
        tty.wait_for("Offline: connection lost")
        tty.resize(80, 24)
        tty.wait_for("Connection refused by")
        tty.wait_for("Offline: connection lost")
        tty.type("1r")
        tty.wait_for("may be out of date", timeout=30)
        service.start()
        tty.type("r")
        tty.wait_for(lambda text: "offline" not in text and "out of date" not in text, timeout=30)
        tty.type("2")  # a failure is kept for the visit
        tty.wait_for("Press r to try again")
        tty.type("r")
        tty.wait_for("Turnover (RON)", timeout=30)
        tty.type("q")
        assert tty.exit_status() == 0
