"""Two edits of one note: neither loses a line."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.workspace.merging import merge, newest_first

texts = st.lists(st.sampled_from(["a", "b", "c", "d", ""]), max_size=6).map("\n".join)


@pytest.mark.parametrize(
    ("base", "theirs", "ours", "merged"),
    [
        ("", "a", "b", "a\nb"),
        ("a\nb", "a\nb\nc", "a\nb\nd", "a\nb\nc\nd"),
        ("a\nb", "x\nb", "a\ny", "x\ny"),
        ("a\nb", "x\nb", "z\nb", "x\nz\nb"),
        ("a\nb", "b", "a\nb\nc", "b\nc"),  # theirs was taken out, ours is new
        ("a\nb", "b", "A\nb", "A\nb"),  # what one took out and the other changed stays
        ("a\nb\nc", "a\nb", "a\nb\nc\nd", "a\nb\nd"),
        ("a\nb\nc\nd", "X\nd", "a\nY\nc\nd", "X\nY\nd"),  # an edit within a larger one
        ("a", "a\nb", "a\nb\nc", "a\nb\nc"),  # both added b
        ("a\nb", "x\na\nb", "a\nb\nx", "x\na\nb\nx"),  # both added x, in two places
    ],
)
def test_both_edits_are_kept(base: str, theirs: str, ours: str, merged: str) -> None:
    assert merge(base, theirs, ours) == merged


def test_thousands_of_lines_alike_are_merged_as_soon_as_others() -> None:
    # Compared pair by pair, these are 64 million lines.
    many = ["- paid"] * 8_000
    base, theirs = "\n".join(many), "\n".join(["first", *many, "last"])
    many[4_000:4_000] = ["ours"]
    before = time.process_time()
    merged = merge(base, theirs, "\n".join(many)).split("\n")
    assert time.process_time() - before < 10
    assert merged[0] == "first" and merged[-1] == "last" and merged[4_001] == "ours"
    assert merged.count("- paid") == 8_000


@given(texts, texts)
def test_one_edit_alone_is_taken_as_it_is(base: str, edited: str) -> None:
    assert merge(base, edited, base) == edited
    assert merge(base, base, edited) == edited
    assert merge(base, edited, edited) == edited


@given(texts, texts, texts)
def test_no_new_line_is_lost(base: str, theirs: str, ours: str) -> None:
    merged = merge(base, theirs, ours).split("\n")
    old = set(base.split("\n"))
    for edited in (theirs, ours):
        assert set(edited.split("\n")) - old <= set(merged)


@given(texts, texts, texts)
def test_merging_again_changes_nothing(base: str, theirs: str, ours: str) -> None:
    merged = merge(base, theirs, ours)
    assert merge(merged, merged, merged) == merged
    assert merge(theirs, merged, theirs) == merged


notes = st.tuples(st.integers(0, 3), texts.map(str.strip).filter(bool))


@given(notes, notes)
def test_notes_of_two_machines_stay_whole_and_both_machines_agree(
    ours: tuple[int, str], theirs: tuple[int, str]
) -> None:
    merged = newest_first(ours, theirs)
    assert merged == newest_first(theirs, ours)
    for each in (ours, theirs):
        assert f"\n\n{each[1]}\n\n" in f"\n\n{merged[1]}\n\n"
        assert newest_first(merged, each)[1] == newest_first(each, merged)[1] == merged[1]
    if ours[0] < theirs[0] and ours[1] not in theirs[1] and theirs[1] not in ours[1]:
        assert merged == (theirs[0], f"{theirs[1]}\n\n{ours[1]}")


def test_a_line_that_both_notes_have_stays_in_both() -> None:
    older, newer = "call Ana\nowes 500\nask Dan", "call Dan\nowes 500\npaid?"
    assert newest_first((1, older), (2, newer)) == (2, f"{newer}\n\n{older}")
