"""Styles are parsed once, and matched once for all nodes that no selector could tell apart.

Matching them again for each widget of each explorer is a tenth of a test's time.
"""

from __future__ import annotations

from typing import Final, NamedTuple
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


_FLAGS: Final = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
"""What Textual notes at a node of the selectors that ask for it."""


class _Match(NamedTuple):
    """What a node gets: its rules, what they become once they are set, and its flags."""

    rules: RulesMap
    when_set: RulesMap
    flags: tuple[bool, ...]


class _Asked:
    """What the rules of a sheet ask of a node."""

    def __init__(self, sheet: Stylesheet) -> None:
        self.rules = sheet.rules
        self._rules_of_names = sheet.rules_map
        self._selectors = [
            selector
            for rule in sheet.rules
            for selector_set in rule.selector_set
            for selector in selector_set.selectors
            if selector.pseudo_classes
        ]
        self._pseudo_classes: dict[object, list[str]] = {}
        self._candidates: dict[object, tuple[int, ...]] = {}

    def key_of(self, node: DOMNode) -> object:
        """The rules that may hold for a node, and all that their selectors may ask of its path."""
        kind = type(node), node._id, node.classes
        if (candidates := self._candidates.get(kind)) is None:
            names = self._rules_of_names.keys() & node._selector_names
            ids = {id(rule) for name in names for rule in self._rules_of_names[name]}
            in_order = (id(rule) for rule in self.rules)
            candidates = self._candidates[kind] = tuple(each for each in in_order if each in ids)
        return candidates, *map(self._facts, node.css_path_nodes)

    def _facts(self, node: DOMNode) -> object:
        """What a selector may ask; a pseudo-class only if one asks it of a node like this one."""
        kind = type(node), node._id, node.classes
        if (asked := self._pseudo_classes.get(kind)) is None:
            names = {name for s in self._selectors if s._check(node) for name in s.pseudo_classes}
            asked = self._pseudo_classes[kind] = sorted(names)
        return kind, *[name for name in asked if node.has_pseudo_classes({name})]


class _OfNode(dict[tuple[object, ...], RulesMap]):
    """In place of Textual's cache of one update: takes the rules of one node."""

    def get(self, _key: object, _default: object = None) -> None:  # type: ignore[override]
        return None


_matches: Final[dict[object, _Match]] = {}
"""By the rules, which are kept by ``_parsed``, and what they ask."""
_of_sheets: Final = WeakKeyDictionary[Stylesheet, _Asked]()


def match_once(
    sheet: Stylesheet,
    node: DOMNode,
    *,
    animate: bool = False,
    cache: dict[tuple[object, ...], RulesMap] | None = None,
) -> None:
    """Replaces ``Stylesheet.apply``."""
    asked = _of_sheets.get(sheet)
    if asked is None or asked.rules is not sheet.rules:
        asked = _of_sheets[sheet] = _Asked(sheet)
    key = asked.key_of(node)
    if (match := _matches.get(key)) is None:
        taken = _OfNode()
        apply_of_textual(sheet, node, animate=animate, cache=taken)
        for rules in taken.values():
            flags = tuple(getattr(node, flag) for flag in _FLAGS)
            _matches[key] = _Match(rules, node.styles.base._rules.copy(), flags)
        return
    for flag, value in zip(_FLAGS, match.flags, strict=True):
        setattr(node, flag, value)
    _set(sheet, node, match, animate)
    sheet._process_component_classes(node)


def _set(sheet: Stylesheet, node: DOMNode, match: _Match, animate: bool) -> None:
    """Set the rules, all at once where there were none, and none where all are set."""
    base = node.styles.base
    if base._rules and base._rules != match.when_set:
        sheet.replace_rules(node, match.rules, animate=animate)
        return
    if not base._rules:
        base.merge_rules(match.when_set)
        node.refresh(layout=True)
    node.notify_style_update()
