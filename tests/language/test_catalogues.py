"""Romanian is complete, and numbers, days and plurals follow the language."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from tests.language.catalogues import MO, PO, as_mo, as_po, merged, translated
from tests.sample import landmarks
from tests.ui.user import explore, program
from tui_app.config.settings import Settings
from tui_app.system.language import language, ngettext, set_language, system_language
from tui_app.ui.text import formatting as fmt


def _messages() -> Iterator[Message]:
    yield from (message for message in translated() if message.id)


def _texts(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(map(str, value or ()))  # type: ignore[call-overload]


def test_the_catalogue_is_in_step_with_the_code() -> None:
    assert PO.read_text(encoding="utf-8") == as_po(merged()), "run the catalogues module"
    assert MO.read_bytes() == as_mo()


def test_nothing_is_left_untranslated() -> None:
    left = [m.id for m in _messages() if not all(_texts(m.string)) or m.fuzzy]
    assert not left


def test_translations_keep_their_placeholders() -> None:
    for message in _messages():
        wanted = set(re.findall(r"{[^}]*}", _texts(message.id)[-1]))
        for text in _texts(message.string):
            assert set(re.findall(r"{[^}]*}", text)) == wanted, message.id


def test_romanian_has_three_forms_and_letters_with_commas() -> None:
    for message in _messages():
        if not isinstance(message.id, str):
            assert len(_texts(message.string)) == 3
        assert not re.search("[şţŞŢ]", "".join(_texts(message.string)))


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 firmă"), (2, "2 firme"), (0, "0 firme"), (20, "20 de firme"), (101, "101 firme")],
)
def test_plurals_follow_the_language(count: int, said: str) -> None:
    set_language("ro")
    assert ngettext("{count} company", "{count} companies", count).format(count=count) == said


def test_numbers_and_days_follow_the_language() -> None:
    day = dt.date(2020, 5, 14)
    assert fmt.number(-1234567.5, decimals=1) == "−1,234,567.5"
    assert fmt.date(day) == "2020-05-14"
    set_language("ro")
    assert fmt.number(-1234567.5, decimals=1) == "−1.234.567,5"
    assert fmt.date(day) == "14.05.2020"
    assert fmt.percent(0.153) == "+15,3%"
    assert fmt.number(None) == fmt.MISSING


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"LANG": "ro_RO.UTF-8"}, "ro"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "ro_RO.UTF-8"}, "ro"),
        ({"LC_MESSAGES": "ro_RO", "LANG": "C"}, "ro"),
        ({}, "en"),
    ],
)
def test_the_system_language(environment: dict[str, str], name: str) -> None:
    assert system_language(environment) == name


async def test_the_main_views_speak_romanian_and_leave_data_alone() -> None:
    set_language("ro")
    async with explore(program(Settings(lang="ro"))) as user:
        for words in ("Scrieți trei litere", "10.000 de cereri"):
            assert words in user.screen
        await user.search(landmarks.SHOWPIECE)
        await user.press("enter")
        for words in (
            "În scopuri de TVA",
            "cereri rămase",
            "Cod poștal",
            "functiune (activă)",
        ):
            assert words in user.screen
        await user.press("2")
        assert "Cifra de afaceri" in user.screen
        await user.press("question_mark")
        assert "Mergi la câmpul de căutare" in user.screen
    assert language() == "ro"
