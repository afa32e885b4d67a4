"""Nothing slides on the screen but where a setting asks for it."""

from __future__ import annotations

from pathlib import Path

from tests.sample import landmarks
from tests.terminal.explorer import Start


def test_a_setting_lets_the_screen_animate(start: Start, tmp_path: Path) -> None:
    """A widget that slides is painted in between; without the setting it is there at once."""
    written = []
    for flags in ((), ("--animations",)):
        with start("--no-resume", landmarks.SHOWPIECE, "--tab", "finance", *flags) as tty:
            tty.wait_for("Turnover (RON)")
            tty.wait_quiet(0.25)
            before = tty.sent
            tty.type("\x1b[F")
            tty.wait_quiet(0.25)
            written.append(tty.sent - before)
    assert written[1] > written[0]
