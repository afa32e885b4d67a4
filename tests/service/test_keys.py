"""Keys: recognisable, random, and protected against a slip of the hand."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tui_app.service import keys


def test_a_key_is_recognisable_and_new_every_time() -> None:
    made = {keys.new_key() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"firme_[0-9A-Za-z]{49}", key) for key in made)
    assert all(keys.has_valid_check_digits(key) for key in made)


@given(st.data())
def test_one_wrong_character_is_noticed(data: st.DataObject) -> None:
    key = keys.new_key()
    place = data.draw(st.integers(0, len(key) - 1))
    other = data.draw(st.characters(codec="ascii").filter(lambda c: c != key[place]))
    assert not keys.has_valid_check_digits(key[:place] + other + key[place + 1 :])


@given(st.text())
def test_any_other_text_is_no_key(text: str) -> None:
    assert not keys.has_valid_check_digits(text)


def test_a_digest_says_nothing_and_names_the_key() -> None:
    key = keys.new_key()
    assert len(keys.digest(key)) == 32
    assert keys.key_id(keys.digest(key)) not in key
    assert keys.key_id(keys.digest(key)) == keys.key_id(keys.digest(key))
