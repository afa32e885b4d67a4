"""Questions that people ask, each with the calls that answer it: the facts stand in the answers.

No model takes part: ``questions.jsonl`` has the calls, and facts that were taken from the
sample's raw records.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from tests.agents.answers import read_answer
from tui_app.agents.guard import Guard, Handles
from tui_app.agents.rendering import MAX_CHARACTERS
from tui_app.agents.toolbox import SourceFacts, Toolbox
from tui_app.config.settings import Settings
from tui_app.sources.source import connect, name_of

QUESTIONS = [
    json.loads(line)
    for line in (Path(__file__).parent / "questions.jsonl").read_text("utf-8").splitlines()
]


async def test_the_answers_have_the_facts(capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings()
    wrong, costs, tokens = [], [], []
    for each in QUESTIONS:
        # A client of its own, so that no question profits from the one before it.
        async with connect(settings) as companies:
            guard = Guard(None, 10, Handles())
            toolbox = Toolbox(companies, SourceFacts(name_of(settings)), guard)
            texts, cost = [], 0
            for call in each["calls"]:
                text = await toolbox.call(call["tool"], call["arguments"])
                assert len(text) <= MAX_CHARACTERS
                texts.append(text)
                cost += read_answer(text)["cost"]
        answer = "\n".join(texts)
        wrong += [(each["question"], fact) for fact in each["facts"] if fact not in answer]
        costs.append(cost)
        tokens.append(len(answer) / 4)
    with capsys.disabled():
        print(
            f"\n{len(QUESTIONS)} questions: {sum(costs) / len(costs):.1f} requests and"
            f" {sum(tokens) / len(tokens):.0f} tokens each"
        )
    assert not wrong


def test_they_are_sixty_in_two_languages_over_all_tools() -> None:
    assert len(QUESTIONS) >= 60
    assert min(Counter(each["language"] for each in QUESTIONS).values()) >= 20
    assert {"find", "company", "match", "screen", "status"} <= {
        call["tool"] for each in QUESTIONS for call in each["calls"]
    }
    assert all(each["facts"] for each in QUESTIONS)
