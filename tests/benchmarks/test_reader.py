"""What the last layers of the cross-encoder are trained with."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest

from benchmarks.reader.questions import FILE, letters_of
from benchmarks.reader.squad import squad_pairs
from core.text.content_words import stems_of
from core.text.language import language_of

if TYPE_CHECKING:
    from pathlib import Path

CONTEXT = (
    "The ward was built in 1912 by Ada Brook. It has twelve beds and a garden. "
    "The garden was laid out by her brother after the war."
)
ASKED = [("Who built the ward?", "Ada Brook"), ("When was the ward built?", "1912")]


def test_a_passage_is_found_again_by_its_letters() -> None:
    page = "Dose:\n 5 mg/kg (ﬁrst day), then  2.5 mg."
    letters = letters_of(page)
    start = letters.text.index("5mgkg")
    assert letters.passage(page, start, len("5mgkgfirstday")) == "5 mg/kg (ﬁrst day"


def test_about_as_many_written_questions_are_answered_as_are_not() -> None:
    counts = Counter[bool]()
    for entry in json.loads(FILE.read_text("utf-8")):
        if "page" in entry:
            counts[entry["answerable"]] += 1
        else:
            counts.update({True: len(entry["answered"]), False: len(entry["unanswered"])})
    assert counts[True] == pytest.approx(counts[False], rel=0.02)


def test_pairs_of_squad_lose_their_answer_or_that_of_another_question(tmp_path: Path) -> None:
    asked = [
        {"question": q, "answers": [{"text": a, "answer_start": CONTEXT.index(a)}]}
        for q, a in ASKED
    ]
    content = {"data": [{"paragraphs": [{"context": CONTEXT, "qas": asked}]}]}
    path = tmp_path / "train.json"
    path.write_text(json.dumps(content), "utf-8")
    pairs = {(pair.question, pair.kind): pair for pair in squad_pairs(path)}
    for question, answer in ASKED:
        assert answer in pairs[question, "answer"].text
        assert answer not in pairs[question, "answer cut"].text
        assert answer in pairs[question, "other cut"].text
        assert not pairs[question, "same paragraph"].answers


def test_words_shared_with_a_passage_do_not_tell_whether_it_answers() -> None:
    shares: dict[bool, list[float]] = {True: [], False: []}
    for entry in json.loads(FILE.read_text("utf-8")):
        for answers, questions in enumerate((entry.get("unanswered"), entry.get("answered"))):
            for question in questions or ():
                language = language_of(question)
                asked = set(stems_of(question, language))
                shared = asked & set(stems_of(entry["passage"], language))
                shares[bool(answers)].append(len(shared) / max(1, len(asked)))
    # A reader trained on questions that only this tells apart learns nothing of answers.
    more = np.subtract.outer(shares[True], shares[False])
    assert 0.3 < np.mean(more > 0) + np.mean(more == 0) / 2 < 0.7
