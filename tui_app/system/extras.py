"""The optional packages of each extra, from the metadata of the package, and how to add them."""

from __future__ import annotations

import re
import shlex
import sys
from importlib.util import find_spec
from typing import Final

from tui_app.system.language import _

_MODULES: Final = {
    "mcp": ("mcp",),
    "metrics": ("prometheus_client",),
    "parquet": ("pyarrow",),
    "postgres": ("psycopg", "psycopg_pool"),
    "procurement": ("python_calamine",),
    "serve": ("granian",),
    "xlsx": ("python_calamine", "xlsxwriter"),
}


def is_installed(extra: str) -> bool:
    """Whether the modules of an extra are there; none of them is imported."""
    return all(find_spec(module) is not None for module in _MODULES[extra])


def install_command(extra: str) -> str:
    """The command that adds an extra to this installation, whichever way that was made."""
    from importlib import metadata  # not at the start: with it come the modules of e-mail

    needs = [
        requirement.partition(";")[0].strip()
        for requirement in metadata.requires("firmeterm") or ()
        if re.search(rf"""extra == ['"]{extra}['"]""", requirement)
    ]
    with_pip = (sys.executable, "-m", "pip", "install")
    with_uv = ("uv", "pip", "install", "--python", sys.executable)
    return shlex.join((*(with_pip if find_spec("pip") else with_uv), *needs))


def needs_extra(what: str, extra: str) -> str:
    """What to say where an extra is missing."""
    text = _("{what} needs packages that are not installed: {command}")
    return text.format(what=what, command=install_command(extra))
