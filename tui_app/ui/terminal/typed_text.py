"""The bytes from a terminal, as text that Textual's parser can handle.

Textual ends at a byte that is not UTF-8, such as an accented letter of an older terminal. It also
takes a control sequence within a pasted text for keys, and Esc with a key soon after it for one
key.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from typing import Final

_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"
"""The marks around a pasted text."""
_ANSWER: Final = re.compile(r"\x1b\]11;[^\x07\x1b]{0,64}(?:\x07|\x1b\\)")
"""The terminal's answer about its background, which came too late to be used."""
_ANSWER_BEGUN: Final = re.compile(r"\x1b\]1(?:1(?:;[^\x07\x1b]{0,64}\x1b?)?)?\Z")
_ESCAPE: Final = re.compile("\x1b(?:(?=[^][O\x7f\x08])|(?=O[^0-9A-DFHMP-Sj-y]))")
"""Esc before a key: no sequence begins so except Alt and Backspace, and no key of ours has Alt."""
_ESCAPE_KEY: Final = "\x1b[27u"
"""Esc in the Kitty protocol, where it cannot be mistaken for another key."""
_KEY_BEGUN: Final = re.compile(r"\x1b+[\[O]?\Z")
"""Esc, or the beginning of a sequence."""
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
"""Control characters that no text needs: all but tab, line feed and carriage return."""


class TypedText:
    """Decodes the input piece by piece; anything may be cut in two at the end of a piece."""

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._is_pasting = False
        self._before = ""
        """The end of the text decoded so far, which may begin ``_BEGIN``."""
        self._waiting = ""
        """The end of the text read so far, whose meaning depends on the rest."""

    def decode(self, data: bytes) -> str:
        """The text of some bytes; pasted text has no control characters."""
        text, self._waiting = self._waiting + self._decode(data), ""
        if not self._is_pasting:
            text = _ANSWER.sub("", text)
            if begun := _ANSWER_BEGUN.search(text):
                text, self._waiting = text[: begun.start()], begun[0]
        taken = ""
        while text:
            piece, text = self._pasted(text) if self._is_pasting else self._typed(text)
            taken += piece
        return taken

    @property
    def may_be_escape(self) -> bool:
        """Whether Esc was typed, unless the rest of a sequence comes soon."""
        return not self._is_pasting and bool(_KEY_BEGUN.fullmatch(self._waiting))

    def give_up_waiting(self) -> str:
        """Decide that no rest comes: what looked like the beginning of a sequence was Esc."""
        if not self.may_be_escape:
            return ""
        text, self._waiting = self._waiting.replace("\x1b", _ESCAPE_KEY), ""
        return text

    def _typed(self, text: str) -> tuple[str, str]:
        """The text up to the beginning of a paste, and the rest."""
        at = (self._before + text).find(_BEGIN)
        if at < 0:
            if begun := _KEY_BEGUN.search(text):
                text, self._waiting = text[: begun.start()], begun[0] + self._waiting
            self._before = (self._before + text)[1 - len(_BEGIN) :]
            return _ESCAPE.sub(_ESCAPE_KEY, text), ""
        end = at + len(_BEGIN) - len(self._before)
        self._before, self._is_pasting = "", True
        return _ESCAPE.sub(_ESCAPE_KEY, text[:end]), text[end:]

    def _pasted(self, text: str) -> tuple[str, str]:
        """The text up to the end of the paste, and the rest."""
        pasted, end, rest = text.partition(_END)
        self._is_pasting = not end
        if not end and (at := pasted.rfind("\x1b", -len(_END))) >= 0:
            pasted, self._waiting = pasted[:at], pasted[at:]
        return _CONTROLS.sub("", pasted) + end, rest
