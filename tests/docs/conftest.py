"""The README's pictures are taken as the screen's tests take theirs, with the same replaced."""

from tests.ui.conftest import _found_once, _over_when_nothing_is_left_to_do, _rests_soon

__all__ = ["_found_once", "_over_when_nothing_is_left_to_do", "_rests_soon"]
