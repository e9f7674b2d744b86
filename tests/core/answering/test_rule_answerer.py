"""Questions that are asked in one: each is searched and answered by itself."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from core.answering import open_answerer
from core.answering.report import answer_dict
from core.answering.rule_answerer import RuleAnswerer
from core.configuration import AnswerOptions
from tests.core.answering.builders import GUIDELINE, Found, found

if TYPE_CHECKING:
    from core.answering.base import Answer
    from core.indexing.base import ChunkMatch

BOTH = "By how many mg is the dose raised each week, and when are liver enzymes checked?"


@dataclass
class Desk:
    """Answers by rules over a document, and what was searched."""

    place: Found = field(default_factory=lambda: found(GUIDELINE))
    searched: list[str] = field(default_factory=list)

    def ask(self, question: str, *before: str, as_asked: bool = False, **options: float) -> Answer:
        chosen = AnswerOptions.model_validate(options)
        rules = RuleAnswerer(open_answerer(), self._search, self.place.lookup, chosen)
        return rules.answer(question, before, as_asked=as_asked)

    def _search(self, query: str) -> list[ChunkMatch]:
        self.searched.append(query)
        return self.place.hits


def test_each_part_has_evidence_of_its_own_in_order() -> None:
    answer = Desk().ask(BOTH, threshold=0.0)
    first, second = answer.parts
    texts = {c.number: c.quote.text for c in answer.citations}
    assert first.question == "By how many mg is the dose raised each week?"
    assert texts[first.citations[0]] == "Raise the dose by 5 mg each week."
    assert texts[second.citations[0]] == "Check the liver enzymes before the first dose."
    assert [c.number for c in answer.citations] == list(range(1, len(answer.citations) + 1))


def test_a_part_that_nothing_answers_says_so_beside_one_that_is_answered() -> None:
    question = "By how many mg is the dose raised each week? Who won the football championship?"
    answer = Desk().ask(question)
    assert not answer.abstained
    assert [part.abstained for part in answer.parts] == [False, True]
    assert answer.parts[1].citations == ()
    assert answer.evidence == answer.parts[0].evidence


def test_a_part_is_searched_with_what_the_other_names() -> None:
    desk = Desk()
    answer = desk.ask("What is the dose of veradine and when must it be stopped?")
    assert desk.searched[1:] == ["What is the dose of veradine?", "When must veradine be stopped?"]
    assert answer.searched == "; ".join(desk.searched[1:])


def test_the_same_question_asked_twice_is_one() -> None:
    typed = "What is the dose of veradine? What is the dose of veradine?"
    answer = Desk().ask(typed)
    assert answer.parts == ()
    assert (answer.question, answer.searched) == (typed, "What is the dose of veradine?")


def test_as_asked_nothing_is_parted_and_nothing_is_respelled() -> None:
    desk = Desk()
    answer = desk.ask("Whatt is veradine? How is it raissed?", "And before?", as_asked=True)
    assert desk.searched == ["Whatt is veradine? How is it raissed?"]
    assert (answer.parts, answer.searched) == ((), "")


def test_a_refused_question_that_was_joined_to_the_one_before_says_so() -> None:
    before, then = "Who won the football championship?", "And in Brazil?"
    went_on = "The question was taken to go on from the one before."
    assert went_on in Desk().ask(then, before).reason
    assert went_on not in Desk().ask(then, before, as_asked=True).reason
    assert went_on not in Desk().ask("Who invented the telephone in 1876?", before).reason
    assert went_on not in Desk(found([])).ask(then, before).reason, "nothing could be searched"


def test_parts_stand_in_json_beside_what_was_there_before() -> None:
    answer = Desk().ask(BOTH, threshold=0.0)
    read = json.loads(json.dumps(answer_dict(answer)))
    assert [part["question"] for part in read["parts"]] == [p.question for p in answer.parts]
    assert read["parts"][0]["citations"] == list(answer.parts[0].citations)
    assert {"citations", "passages", "abstained", "evidence"} <= set(read)
    assert answer_dict(Desk().ask("Dose?"))["parts"] == []
