"""The README's pictures are taken as the screen's tests take theirs: styles are parsed once."""

from tests.ui.conftest import _over_when_nothing_is_left_to_do, _rests_soon, _styles_parsed_once

__all__ = ["_over_when_nothing_is_left_to_do", "_rests_soon", "_styles_parsed_once"]
