"""Answers as JSON."""

from __future__ import annotations

import json

from benchmarks.stand_in import stand_in
from core.answering import open_answerer
from core.answering.generative import GenerativeAnswerer
from core.answering.report import answer_dict, with_cards
from core.answering.rule_answerer import RuleAnswerer
from core.cli.answers import answer_lines
from core.configuration import AnswerOptions
from core.llm.model import LanguageModel
from core.recommendations.cards import evidence_card
from tests.builders import sir_from_texts, without_place
from tests.core.answering.builders import GUIDELINE, found, found_in


def test_an_answer_survives_json_with_its_places() -> None:
    place = found(GUIDELINE)
    options = AnswerOptions(threshold=0.0, max_citations=1)
    question = "By how many mg is the dose raised each week?"
    answer = open_answerer().answer(question, place.hits, place.lookup, options)
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


def test_a_model_s_answer_survives_json_with_its_claims_and_verdicts() -> None:
    place = found(GUIDELINE)
    rules = RuleAnswerer(open_answerer(), lambda _: place.hits, place.lookup)
    writer = GenerativeAnswerer(LanguageModel(stand_in()), rules)
    question = "By how many mg is the dose raised each week?"
    answer = writer.answer(question)
    read = json.loads(json.dumps(answer_dict(answer)))
    assert read["model"] == "stand-in"
    assert read["searched"] == ""
    claim = read["claims"][0]
    assert claim["verdict"] == "supported"
    assert [one["check"] for one in claim["findings"] if not one["passed"]] == []
    assert claim["citations"] == [read["citations"][0]["number"]]


def test_an_answer_without_a_model_has_no_claims_and_names_none() -> None:
    place = found(GUIDELINE)
    answer = open_answerer().answer("Dose?", place.hits, place.lookup)
    read = answer_dict(answer)
    assert (read["claims"], read["model"], read["notice"]) == ([], "", "")


def test_a_cited_row_is_told_with_the_headings_of_its_columns() -> None:
    place = found(GUIDELINE)
    options = AnswerOptions(threshold=0.0, max_citations=1)
    question = "Which dose of solution do people under 60 take?"
    answer = open_answerer().answer(question, place.hits, place.lookup, options)
    sir = place.result.sir
    cards = [evidence_card(sir, citation.quote.spans) for citation in answer.citations]
    citation = with_cards(answer, cards, lambda _: sir)["citations"][0]
    assert citation["columns"] == "Age │ Dose of solution"
    assert citation["group"] == ""
    names = {place.result.document: "guide.pdf"}
    printed = list(answer_lines(answer, names, cards, lambda _: sir))
    row = printed.index("under 60\t20 ml")
    assert printed[row - 1] == "    Columns: Age │ Dose of solution"


def test_words_of_a_quote_that_stand_nowhere_are_told_beside_it() -> None:
    text = "The dose of veradine is 5 g every hour."
    place = found_in(without_place(sir_from_texts([text]), 1, "5 g every"))
    answer = open_answerer().answer("What is the dose of veradine?", place.hits, place.lookup)
    printed = list(answer_lines(answer, {place.result.document: "guide.pdf"}))
    assert printed[printed.index(text) - 1] == "    Stands nowhere on the pages: 5 g every"
