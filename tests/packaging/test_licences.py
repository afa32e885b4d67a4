"""Each package that firmeterm brings along may be used and passed on with it."""

from __future__ import annotations

import re
from importlib import metadata

_FREE = re.compile(
    r"\b(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL[- ]2\.0|Mozilla Public License 2\.0"
    r"|Unlicense|CC0|0BSD)\b"
)
_REQUIREMENT = re.compile(r"[A-Za-z0-9._-]+")


def _brought_along(name: str, seen: set[str]) -> set[str]:
    """The packages that are installed with one, extras left out."""
    for line in metadata.requires(name) or []:
        requirement, _, condition = line.partition(";")
        found = _REQUIREMENT.match(requirement)
        if found is None or "extra" in condition:
            continue
        needed = re.sub(r"[-_.]+", "-", found[0]).lower()
        try:
            metadata.distribution(needed)
        except metadata.PackageNotFoundError:
            continue  # for another system or another Python
        if needed not in seen:
            seen.add(needed)
            _brought_along(needed, seen)
    return seen


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
