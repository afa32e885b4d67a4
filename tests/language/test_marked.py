"""Every word on the screen is marked for translation at its place in the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Set
from itertools import pairwise

import pytest

from tests.language.catalogues import PACKAGE
from tui_app.cli.ending import _FAILURES
from tui_app.ui.text.drawing import STYLES

MARKERS = {"_", "N_", "ngettext"}

SHOWING = {
    *("Content", "styled", "heading", "paragraph", "wrap", "fit", "pad", "key_hint", "lines"),
    *(
        "Piece",
        "RowLine",
        "Choice",
        "RecordField",
        "TextField",
        "CompletingField",
        "Column",
        "Command",
        "Table",
    ),
    *("Order", "Measure", "Tab", "CompletingField"),
    *("ChoiceScreen", "PlainScreen", "CannotCopyError", "ClientError"),
    *("say", "_say", "hold", "append", "join"),
}
"""What puts its texts on the screen: a single word in a call of these is a text."""

NO_TEXTS = {"id", "classes", "name", "group", "description", "key", "CSS", "DEFAULT_CSS"}
"""Arguments and names whose values are not shown."""

NAMED = {"Choice", "Column", "Measure", "Order", "Tab"}
"""Calls whose first argument is a name for programs."""

UNSEEN = {"AssertionError", "Binding", "exception", "parse_style", "add_class", "remove_class"}
"""Calls whose texts are for programmers."""

NO_WORDS = {
    *STYLES,
    *("bold", "bold underline"),
    *("kind", "label", "field", "value"),
    *("firmeterm", "CUI", "Esc", "JSON", "Markdown", "https"),
    *("show", "section", "signals"),  # of a command line
}
"""Styles, columns of exports, and words that are the same in every language."""

_WORD = re.compile(r"[^\W\d_]{3,}")
_PROSE = re.compile(r"[^\W\d_]{3,},? [^\W\d_]{2,}")


def unmarked(source: str, more: Set[str] = frozenset()) -> Iterator[tuple[int, str]]:
    """The line and the text of every literal that looks like words and is not marked.

    ``more`` are further names of arguments whose values are not shown.
    """
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        way = list(_up(node, parents))
        if "$" in node.value or _is_unseen([node, *way], NO_TEXTS | more):  # a style has variables
            continue
        call = next((each for each in way if isinstance(each, ast.Call)), None)
        shown = call is not None and _called(call) in SHOWING
        words = set((_WORD if shown else _PROSE).findall(node.value))
        if words - NO_WORDS:
            yield node.lineno, node.value


def _up(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """What a node stands in, up to its statement."""
    while not isinstance(node, ast.stmt):
        node = parents[node]
        yield node


def _is_unseen(way: list[ast.AST], no_texts: Set[str]) -> bool:
    *within, statement = way
    if isinstance(statement, ast.Expr) and len(within) == 1:
        return True  # a docstring
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if any(isinstance(target, ast.Name) and target.id in no_texts for target in targets):
            return True
    for inner, node in pairwise(way):
        if isinstance(node, ast.Dict) and inner in node.keys:
            return True
        if isinstance(node, ast.Call) and _called(node) in NAMED and inner in node.args[:1]:
            return True
        if isinstance(node, ast.keyword) and node.arg in no_texts:
            return True
        # Texts that are compared or looked up are not shown.
        if isinstance(node, ast.Compare | ast.Subscript):
            return True
        if isinstance(node, ast.Call) and _called(node) in MARKERS | UNSEEN:
            return True
    return False


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        # A command line is written the same in every language.
        return "" if ast.unparse(call.func) == "shlex.join" else call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


@pytest.mark.parametrize(
    "line",
    [
        'foot.say("written")',
        'styled(f"{count} marked", "dim")',
        'heading(title or "Contacts")',
        'reason = "The list is empty."',
        'Field(placeholder="your key", id="server-key")',
    ],
)
def test_words_that_are_not_marked_are_found(line: str) -> None:
    assert list(unmarked(line))


@pytest.mark.parametrize(
    "line",
    [
        'foot.say(_("written"), "good")',
        'styled(ngettext("{count} marked", "{count} marked", 2), "dim")',
        'def draw():\n    """Draw a thing that is seen."""',
        'TextPane(id="company header", classes="one two")',
        'DEFAULT_CSS = "Footer { height one }"',
        'styled("firmeterm", "strong") + styled("–", "dim")',
    ],
)
def test_what_is_marked_or_no_text_is_not_found(line: str) -> None:
    assert not list(unmarked(line))


def test_every_word_on_the_screen_is_marked() -> None:
    files = sorted((PACKAGE / "ui").rglob("*.py"))
    assert len(files) > 100
    found = {
        f"{file.relative_to(PACKAGE)}:{line}: {text}"
        for file in files
        for line, text in unmarked(file.read_text(encoding="utf-8"))
    }
    assert not found, "mark them: _(…) where they are shown at once, N_(…) where later"


def test_every_error_for_people_is_marked() -> None:
    kinds = {name for _module, name, _ending in _FAILURES} | {"FileError"}
    found = set()
    for file in PACKAGE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        if not any(f"{kind}(" in source for kind in kinds):
            continue
        lines = {
            line
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.Call) and _called(node) in kinds
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        }
        found |= {
            f"{file.relative_to(PACKAGE)}:{line}: {text}"
            for line, text in unmarked(source)
            if line in lines
        }
    assert not found


def _uses(nodes: Iterable[ast.AST]) -> set[type[ast.expr_context]]:
    """Whether they translate by ``_``, bind that name, or both."""
    return {type(each.ctx) for each in nodes if isinstance(each, ast.Name) and each.id == "_"}


_BINDING = re.compile(r"(?m)^(?!from |import ).*(?<![\w.])_(?![\w(])")
"""The name where it is not called. What has none need not be parsed."""


def test_no_function_that_translates_binds_its_name() -> None:
    found = set()
    for file in PACKAGE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        if not (re.search(r"\b_\(", source) and _BINDING.search(source)):
            continue
        tree = list(ast.walk(ast.parse(source)))
        if len(_uses(tree)) < 2:
            continue
        for function in tree:
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                nodes = set(ast.walk(function))
                # A comprehension has a scope of its own.
                for each in [node for node in nodes if isinstance(node, ast.comprehension)]:
                    nodes -= set(ast.walk(each.target))
                if len(_uses(nodes)) == 2:
                    found.add(f"{file.relative_to(PACKAGE)}:{function.lineno}")
    assert not found
