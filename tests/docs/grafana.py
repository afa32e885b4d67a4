"""The Grafana board beside the manual, made from the metrics that there are.

``python -m tests.docs.grafana`` renews it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from tui_app.manual.pages import FOLDER

FILE: Final = Path(FOLDER) / "hosting-grafana.json"
_FAMILIES: Final = """
import json
from tui_app.service.metrics import Metrics
families = [(f.name, f.type, f.documentation) for f in Metrics().own.collect()]
print(json.dumps(families))
"""
_SHOWN: Final = {
    "counter": ("sum by ({labels}) (rate({name}_total[5m]))",),
    "gauge": ("{name}",),
    "histogram": (
        "histogram_quantile(0.5, sum by (le) (rate({name}_bucket[5m])))",
        "histogram_quantile(0.99, sum by (le) (rate({name}_bucket[5m])))",
    ),
}
_LABELS: Final = {
    "firmeterm_requests": "operation, status",
    "firmeterm_refusals": "reason",
    "firmeterm_allowance_used": "account",
}


def families() -> list[tuple[str, str, str]]:
    """Name, kind and help of every metric; in a process of its own, for they are counted there."""
    with TemporaryDirectory() as folder:
        text = subprocess.check_output(
            [sys.executable, "-c", _FAMILIES],
            env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": folder},
            text=True,
        )
    return [(name, kind, help_) for name, kind, help_ in json.loads(text)]


def board() -> str:
    """The board: a panel for each metric, three in a row."""
    panels = [_panel(number, *family) for number, family in enumerate(sorted(families()))]
    whole = {
        "title": "firmeterm",
        "uid": "firmeterm",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [{"name": "source", "type": "datasource", "query": "prometheus"}]},
        "panels": panels,
    }
    return json.dumps(whole, indent=1) + "\n"


# Any: JSON.
def _panel(number: int, name: str, kind: str, help_: str) -> dict[str, Any]:
    labels = _LABELS.get(name, "")
    expressions = [
        each.format(name=name, labels=labels).replace(" by ()", "") for each in _SHOWN[kind]
    ]
    return {
        "id": number + 1,
        "title": help_,
        "type": "timeseries",
        "datasource": {"type": "prometheus", "uid": "${source}"},
        "gridPos": {"x": number % 3 * 8, "y": number // 3 * 8, "w": 8, "h": 8},
        "fieldConfig": {"defaults": {"unit": "s" if name.endswith("seconds") else "short"}},
        "targets": [
            {"refId": chr(ord("A") + place), "expr": expression}
            for place, expression in enumerate(expressions)
        ],
    }


if __name__ == "__main__":
    FILE.write_text(board(), encoding="utf-8")
