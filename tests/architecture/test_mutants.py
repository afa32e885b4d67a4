"""Deliberate faults can be tried; ``python -m tests.mutants`` tries all of the list."""

from __future__ import annotations

import pytest

from tests.mutants import MUTANTS, TREE, copy_of_tree, misfit, run_tests, try_mutant
from tests.mutations import Mutant


def test_a_fault_that_no_longer_fits_is_told() -> None:
    [fitting, *_] = MUTANTS
    assert not misfit(fitting)
    assert "renew" in misfit(fitting._replace(old="no such text"))
    assert "compiled" in misfit(fitting._replace(new="("))
    assert "nothing" in misfit(fitting._replace(new=fitting.old))
    assert "no test" in misfit(fitting._replace(tests=(f"{fitting.tests[0]}_not",)))


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
