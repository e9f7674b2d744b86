"""Answers of a language model are judged by what it writes and cites, and by nothing of rules."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from benchmarks.stand_in import asked
from core.chunking import make_options
from core.configuration import AnswerOptions, Configuration
from core.errors import (
    KeyRefused,
    ModelError,
    ModelUnreachable,
    ReplyUnusable,
    SetupError,
)
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.base import Writer
from core.llm.cache import ReplyCache
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.settings import load_settings
from core.verification.verdicts import Verdict
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.core.evaluation.builders import question
from tests.core.evaluation.scripted import writes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from core.evaluation.outcome import Scored
    from core.llm.base import Reply, Request

MODEL = "openai:model-of-tests@http://127.0.0.1:9/v1"
ADULTS = "Adults take five milligrams of calverine twice a day."
CHILDREN = "Children take half of that dose."
KEEP = "Keep the tablets below twenty degrees."
THROW = "Throw them away after the printed date."
DOSE, KEEPING, KING = "How much calverine do adults take?", "How are tablets kept?", "Who is king?"
SETTING = Configuration(
    "fixed",
    make_options("fixed", {"max_tokens": 16, "overlap": 0.0}),
    "hashing",
    answer=AnswerOptions(threshold=0.0),
)
RIGHT = {DOSE: [(ADULTS, ADULTS)], KEEPING: [(KEEP, KEEP), (THROW, THROW)]}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose library holds one document of two pages."""
    folder = tmp_path_factory.mktemp("home")
    pages = pdf_bytes([f"{ADULTS}\n{CHILDREN}", f"{KEEP}\n{THROW}"])
    Workbench(load_settings(home=folder, parse_workers=1)).documents.add(pages, "dose.pdf")
    return folder


class Measuring:
    """Scores a setting by a model that is told what to write."""

    def __init__(self, home: Path, cache: Path, **settings: object) -> None:
        self.settings = load_settings(home=home, **{"model": MODEL, **settings})
        self.bench = Workbench(self.settings)
        self.transport = FakeTransport(self._respond, "model-of-tests")
        self.bench.model = LanguageModel(
            self.transport, cache=ReplyCache(cache), sleep=lambda _: None
        )
        self.says: Callable[[Request], Reply | str] = lambda _: "OK"
        self.materials = SharedStages(self.bench)
        writer = Writer.of(self.settings)
        assert writer
        self.writer = writer

    def score(
        self, *questions: Question, setting: Configuration = SETTING, writer: Writer | None = None
    ) -> Scored:
        return score(
            setting,
            QuestionSet(name="dose", questions=questions),
            self.materials,
            answers=True,
            writer=writer or self.writer,
        )

    def write(self, claims: Mapping[str, Sequence[tuple[str, str]]]) -> None:
        respond = writes(claims)
        self.says = lambda request: respond(asked(request))

    def question(self, text: str, *phrases: str, any_of: bool = False) -> Question:
        sir = self.bench.documents.sir(self.bench.library.list()[0].sha)
        return question(sir, text, *phrases, any_of=any_of)

    def _respond(self, request: Request) -> Reply | str:
        return self.says(request)


@pytest.fixture
def measuring(home: Path, tmp_path: Path) -> Measuring:
    return Measuring(home, tmp_path)


def test_the_claims_of_an_answer_are_kept_with_their_verdicts_and_places(
    measuring: Measuring,
) -> None:
    measuring.write({DOSE: [(ADULTS, ADULTS), ("Children take 80 milligrams.", CHILDREN)]})
    outcome = measuring.score(measuring.question(DOSE, ADULTS)).outcomes[0]
    assert outcome.reply
    assert [(one.text, one.verdict, one.on_gold) for one in outcome.reply.claims] == [
        (ADULTS, Verdict.SUPPORTED, True),
        ("Children take 80 milligrams.", Verdict.UNSUPPORTED, False),
    ]
    assert [one.text for one in outcome.reply.unsupported] == ["Children take 80 milligrams."]
    assert outcome.measures["faithfulness"] == 0.5
    assert outcome.measures["gold_cited"] == 1
    assert (outcome.measures["first_right"], outcome.measures["right_if_answered"]) == (1, 1)


def test_gold_lines_cited_are_those_that_citations_hold(measuring: Measuring) -> None:
    measuring.write({KEEPING: [(KEEP, KEEP)]})
    both = measuring.question(KEEPING, KEEP, THROW)
    one_is_enough = measuring.question(KEEPING, KEEP, THROW, any_of=True)
    elsewhere = measuring.question(KEEPING, ADULTS)
    found = measuring.score(both, one_is_enough, elsewhere).outcomes
    assert [one.measures["gold_cited"] for one in found] == [0.5, 1.0, 0.0]
    assert [one.measures["first_right"] for one in found] == [1, 1, 0]
    assert [one.measures["faithfulness"] for one in found] == [1, 1, 1]


def test_a_question_that_the_model_leaves_alone_is_refused(measuring: Measuring) -> None:
    measuring.write({})
    has_answer, has_none = measuring.score(
        measuring.question(DOSE, ADULTS), measuring.question(KING)
    ).outcomes
    assert has_answer.reply
    assert has_answer.reply.refused
    assert has_answer.measures["answered"] == 0
    assert has_answer.measures["gold_cited"] == 0
    assert "faithfulness" not in has_answer.measures
    assert has_none.measures["abstained"] == 1
    assert "gold_cited" not in has_none.measures


def test_an_answer_below_the_threshold_is_refused_without_asking_again(
    measuring: Measuring,
) -> None:
    measuring.write(RIGHT)
    dose = measuring.question(DOSE, ADULTS)
    shown = measuring.score(dose).outcomes[0]
    asked_once = len(measuring.transport.requests)
    shy = replace(SETTING, answer=AnswerOptions(threshold=1.0))
    refused = measuring.score(dose, setting=shy).outcomes[0]
    assert len(measuring.transport.requests) == asked_once == 1
    assert shown.reply
    assert refused.reply
    assert (refused.reply.refused, refused.reply.claims, refused.reply.citations) == (True, (), ())
    assert refused.reply.best == shown.reply.best
    assert (refused.measures["answered"], refused.measures["gold_cited"]) == (0, 0)


def test_claims_without_a_line_are_an_answer_that_cites_nothing(measuring: Measuring) -> None:
    measuring.write({DOSE: [("The king takes it.", "")]})
    outcome = measuring.score(measuring.question(DOSE, ADULTS)).outcomes[0]
    assert outcome.reply
    assert (outcome.reply.refused, outcome.reply.best) == (False, None)
    assert (outcome.measures["answered"], outcome.measures["first_right"]) == (1, 0)
    assert (outcome.measures["faithfulness"], outcome.measures["right_if_answered"]) == (0, 0)


@pytest.mark.parametrize(
    "error",
    [
        KeyRefused("The service refuses the key. Enter another one."),
        ReplyUnusable("The service blocked the answer."),
    ],
)
def test_where_the_model_fails_no_sentence_takes_its_place(
    measuring: Measuring, error: ModelError
) -> None:
    def fails(_: object) -> str:
        raise error

    measuring.says = fails
    with pytest.raises(ModelError) as raised:
        measuring.score(measuring.question(DOSE, ADULTS))
    said = str(raised.value)
    assert said.startswith(f"model-of-tests did not answer “{DOSE}”.")
    assert str(error) in said
    assert "quoted instead" not in said
    assert "not paid for twice" in said


def test_a_question_that_could_not_be_translated_does_not_count_either(
    measuring: Measuring,
) -> None:
    write = writes({"Wie viel Calverin nehmen Erwachsene täglich ein?": [(ADULTS, ADULTS)]})

    def unreachable_for_words(request: Request) -> Reply | str:
        if asked(request).schema == "SearchWording":
            raise ModelUnreachable("The service does not answer.")
        return write(asked(request))

    measuring.says = unreachable_for_words
    with pytest.raises(ModelError, match="The service does not answer"):
        measuring.score(
            measuring.question("Wie viel Calverin nehmen Erwachsene täglich ein?", ADULTS)
        )


def test_what_was_answered_before_the_model_failed_is_not_asked_again(
    home: Path, tmp_path: Path
) -> None:
    def until_keeping(request: Request) -> Reply | str:
        if KEEPING in asked(request).text:
            raise KeyRefused("The service refuses the key.")
        return writes(RIGHT)(asked(request))

    broken = Measuring(home, tmp_path)
    broken.says = until_keeping
    questions = broken.question(DOSE, ADULTS), broken.question(KEEPING, KEEP, THROW)
    with pytest.raises(ModelError):
        broken.score(*questions)
    again = Measuring(home, tmp_path)
    again.write(RIGHT)
    scored = again.score(*questions)
    assert len(again.transport.requests) == 1
    assert KEEPING in asked(again.transport.requests[0]).text
    assert scored.mean("faithfulness") == 1


def test_the_time_of_an_answer_that_was_remembered_is_not_known_but_its_tokens_are(
    home: Path, tmp_path: Path
) -> None:
    first, remembered = (_right(Measuring(home, tmp_path)) for _ in range(2))
    assert first.cost
    assert remembered.cost
    assert first.cost.answer_seconds
    assert remembered.cost.answer_seconds is None
    one, other = first.outcomes[0].reply, remembered.outcomes[0].reply
    assert one
    assert other
    assert one.sent > one.written > 0
    assert one.model_copy(update={"seconds": None}) == other


def _right(measuring: Measuring) -> Scored:
    measuring.write(RIGHT)
    return measuring.score(measuring.question(DOSE, ADULTS))


def test_the_price_of_answers_is_that_of_their_tokens(home: Path, tmp_path: Path) -> None:
    service = "openai:model-of-tests@https://models.example/v1"
    prices = {"model_input_price": 1.0, "model_output_price": 10.0}
    measuring = Measuring(home, tmp_path, model=service, **prices)
    measuring.write(RIGHT)
    scored = measuring.score(measuring.question(DOSE, ADULTS))
    reply, cost = scored.outcomes[0].reply, scored.cost
    assert reply
    assert cost
    assert cost.answer_price == pytest.approx(1000 * (reply.sent + 10 * reply.written) / 1e6)


def _reads(verdict: str) -> Callable[[Request], Reply | str]:
    """A model that writes what is right, and finds each claim so when it reads it once more."""

    def respond(request: Request) -> Reply | str:
        found = asked(request)
        if found.schema != "ReadVerdict":
            return writes(RIGHT)(found)
        number = int(dict(found.fenced)["lines"].rpartition("\n")[2].partition(":")[0])
        return json.dumps({"verdict": verdict, "lines": [number]})

    return respond


@pytest.mark.parametrize(("verdict", "share"), [("supported", 1.0), ("unsupported", 0.0)])
def test_a_second_reader_has_a_say_in_the_verdicts(
    home: Path, tmp_path: Path, verdict: str, share: float
) -> None:
    measuring = Measuring(home, tmp_path, second_reader="model")
    measuring.says = _reads(verdict)
    outcome = measuring.score(measuring.question(DOSE, ADULTS)).outcomes[0]
    assert outcome.measures["faithfulness"] == share
    assert len(measuring.transport.requests) == 2


def test_claims_without_the_second_opinion_of_an_unavailable_model_do_not_count(
    home: Path, tmp_path: Path
) -> None:
    def refuses_to_read(request: Request) -> Reply | str:
        if asked(request).schema == "ReadVerdict":
            raise KeyRefused("The quota of the key is used up.")
        return writes(RIGHT)(asked(request))

    measuring = Measuring(home, tmp_path, second_reader="model")
    measuring.says = refuses_to_read
    with pytest.raises(ModelError, match="The quota of the key is used up"):
        measuring.score(measuring.question(DOSE, ADULTS))


def test_a_second_reader_that_is_not_here_stops_the_setting(home: Path, tmp_path: Path) -> None:
    measuring = Measuring(home, tmp_path, second_reader="nli:nowhere/x")
    measuring.write(RIGHT)
    with pytest.raises(SetupError, match="nowhere/x"):
        measuring.score(measuring.question(DOSE, ADULTS))
    assert measuring.transport.requests == []


def test_a_question_is_not_sent_where_no_text_was_found(
    measuring: Measuring, monkeypatch: pytest.MonkeyPatch
) -> None:
    measuring.write(RIGHT)
    monkeypatch.setattr("core.evaluation.answer_scoring.Replies._matches", lambda *_, **__: [])
    reply = measuring.score(measuring.question(DOSE, ADULTS)).outcomes[0].reply
    assert reply
    assert (reply.refused, reply.probability, reply.gold_cited) == (True, 0.0, 0.0)
    assert measuring.transport.requests == []
