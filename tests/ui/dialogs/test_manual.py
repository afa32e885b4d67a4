"""The manual on the screen: the page of the pane with the keys, searched by typing."""

from __future__ import annotations

from tests.sample import landmarks
from tests.ui.user import NARROW, User, explore
from tui_app.manual.pages import topics
from tui_app.ui.dialogs.help import ManualScreen
from tui_app.ui.lists import LISTS
from tui_app.ui.sections import SECTIONS


def _topic(user: User) -> str:
    screen = user.app.screen
    assert isinstance(screen, ManualScreen)
    return screen.topic


async def test_f1_opens_the_page_of_the_pane() -> None:
    async with explore() as user:
        await user.search(landmarks.SHOWPIECE)
        for keys, topic, said in (
            ((), "search", "Type in the field of the left pane"),
            (("enter", "3"), "court cases", "Courts know names, not tax ids"),
            (("2", "ctrl+p"), "figures", "the latest turnover, profit"),
            (("escape", "escape", "W"), "watching", "The watch list contains companies"),
        ):
            await user.press(*keys, "f1")
            assert _topic(user) == topic
            assert said in " ".join(user.screen.split())
            await user.press("f1")
            assert not isinstance(user.app.screen, ManualScreen)


def test_every_pane_has_a_page() -> None:
    used = {kind.pane.topic.replace("-", " ") for kind in (*LISTS, *SECTIONS)}
    assert used <= topics().keys()


async def test_it_is_searched_by_typing() -> None:
    async with explore() as user:
        await user.press("f1")
        await user.type("mosh")
        assert "ssh" in user.screen
        await user.press("enter")
        assert _topic(user) == "ssh"
        await user.until("mosh passes OSC 52")
        await user.paste("zzzz")
        assert "Nothing in the manual contains “zzzz”" in user.screen
        await user.press("escape")
        await user.until("mosh passes OSC 52")
        await user.press("escape")
        assert not isinstance(user.app.screen, ManualScreen)


async def test_enter_lists_the_topics_and_opens_one() -> None:
    async with explore(size=NARROW) as user:
        await user.press("f1", "enter")
        # There are more than have room: the list follows the cursor.
        first, second, *others = topics()
        assert f"›{first} " in user.screen
        await user.pilot.press("down", *["down"] * len(others[:22]))
        await user.until(f"›{others[21]} ")
        assert f" {first} " not in user.screen
        await user.pilot.press(*["up"] * 22)
        await user.until(f"›{second} ")
        await user.press("enter")
        assert _topic(user) == list(topics())[1]
        await user.until(topics()[_topic(user)])
        top = user.screen
        await user.press("pagedown")
        await user.when(lambda: user.screen != top)
