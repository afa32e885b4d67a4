"""The one sanitiser, against a naive statement of its promise."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_app.client.sanitize import LONGEST, MAX_MARKS, clean

NASTY = [
    *map(chr, range(0x20)),
    *map(chr, range(0x7F, 0xA0)),
    *"\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\u200b\u200c\u200d\u2060\ufeff\u180e\u00ad\u2028\u2029\ufff9\u034f\u3164\u115f",
    *"\ud800\udbff\udc00\udfff\U000e0041\ue000\uffff",
    *"\u0301\u0308\u20dd\u0489",
]
texts = st.text(st.one_of(st.characters(), st.sampled_from(NASTY), st.sampled_from("aZșŢ 1[]")))


def may_stand(character: str) -> bool:
    """The naive oracle: what a terminal draws as itself."""
    if character == " ":
        return True
    return unicodedata.category(character)[0] in "LMNPSZ" and unicodedata.category(
        character
    ) not in {"Zl", "Zp"}


@given(texts)
def test_only_what_draws_itself_is_left(text: str) -> None:
    assert all(may_stand(c) for c in clean(text))


@given(texts)
def test_no_letter_carries_a_tower_of_marks(text: str) -> None:
    assert clean(f"a{chr(0x301) * 9}") == f"a{chr(0x301) * 3}"
    run = MAX_MARKS
    for character in clean(text):
        run = run + 1 if unicodedata.category(character).startswith("M") else 0
        assert run <= MAX_MARKS


@given(texts, st.integers(2, 50))
def test_cleaning_twice_changes_nothing_and_the_length_is_bounded(text: str, most: int) -> None:
    once = clean(text, most)
    assert len(once) <= most
    assert clean(once, most) == once


@given(texts)
def test_harmless_letters_are_kept_in_order(text: str) -> None:
    def letters(of: str) -> list[str]:
        return [c for c in of if c.isascii() and c.isprintable() and c != " "]

    assert letters(clean(text)) == letters(text)


@pytest.mark.parametrize("character", NASTY[:-4])
def test_no_nasty_character_survives(character: str) -> None:
    assert character not in clean(f"a{character}b")


@pytest.mark.parametrize(
    "name",
    [
        "ȘTEFĂNEȘTI & FIII S.R.L.",
        "Societatea „Ţara Oaşului” – 100 % 5 €",
        "株式会社",
        "[@click=app.quit]X[/]",
        "A\u0306i\u0301",
    ],
)
def test_real_names_stay_as_they_are(name: str) -> None:
    assert clean(name) == name


def test_lines_become_one_and_escapes_lose_their_teeth() -> None:
    assert clean("A\r\nB\tC\x1b[31mD\x9b2J") == "A  B C[31mD2J"


def test_a_long_text_is_cut_and_says_so() -> None:
    assert clean("x" * (LONGEST + 1)) == "x" * (LONGEST - 1) + "…"
    assert clean("x" * LONGEST) == "x" * LONGEST


def test_a_flood_of_invisible_characters_costs_no_more_than_a_long_text() -> None:
    assert clean("\u200b" * 10_000_000 + "end") == "…"


@pytest.mark.parametrize(
    ("text", "longest", "cleaned"),
    [
        ("x" * 10, 10, "x" * 10),
        ("x" * 11, 10, "x" * 9 + "…"),
        ("x" * 2000, LONGEST, "x" * 2000),
        ("x" * 2001, LONGEST, "x" * 1999 + "…"),
        ("\x1b" * 30 + "x" * 10, 10, "x" * 10),
        ("\x1b" * 31 + "x" * 10, 10, "x" * 9 + "…"),  # what stands behind is not looked at
        ("a\tb\r\nc\u2028d", 20, "a b  c d"),
        ("a" + "\u0301" * MAX_MARKS + "b", 20, "a" + "\u0301" * MAX_MARKS + "b"),
        ("a" + "\u0301" * (MAX_MARKS + 1) + "b", 20, "a" + "\u0301" * MAX_MARKS + "b"),
        ("\u0301a", 20, "a"),
        ("a\u3164\u00ad\u200bb", 20, "ab"),
        ("Ștefan – „x” €", 20, "Ștefan – „x” €"),
    ],
)
def test_a_text_is_cut_and_cleaned_at_its_bounds(text: str, longest: int, cleaned: str) -> None:
    assert clean(text, longest) == cleaned
