"""The list of deliberate faults fits the program; ``python -m tests.mutants`` tries them."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.mutants import MUTANTS, TREE, copy_of_tree, run_tests, try_mutant
from tests.mutations import Mutant

_ROOMS = {path.name for path in (TREE / "tui_app").iterdir() if (path / "__init__.py").exists()}


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda each: each.fault)
def test_a_fault_can_be_put_in_and_has_tests(mutant: Mutant) -> None:
    text = (TREE / "tui_app" / mutant.file).read_text()
    assert text.count(mutant.old) == 1, "the program has changed: renew the fault"
    changed = text.replace(mutant.old, mutant.new)
    assert changed != text
    compile(changed, mutant.file, "exec")
    assert mutant.tests
    for test in mutant.tests:
        file, *names = test.split("::")
        tests = (TREE / file).read_text()
        assert all(re.search(rf"def {name.partition('[')[0]}\b", tests) for name in names), test


def test_no_fault_is_listed_twice() -> None:
    assert Counter((each.file, each.old, each.new) for each in MUTANTS).most_common(1)[0][1] == 1
    assert {each.room for each in MUTANTS} <= _ROOMS


@pytest.mark.long
def test_a_fault_is_noticed_or_said_to_be_unnoticed() -> None:
    fault = "insight/growth.py", "(after - before) / before", "(after - before) / after"
    by = "tests/insight/test_ratios.py::test_growth_is_told_as_a_share_only_where_it_is_one"
    assert try_mutant(Mutant("Growth is a share of the end", *fault, (by,))) == ""
    other = by.partition("::")[0] + "::test_a_statement_is_due_by_the_end_of_may"
    assert try_mutant(Mutant("The same", *fault, (other,))) == "no test failed"
    missing = by.partition("::")[0] + "::test_nothing"
    assert "did not run" in try_mutant(Mutant("The same", *fault, (missing,)))


def test_the_working_tree_stays_as_it_is() -> None:
    [mutant, *_] = MUTANTS
    with copy_of_tree(mutant) as copy:
        assert mutant.new in (copy / "tui_app" / mutant.file).read_text()
        assert run_tests(copy, ["--version"])[0] == 0
    assert mutant.old in (TREE / "tui_app" / mutant.file).read_text()
