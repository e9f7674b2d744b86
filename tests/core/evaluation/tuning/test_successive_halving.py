"""The search for good settings, over figures that are made up."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import InvalidOption
from core.evaluation.outcome import Outcome, Scored
from core.evaluation.questions.base import Evidence, GoldLine, Question, QuestionSet
from core.evaluation.tuning.arms import arms, neighbours, spread
from core.evaluation.tuning.base import TuneOptions
from core.evaluation.tuning.question_split import halves, rounds
from core.evaluation.tuning.successive_halving import tune

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZES = (64, 128, 256, 512, 1024)
OVERLAPS = (0.0, 0.1, 0.2)


def setting(size: int, overlap: float = 0.0, strategy: str = "fixed") -> Configuration:
    values = {"max_tokens": size} | ({"overlap": overlap} if strategy == "fixed" else {})
    return Configuration(strategy, make_options(strategy, values))


SPACE = [setting(n, o) for n in SIZES for o in OVERLAPS]
SPACE += [setting(n, strategy="hierarchical") for n in SIZES]


def question(number: int, document: str, *, answerable: bool = True) -> Question:
    """A question with a line of its own, ten of them on a page."""
    page, place = divmod(number, 10)
    top = 0.05 + 0.09 * place
    line = GoldLine(page=page + 1, left=0.1, top=top, right=0.9, bottom=top + 0.09)
    piece = Evidence(document=document, lines=(line,), text="words")
    evidence = (piece,) if answerable else ()
    return Question(text=f"Question {number}?", evidence=evidence, documents=(document,))


def question_set(documents: int = 4, each: int = 10) -> QuestionSet:
    asked = [question(n, f"doc{d}") for d in range(documents) for n in range(each)]
    return QuestionSet(name="made up", questions=tuple(asked))


class Service:
    """Scores by a formula, with the luck of each question, and counts what was embedded."""

    def __init__(self, worth: Callable[[Configuration], float], luck: float = 0.1) -> None:
        self.worth, self.luck = worth, luck
        self.embedded: set[tuple[str, str]] = set()
        self.asked: list[str] = []

    def __call__(self, settings: Sequence[Configuration], questions: QuestionSet) -> list[Scored]:
        self.embedded |= {(s.chunks_key, name) for s in settings for name in questions.documents}
        self.asked += [one.id for one in questions.questions]
        return [self._score(one, questions) for one in settings]

    def _score(self, setting: Configuration, questions: QuestionSet) -> Scored:
        outcomes: list[Outcome] = []
        for one in questions.questions:
            luck = random.Random(f"{one.id}{setting.key}").uniform(-self.luck, self.luck)
            measures = {"retrieved_tokens": 5.0 * setting.options.size}
            if one.answerable:
                measures["line_recall"] = self.worth(setting) + luck
            outcomes.append(Outcome(question=one.id, retrieved=(), measures=measures, seconds=0.01))
        return Scored(key=setting.key, setting=setting.to_json(), outcomes=tuple(outcomes))


def near_256(setting: Configuration) -> float:
    """Best at hierarchical 256."""
    bonus = 0.1 if setting.strategy == "hierarchical" else 0.0
    return 0.8 + bonus - 0.1 * abs(SIZES.index(setting.options.size) - 2)


def test_the_best_is_found_within_the_budget_and_judged_on_questions_it_was_not_chosen_on() -> None:
    service, asked = Service(near_256), question_set()
    found = tune(SPACE, setting(64), asked, service, TuneOptions(budget=10))
    assert found.best.setting == setting(256, strategy="hierarchical")
    assert found.spent <= 10
    assert found.adopt
    assert found.best.held_out is not None
    assert found.best.held_out.mean == pytest.approx(0.9, abs=0.05)
    assert found.tuning_questions == found.held_out_questions == 20
    assert "held-out" in found.reason


@pytest.mark.parametrize(("budget", "documents"), [(3, 1), (3, 3), (4, 4), (8, 8), (16, 8)])
def test_what_is_said_to_be_spent_is_what_was_embedded(budget: int, documents: int) -> None:
    service, asked = Service(near_256), question_set(documents, 24 // documents)
    near = [replace(one, neighbourhood=0.5) for one in SPACE]
    options = TuneOptions(budget=budget)
    found = tune([*SPACE, *near], setting(64), asked, service, options)
    # Every document is in both halves, so to judge what was tried embeds nothing.
    assert found.spent == pytest.approx(len(service.embedded) / documents)
    assert found.spent <= budget


def test_noise_is_not_recommended() -> None:
    found = tune(SPACE, SPACE[0], question_set(2, 6), Service(lambda _: 0.5, luck=0.4))
    assert not found.adopt
    assert found.best.setting == found.current.setting or re.search(
        "chance|nothing speaks", found.reason
    )


def test_settings_as_good_as_the_best_are_told_apart_by_their_tokens() -> None:
    found = tune(SPACE, setting(512), question_set(), Service(lambda _: 0.7, luck=0.0))
    assert found.best.setting.options.size == 64


def test_a_limit_of_tokens_is_kept() -> None:
    def more_is_better(one: Configuration) -> float:
        return one.options.size / 1200

    options = TuneOptions(budget=20, most_tokens=700)
    found = tune(SPACE, setting(64), question_set(), Service(more_is_better, 0.0), options)
    assert found.best.setting.options.size == 128
    with pytest.raises(InvalidOption, match="few tokens"):
        tune(SPACE, setting(64), question_set(), Service(near_256), TuneOptions(most_tokens=10))


def test_what_was_given_up_is_said() -> None:
    def fewer(one: Configuration) -> float:
        return 0.70 + 0.0001 * one.options.size / 64

    found = tune(SPACE, setting(1024), question_set(), Service(fewer, 0.0), TuneOptions(budget=40))
    assert found.runner_up is not None
    assert found.best.tokens is not None
    assert found.current.tokens is not None
    assert found.best.tokens < found.current.tokens

    def greedy(one: Configuration) -> float:
        return 0.5 + 0.1 * SIZES.index(one.options.size)

    found = tune(SPACE, setting(64), question_set(), Service(greedy, 0.0), TuneOptions(budget=40))
    assert "more tokens" in found.given_up


def test_halves_share_no_question_and_both_hold_every_document() -> None:
    asked = question_set(3, 7)
    unanswerable = [question(90 + n, "doc0", answerable=False) for n in range(4)]
    whole = asked.model_copy(update={"questions": (*asked.questions, *unanswerable)})
    one, other = halves(whole)
    ids = [{q.id for q in half.questions} for half in (one, other)]
    assert not ids[0] & ids[1]
    assert ids[0] | ids[1] == {q.id for q in whole.questions}
    assert set(one.documents) == set(other.documents) == set(whole.documents)
    assert [sum(not q.answerable for q in half.questions) for half in (one, other)] == [2, 2]


def test_rounds_grow_by_whole_documents_and_end_with_all() -> None:
    parts = rounds(question_set(8, 2), (0.25, 0.5))
    assert [len(part.documents) for part in parts] == [2, 4, 8]
    assert len(rounds(question_set(1, 8), (0.25, 0.5))) == 1


def test_questions_of_no_document_are_in_every_round() -> None:
    asked = question_set(8, 2)
    free = Question(text="Anything about tides?")
    whole = asked.model_copy(update={"questions": (free, *asked.questions)})
    parts = rounds(whole, (0.25, 0.5))
    assert [len(part.documents) for part in parts] == [2, 4, 8]
    assert all(free in part.questions for part in parts)


def test_neighbours_differ_in_one_value() -> None:
    found = arms(SPACE)
    middle = next(arm for arm in found if arm.settings[0] == setting(256, 0.1))
    near = {arm.settings[0] for arm in neighbours(middle, found)}
    assert near == {setting(128, 0.1), setting(512, 0.1), setting(256, 0.0), setting(256, 0.2)}


def test_the_first_look_takes_from_every_strategy() -> None:
    first = spread(arms(SPACE), 4)
    assert {arm.family[1] for arm in first} == {"fixed", "hierarchical"}
    assert len(spread(arms(SPACE), 100)) == len(arms(SPACE))


def test_settings_that_differ_in_the_search_only_are_one_arm() -> None:
    many = [setting(128).with_retrieval(dense=weight) for weight in (0.0, 0.7, 2.0)]
    found = arms([many[1], *many, setting(256)])
    assert [len(arm.settings) for arm in found] == [3, 1]
