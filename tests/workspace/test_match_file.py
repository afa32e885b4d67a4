"""What was decided about a list survives a kill, a torn line and newer data."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tui_app.contract.matching import CompanyMatch, Decision, MatchCandidate, MatchRow
from tui_app.workspace.match_file import KEPT_DAYS, MatchFile

ANSWER = CompanyMatch(decision=Decision.SEVERAL, confidence=0.95, because="same name; 2 fit alike")
COMPANY = MatchCandidate(tax_id="11", company_name="ANA SRL")


def test_every_decision_is_there_after_a_kill_and_a_torn_line_costs_itself_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state" / "match-x.jsonl"
    kept = MatchFile(path)
    kept.use_data("registry 1")
    kept.add({2: ANSWER, 3: ANSWER})
    kept.choose(2, COMPANY)
    kept.choose(3, COMPANY)
    kept.choose(3, None)
    kept.choose(4, COMPANY)
    kept.undo(4)
    assert path.stat().st_mode & 0o777 == 0o600
    again = MatchFile(path)
    assert again.answers == {2: ANSWER, 3: ANSWER}
    assert again.choices == {2: COMPANY, 3: None}
    path.write_bytes(path.read_bytes()[:-5])
    torn = MatchFile(path)
    torn.choose(5, COMPANY)
    assert MatchFile(path).choices == {2: COMPANY, 3: None, 4: COMPANY, 5: COMPANY}


def test_newer_data_forget_answers_and_keep_decisions(tmp_path: Path) -> None:
    kept = MatchFile(tmp_path / "match-x.jsonl")
    kept.use_data("registry 1")
    kept.add({2: ANSWER})
    kept.choose(3, None)
    again = MatchFile(tmp_path / "match-x.jsonl")
    again.use_data("registry 1")
    assert again.answers
    again.use_data("registry 2")
    assert not again.answers and again.choices == {3: None}
    last = MatchFile(tmp_path / "match-x.jsonl")
    last.use_data("registry 2")
    assert not last.answers and last.choices == {3: None}
    last.add({5: ANSWER})
    assert MatchFile(tmp_path / "match-x.jsonl").answers == {5: ANSWER}


def test_each_list_has_its_file_and_forgotten_ones_go(tmp_path: Path) -> None:
    rows = [MatchRow(name="ana")]
    MatchFile.of(tmp_path, "sample", [1], rows).choose(1, None)
    assert MatchFile.of(tmp_path, "sample", [1], rows).choices
    assert not MatchFile.of(tmp_path, "other", [1], rows).choices
    assert not MatchFile.of(tmp_path, "sample", [1], [MatchRow(name="ane")]).choices
    [path] = tmp_path.glob("match-*.jsonl")
    assert "ana" not in path.read_text()
    other = tmp_path / "answers-old.jsonl"
    other.touch()
    for file, days in ((path, KEPT_DAYS - 1), (other, 999)):
        os.utime(file, (time.time() - days * 24 * 3600,) * 2)
    assert MatchFile.of(tmp_path, "sample", [1], rows).choices == {1: None}
    assert other.exists()
    old = time.time() - (KEPT_DAYS + 1) * 24 * 3600
    os.utime(path, (old, old))
    assert not MatchFile.of(tmp_path, "sample", [1], rows).choices


def test_a_folder_that_takes_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = MatchFile(tmp_path / "file" / "match-x.jsonl")
    kept.choose(1, None)
    assert kept.failure and kept.choices == {1: None}
    kept.choose(2, None)


def test_a_decision_stands_for_its_row_alone_and_comes_before_the_match(tmp_path: Path) -> None:
    kept = MatchFile(tmp_path / "match-x.jsonl")
    matched = CompanyMatch(decision=Decision.MATCHED, tax_id="12", company_name="DAN SRL")
    kept.use_data("server")
    kept.add({2: ANSWER, 3: matched, 4: matched})
    kept.add({5: matched}, stored=False)
    kept.choose(2, COMPANY)
    kept.choose(3, None)
    kept.choose(6, COMPANY)

    def found(line: int) -> tuple[str, str] | None:
        decided = kept.decided(line)
        return (decided.decision, decided.tax_id or "") if decided else None

    for _time in range(2):
        assert found(2) == found(6) == (Decision.MATCHED, "11")
        assert found(3) == (Decision.NONE, "")
        assert found(4) == (Decision.MATCHED, "12")
        assert found(7) is None
        kept.use_data("server")  # the same data: nothing is forgotten
    assert found(5) == (Decision.MATCHED, "12")
    assert 5 not in MatchFile(tmp_path / "match-x.jsonl").answers
    kept.undo(3)
    kept.undo(3)
    assert found(3) == (Decision.MATCHED, "12")
    again = MatchFile(tmp_path / "match-x.jsonl")
    assert set(again.choices) == {2, 6} and set(again.answers) == {2, 3, 4}
