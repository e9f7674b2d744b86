"""A setting scored over documents of a library."""

from __future__ import annotations

from dataclasses import replace
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import AnswerOptions, Configuration
from core.evaluation.questions.base import QuestionSet
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.base import Within
from core.settings import load_settings
from core.workbench import Workbench
from tests.core.evaluation.builders import question

if TYPE_CHECKING:
    from pathlib import Path

POLICY = "data_security_policy.pdf"
LEVEL_3 = "What is Level 3?"


def setting(strategy: str = "recursive", **values: float) -> Configuration:
    """A setting that is searched by words alone, so that no model is loaded."""
    return Configuration(strategy, make_options(strategy, values), encoder="hashing")


@pytest.fixture(scope="module")
def bench(two_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    home = copytree(two_samples, tmp_path_factory.mktemp("samples") / "home")
    return Workbench(load_settings(home=home))


@pytest.fixture(scope="module")
def questions(bench: Workbench) -> QuestionSet:
    policy = next(r.sha for r in bench.library.list() if r.name == POLICY)
    sir = bench.documents.sir(policy)
    sentence = next(n.text for n in sir.nodes if "Level 3" in n.text and len(n.text) > 80)[:60]
    return QuestionSet(
        name="policy",
        questions=(question(sir, LEVEL_3, sentence.strip()), question(sir, "Who is king?")),
    )


def test_every_question_has_an_outcome_with_the_chunks_that_were_taken(
    bench: Workbench, questions: QuestionSet
) -> None:
    scored = score(setting(max_tokens=64).with_retrieval(top_k=3), questions, SharedStages(bench))
    assert [one.question for one in scored.outcomes] == [q.id for q in questions.questions]
    assert all(len(one.retrieved) == 3 for one in scored.outcomes)
    assert set(scored.outcomes[1].measures) == {"retrieved_tokens"}
    assert scored.mean("line_recall") == scored.outcomes[0].measures["line_recall"]
    assert scored.cost is not None
    assert scored.cost.chunks > 10


def test_a_question_is_searched_in_its_document_or_in_all(
    bench: Workbench, questions: QuestionSet
) -> None:
    records = bench.library.list()
    asked = questions.questions[0].model_copy(
        update={"documents": tuple(record.sha for record in records)}
    )
    both = questions.model_copy(update={"questions": (*questions.questions, asked)})
    materials = SharedStages(bench)
    own = score(setting(), both, materials).outcomes[0]
    assert {one.document for one in own.retrieved} == {questions.questions[0].documents[0]}
    every = setting().with_retrieval(top_k=50)
    all_ = score(every, both, materials, Within.LIBRARY).outcomes[0]
    assert {one.document for one in all_.retrieved} == {record.sha for record in records}


def test_the_same_setting_gives_the_same_figures(bench: Workbench, questions: QuestionSet) -> None:
    one, other = (score(setting(), questions, SharedStages(bench)) for _ in range(2))
    assert [o.measures for o in one.outcomes] == [o.measures for o in other.outcomes]
    assert [o.retrieved for o in one.outcomes] == [o.retrieved for o in other.outcomes]


def test_questions_are_answered_or_left_alone_as_the_page_ask_does_it(bench: Workbench) -> None:
    policy = next(r.sha for r in bench.library.list() if r.name == POLICY)
    sir = bench.documents.sir(policy)
    first = next(node.text for node in sir.nodes if len(node.text) > 80)[:60].strip()
    answered = question(sir, "Who is the owner of data?", first)
    absent = question(sir, "Which planets have rings made of ice?")
    asked = QuestionSet(name="policy", questions=(answered, absent))
    tried = setting(max_tokens=128)
    answers = [bench.answers.ask(one.text, tried, [policy]).abstained for one in asked.questions]
    found = score(tried, asked, SharedStages(bench), answers=True).outcomes
    assert answers == [False, True]
    assert (found[0].measures["answered"], found[1].measures["abstained"]) == (1, 1)


def test_an_answer_is_judged_by_the_lines_that_it_cites_as_the_page_ask_shows_them(
    bench: Workbench, questions: QuestionSet
) -> None:
    tried, materials = setting(max_tokens=64), SharedStages(bench)
    asked, absent = questions.questions
    answer = bench.answers.ask(asked.text, tried, asked.documents, AnswerOptions(threshold=0.0))
    bold = replace(tried, answer=AnswerOptions(threshold=0.0))
    replies = [one.reply for one in score(bold, questions, materials, answers=True).outcomes]
    assert replies[0] is not None
    assert [one.text for one in replies[0].citations] == [c.quote.text for c in answer.citations]
    assert replies[0].probability == pytest.approx(answer.evidence)
    shy = score(
        replace(tried, answer=AnswerOptions(threshold=1.0)), questions, materials, answers=True
    )
    assert shy.outcomes[0].measures["first_right"] == 0
    assert shy.outcomes[1].measures["abstained"] == 1
    assert "right_if_answered" not in shy.outcomes[0].measures
    assert shy.outcomes[0].reply is not None
    assert shy.outcomes[0].reply.best == replies[0].best
    assert not absent.answerable
    assert replies[1] is not None
    assert not any(one.on_gold for one in replies[1].citations)


def test_the_lines_of_a_citation_are_compared_with_those_of_the_question(
    bench: Workbench, questions: QuestionSet
) -> None:
    bold = replace(setting(max_tokens=64), answer=AnswerOptions(threshold=0.0))
    asked = questions.questions[0]
    policy = asked.documents[0]
    said = bench.answers.ask(asked.text, bold, [policy], bold.answer).citations[0].quote.text
    on, off = (
        question(bench.documents.sir(policy), asked.text, phrase)
        for phrase in (
            said[:40],
            next(n.text for n in bench.documents.sir(policy).nodes if "28 years" in n.text),
        )
    )
    both = QuestionSet(name="lines", questions=(on, off))
    outcomes = score(bold, both, SharedStages(bench), answers=True).outcomes
    assert [one.measures["first_right"] for one in outcomes] == [1.0, 0.0]


def test_without_close_reading_no_text_is_read_with_the_question(
    bench: Workbench, questions: QuestionSet
) -> None:
    materials = SharedStages(bench)
    plain = setting(max_tokens=64).with_retrieval(reading=False)
    scored = score(plain, questions, materials, answers=True)
    assert materials.readings.seconds == 0
    assert scored.cost is not None
    assert scored.cost.answer_price == 0
    closely = score(setting(max_tokens=64), questions, materials, answers=True)
    assert materials.readings.seconds > 0
    assert plain.key != setting(max_tokens=64).key
    assert [o.reply for o in scored.outcomes] != [o.reply for o in closely.outcomes]


def test_settings_that_differ_only_in_the_threshold_are_read_once(
    bench: Workbench, questions: QuestionSet
) -> None:
    materials = SharedStages(bench)
    score(setting(max_tokens=64), questions, materials, answers=True)
    spent = materials.readings.spent
    lower = replace(setting(max_tokens=64), answer=AnswerOptions(threshold=0.05))
    score(lower, questions, materials, answers=True)
    assert materials.readings.spent == spent


def test_another_parser_is_read_without_changing_the_library(
    bench: Workbench, questions: QuestionSet
) -> None:
    before = [record.parse for record in bench.library.list()]
    other = replace(setting(), parser="semantic_flow")
    scored = score(other, questions, SharedStages(bench))
    assert scored.outcomes[0].retrieved
    assert [record.parse for record in bench.library.list()] == before
