"""Styles are parsed once, and matched once for all nodes that no selector could tell apart.

Matching them again for each widget of each explorer is a tenth of a test's time.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, Final
from weakref import WeakKeyDictionary

from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.widget import Widget

_Key = tuple[str, tuple[str, str], bool, int, str, int]
_parsed: Final[dict[_Key, list[RuleSet]]] = {}
_colours: Final[dict[tuple[tuple[str, str], ...], int]] = {}
"""A number for the variables of each theme: two hundred texts are compared once for a sheet."""
_numbered: Final = WeakKeyDictionary[Stylesheet, tuple[dict[str, str], int]]()
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
    variables, number = _numbered.get(sheet, ({}, 0))
    if variables is not sheet._variables:
        number = _colours.setdefault(tuple(sheet._variables.items()), len(_colours))
        _numbered[sheet] = sheet._variables, number
    key = (css, read_from, is_default_rules, tie_breaker, scope, number)
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, read_from, is_default_rules, tie_breaker, scope)
    return _parsed[key]


_Styles = tuple[tuple[bool, ...], RulesMap, RulesMap | None]
"""What a sheet gives: which of ``_FLAGS`` hold, the rules, and what a node makes of them."""
_FLAGS: Final = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
_OF_APP: Final = {"dark", "light", "inline", "ansi", "nocolor"}
_OPPOSITE: Final = {"blur": "focus", "enabled": "disabled"}


class _Matched(dict[object, _Styles]):
    """What the rules of a sheet give, by all that a selector may ask of the nodes of a path."""

    def __init__(self, rules: list[RuleSet]) -> None:
        names = set(chain.from_iterable(rule.pseudo_classes for rule in rules))
        self._of_app = sorted(names & _OF_APP)
        # What is disabled follows from what was disabled above it.
        of_nodes = {_OPPOSITE.get(name, name) for name in names - _OF_APP} - {"disabled"}
        self._of_nodes = sorted(of_nodes)

    def key_of(self, node: DOMNode) -> object:
        app, *nodes = node.css_path_nodes
        held = [app._PSEUDO_CLASSES[name](app) for name in self._of_app]  # type: ignore[arg-type]
        return tuple(held), *map(self._facts, (app, *nodes))

    def _facts(self, node: DOMNode) -> object:
        checks: Any = node._PSEUDO_CLASSES
        held = [name in checks and checks[name](node) for name in self._of_nodes]
        disabled = isinstance(node, Widget) and node.disabled
        return type(node), node._id, node.classes, disabled, *held


class _OfNode(dict[tuple[object, ...], RulesMap]):
    """A cache for one update of one node, which keeps its rules for all nodes like it."""

    rules: RulesMap | None = None

    def get(self, _key: object, _default: object = None) -> None:  # type: ignore[override]
        return None

    def __setitem__(self, _key: object, rules: RulesMap) -> None:
        self.rules = rules


def _takes_at_once(node: DOMNode, rules: RulesMap) -> bool:
    """Whether a node has the rules without setting each: it had them, or nothing was drawn of it.

    Setting each is a tenth of a start.
    """
    styles = node.styles.base
    if not styles._rules and not node._is_mounted:
        styles.merge_rules(rules)
        node._nodes.updated()
    elif styles._rules != rules:
        return False
    node.notify_style_update()
    return True


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
    node_key = matched.key_of(node)
    if node_key in matched:
        flags, own, settled = matched[node_key]
        for name, holds in zip(_FLAGS, flags, strict=True):
            setattr(node, name, holds)
        if settled is None or not _takes_at_once(node, settled):
            sheet.replace_rules(node, own, animate=animate)
        sheet._process_component_classes(node)
        return
    found = _OfNode()
    apply_of_textual(sheet, node, animate=animate, cache=found)
    if found.rules is not None:
        flags = tuple(getattr(node, name) for name in _FLAGS)
        # A value on its way to another is not what the rules make of it.
        settled = None if "transitions" in found.rules else RulesMap(**node.styles.base._rules)
        matched[node_key] = flags, found.rules, settled
