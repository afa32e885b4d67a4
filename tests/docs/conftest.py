"""The README's pictures are taken as the screen's tests take theirs: styles are parsed once."""

from tests.ui.conftest import _rests_soon, _sleeping_widgets_left_alone, _styles_parsed_once

__all__ = ["_rests_soon", "_sleeping_widgets_left_alone", "_styles_parsed_once"]
