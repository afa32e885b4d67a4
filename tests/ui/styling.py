"""Styles are parsed once, and matched once for all nodes that no selector could tell apart.

Matching them again for each widget of each explorer is a tenth of a test's time.
"""

from __future__ import annotations

from itertools import chain
from typing import Final
from weakref import WeakKeyDictionary

from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

_Key = tuple[str, tuple[str, str], bool, int, str, tuple[tuple[str, str], ...]]
_parsed: Final[dict[_Key, list[RuleSet]]] = {}
_parse_rules = Stylesheet._parse_rules
apply_of_textual = Stylesheet.apply


def parse_once(
    sheet: Stylesheet,
    css: str,
    read_from: tuple[str, str],
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    """Replaces ``Stylesheet._parse_rules``."""
    colours = tuple(sheet._variables.items())
    key = (css, read_from, is_default_rules, tie_breaker, scope, colours)
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]


class _Matched(dict[object, RulesMap]):
    """What the rules of a sheet give, by all that a selector may ask of the nodes of a path."""

    def __init__(self, rules: list[RuleSet]) -> None:
        self.pseudo_classes = sorted(set(chain.from_iterable(r.pseudo_classes for r in rules)))

    def key_of(self, node: DOMNode) -> object:
        return tuple(map(self._facts, node.css_path_nodes))

    def _facts(self, node: DOMNode) -> object:
        held = [node.has_pseudo_classes({name}) for name in self.pseudo_classes]
        return type(node), node._id, node.classes, tuple(held)


class _OfNode(dict[tuple[object, ...], RulesMap]):
    """Textual's cache of one update, kept for all nodes like this one."""

    def __init__(self, matched: _Matched, node: DOMNode) -> None:
        self._matched, self._node_key = matched, matched.key_of(node)

    def get(self, _key: object, _default: object = None) -> RulesMap | None:  # type: ignore[override]
        return self._matched.get(self._node_key)

    def __setitem__(self, _key: object, rules: RulesMap) -> None:
        self._matched[self._node_key] = rules


_matched: Final[dict[tuple[int, ...], _Matched]] = {}
"""By the rules, which are kept by ``_parsed``."""
_of_sheets: Final = WeakKeyDictionary[Stylesheet, tuple[list[RuleSet], _Matched]]()


def match_once(
    sheet: Stylesheet,
    node: DOMNode,
    *,
    animate: bool = False,
    cache: dict[tuple[object, ...], RulesMap] | None = None,
) -> None:
    """Replaces ``Stylesheet.apply``."""
    rules, matched = _of_sheets.get(sheet, ([], None))
    if matched is None or rules is not sheet.rules:
        key = tuple(map(id, sheet.rules))
        matched = _matched.setdefault(key, _Matched(sheet.rules))
        _of_sheets[sheet] = sheet.rules, matched
    apply_of_textual(sheet, node, animate=animate, cache=_OfNode(matched, node))
