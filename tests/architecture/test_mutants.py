"""Deliberate faults can be tried; ``python -m tests.mutants`` tries all of the list."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from tests import mutants
from tests.mutants import MUTANTS, TREE, misfit, try_mutant
from tests.mutations import Mutant


def test_a_fault_that_no_longer_fits_is_told() -> None:
    [fitting, *_] = MUTANTS
    assert not misfit(fitting)
    assert "renew" in misfit(fitting._replace(old="no such text"))
    assert "compiled" in misfit(fitting._replace(new="("))
    assert "nothing" in misfit(fitting._replace(new=fitting.old))
    assert "no test" in misfit(fitting._replace(tests=(f"{fitting.tests[0]}_not",)))


@pytest.mark.slow
def test_a_fault_is_noticed_in_a_copy_of_the_tree() -> None:
    fault = "insight/growth.py", "(after - before) / before", "(after - before) / after"
    by = "tests/insight/test_ratios.py::test_growth_is_told_as_a_share_only_where_it_is_one"
    before = (TREE / "tui_app" / fault[0]).read_text()
    assert try_mutant(Mutant("Growth is a share of the end", *fault, (by,))) == ""
    assert (TREE / "tui_app" / fault[0]).read_text() == before


@pytest.mark.parametrize(
    ("code", "told"), [(1, ""), (0, "no test failed"), (None, "did not end"), (4, "did not run")]
)
def test_only_a_failing_test_has_noticed_it(
    code: int | None, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "copy_of_tree", lambda _: nullcontext(TREE))
    monkeypatch.setattr(mutants, "run_tests", lambda *_: (code, "printed"))
    why = try_mutant(MUTANTS[0])
    assert told in why and bool(told) is bool(why)
