"""A file with the matches of a list, and the user's decisions about its rows.

Each match and each decision is a line, appended at once: a program that is killed loses at most the
newest. The file does not hold the rows of the list; its name is a digest of them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tui_app.contract.matching import CompanyMatch, MatchCandidate, MatchRow
from tui_app.insight.matching.choosing import Choice, with_choice

KEPT_DAYS: Final = 60
"""A file that was not used for this many days is deleted."""

_NEWLINE: Final = b"\n"


class _Line(Struct, frozen=True, omit_defaults=True):
    """A line of the file: a match, a decision, or the withdrawal of a decision.

    A line with ``data`` begins the matches from other data: earlier matches no longer count.
    """

    line: int = 0
    match: CompanyMatch | None = None
    chosen: MatchCandidate | None = None
    is_none: bool = False
    is_undone: bool = False
    data: str = ""


class MatchFile:
    """``path`` is ``None`` if nothing is stored. Every method may block for a moment."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.failure = ""
        """Why nothing is stored any more; empty while storing works."""
        self.answers: dict[int, CompanyMatch] = {}
        """By the line number of the row."""
        self.choices: dict[int, Choice] = {}
        """What the user decided, by the line number of the row."""
        self._data = ""
        self._unsaid: list[_Line] = []
        """Lines to write before the next one, so that no file is created before there is a match.
        """
        self._is_torn = False
        self._read()

    @classmethod
    def of(
        cls, folder: Path, source: str, lines: Sequence[int], rows: Sequence[MatchRow]
    ) -> MatchFile:
        """The file for a list at a source; also deletes others that were not used for long."""
        with suppress(OSError):
            for old in folder.glob("match-*.jsonl"):
                if time.time() - old.stat().st_mtime > KEPT_DAYS * 24 * 3600:
                    old.unlink(missing_ok=True)
        content = msgspec.json.encode([source, list(zip(lines, rows, strict=True))])
        name = hashlib.sha256(content).hexdigest()[:16]
        return cls(folder / f"match-{name}.jsonl")

    def use_data(self, data: str) -> None:
        """Forget the matches unless they come from these data; decisions stay."""
        if self._data != data:
            self.answers.clear()
            self._data = data
            self._unsaid = [_Line(data=data)]

    def add(self, answers: Mapping[int, CompanyMatch], *, stored: bool = True) -> None:
        """Take matches, and store them unless asking again would be free."""
        self.answers |= answers
        if answers and stored:
            self._append([_Line(line=line, match=each) for line, each in answers.items()])

    def decided(self, line: int) -> CompanyMatch | None:
        """The match of a row, after the user's decision; ``None`` if the row has neither."""
        if line in self.choices:
            return with_choice(self.answers.get(line, CompanyMatch()), self.choices[line])
        return self.answers.get(line)

    def choose(self, line: int, company: Choice) -> None:
        """Store the user's choice for a row: a company, or none."""
        self.choices[line] = company
        self._append([_Line(line=line, chosen=company, is_none=company is None)])

    def undo(self, line: int) -> None:
        """Withdraw a decision."""
        self.choices.pop(line, None)
        self._append([_Line(line=line, is_undone=True)])

    def _append(self, lines: Iterable[_Line]) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("ab") as file:
                if file.tell() == 0:
                    self._path.chmod(0o600)
                torn = _NEWLINE if self._is_torn else b""
                said = [*self._unsaid, *lines]
                file.write(torn + b"".join(msgspec.json.encode(each) + _NEWLINE for each in said))
            self._is_torn = False
            self._unsaid = []
        except OSError as error:
            self.failure = f"{self._path} ({error.strerror})"
            self._path = None

    def _read(self) -> None:
        try:
            content = self._path.read_bytes() if self._path and self._path.exists() else b""
        except OSError as error:
            self.failure = f"{self._path} ({error.strerror})"
            self._path = None
            return
        self._is_torn = bool(content) and not content.endswith(_NEWLINE)
        decoder = msgspec.json.Decoder(_Line)
        for text in content.split(_NEWLINE):
            # The last line is incomplete if the program was killed.
            with suppress(msgspec.DecodeError, UnicodeDecodeError):
                self._apply(decoder.decode(text))

    def _apply(self, line: _Line) -> None:
        if line.data:
            self.answers.clear()
            self._data = line.data
        if line.match is not None:
            self.answers[line.line] = line.match
        if line.chosen is not None or line.is_none:
            self.choices[line.line] = line.chosen
        if line.is_undone:
            self.choices.pop(line.line, None)
