"""Answers as JSON."""

from __future__ import annotations

import json

from core.answering import open_answerer
from core.answering.base import AnswerOptions
from core.answering.report import answer_dict
from core.embedding.hashing import HashingEncoder
from tests.core.answering.builders import GUIDELINE, found


def test_an_answer_survives_json_with_its_places() -> None:
    place = found(GUIDELINE)
    options = AnswerOptions(threshold=0.0, max_citations=1)
    question = "By how many mg is the dose raised each week?"
    answer = open_answerer(HashingEncoder()).answer(question, place.hits, place.lookup, options)
    read = json.loads(json.dumps(answer_dict(answer)))
    citation = read["citations"][0]
    nodes = place.result.sir.nodes
    assert citation["text"] == "".join(
        nodes[span["node"]].text[span["start"] : span["end"]] for span in citation["spans"]
    )
    assert citation["page"] == 1
    assert citation["section_path"] == ["Dosage"]
    assert [line["page"] for line in citation["lines"]] == [1] * len(citation["lines"])
    assert len(read["passages"]) == len(answer.passages)
