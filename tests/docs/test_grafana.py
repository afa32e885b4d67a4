"""The Grafana board beside the manual shows the metrics that there are."""

from __future__ import annotations

import re

from tests.docs.grafana import FILE, board, families
from tui_app.manual.pages import page_of


def test_the_board_is_made_from_the_metrics() -> None:
    assert FILE.read_text(encoding="utf-8") == board(), "run: python -m tests.docs.grafana"


def test_every_alert_is_about_a_metric() -> None:
    known = {name for name, _kind, _help in families()}
    named = set(re.findall(r"firmeterm_[a-z_]+", page_of("hosting alerts")))
    assert named
    assert {name.removesuffix("_total") for name in named} <= known
