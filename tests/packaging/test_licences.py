"""The licences of everything that firmeterm imports allow its use and distribution."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import grimp

_FREE = re.compile(
    r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL[- ]2\.0|Mozilla Public License 2\.0"
    r"|Unlicense|CC0|0BSD)\b"
)
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[([^]]*)\])?")
_ROOT = Path(__file__).parents[2]
_EXTRA = re.compile("extra == ['\"]([^'\"]+)")


def _brought_along(name: str, seen: set[str], *extras: str) -> set[str]:
    """The packages that are installed with one and these extras."""
    for line in _named_by_us() if name == "firmeterm" else metadata.requires(name) or []:
        requirement, _, condition = line.partition(";")
        found, extra = _REQUIREMENT.match(requirement), _EXTRA.search(condition)
        if found is None or (extra is not None and extra[1] not in extras):
            continue
        needed = _normal(found[1])
        try:
            metadata.distribution(needed)
        except metadata.PackageNotFoundError:
            continue  # for another system or another Python
        if needed not in seen:
            seen.add(needed)
            _brought_along(needed, seen, *(found[2] or "").split(","))
    return seen


def _named_by_us() -> Iterator[str]:
    """Our own requirements as the project file has them: what is installed may be older."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    yield from project["dependencies"]
    for extra, lines in project["optional-dependencies"].items():
        yield from (f"{line}; extra == '{extra}'" for line in lines)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _licence(name: str) -> str:
    about = metadata.metadata(name)
    classifiers = [c for c in about.get_all("Classifier") or [] if c.startswith("License")]
    expressions = about.get_all("License-Expression") or []
    # Some put the whole text there.
    named = [text[:200] for text in about.get_all("License") or []]
    return " ".join([*classifiers, *expressions, *named])


def test_every_package_has_a_licence_that_lets_it_be_passed_on() -> None:
    packages = _brought_along("firmeterm", set())
    assert {"textual", "httpx", "click", "httpcore", "rich"} <= packages
    doubtful = {name: _licence(name) for name in packages if not _FREE.search(_licence(name))}
    assert not doubtful


def test_what_is_imported_is_brought_along() -> None:
    extras = ("keyring", "mcp", "metrics", "parquet", "postgres", "serve", "xlsx")
    packages = _brought_along("firmeterm", set(), *extras)
    graph = grimp.build_graph("tui_app", include_external_packages=True, cache_dir=None)
    imported = {each.partition(".")[0] for each in graph.modules} - {"tui_app"}
    made_of = metadata.packages_distributions()
    missing = {
        module
        for module in imported - sys.stdlib_module_names
        if packages.isdisjoint(map(_normal, made_of.get(module, ())))
    }
    assert not missing
