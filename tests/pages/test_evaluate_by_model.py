"""Evaluate by a language model: chosen in the form, priced before the start, shown with claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from benchmarks.stand_in import asked
from components import resources
from core.chunking import make_options
from core.configuration import AnswerOptions, Configuration
from core.evaluation.questions.base import QuestionSet
from core.evaluation.questions.store import QuestionStore
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.base import Plan, Writer
from core.evaluation.sweeps.runner import SweepRunner
from core.evaluation.sweeps.store import SweepStore
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.settings import load_settings
from core.workbench import Workbench
from tests.core.evaluation.builders import question
from tests.core.evaluation.scripted import writes
from tests.pages.conftest import table_buttons

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

MODEL = "openai:llama3.2@http://127.0.0.1:9/v1"
STOP, GIVE = "Stop the second drug at once.", "Give the first drug for ten days."
WRONG = "Give the first drug for 30 days."
WHEN, HOW_LONG = "When should the second drug be stopped?", "How long is the first drug given?"
WRITTEN = {WHEN: [(f"On page 1: {STOP}", f"On page 1: {STOP}"), (WRONG, f"On page 2: {GIVE}")]}
SETTING = Configuration(
    "recursive",
    make_options("recursive", {"max_tokens": 64, "overlap": 0.0}),
    "hashing",
    answer=AnswerOptions(threshold=0.0),
)


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model on this machine that nothing is sent to; searched by words alone."""
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")
    monkeypatch.setenv("SIGHTLINE_MODEL", MODEL)


@pytest.fixture
def questions(library: Workbench) -> QuestionSet:
    sir = library.documents.sir(library.library.find("guideline.pdf").sha)
    held = (question(sir, WHEN, STOP), question(sir, HOW_LONG, GIVE), question(sir, "Who is king?"))
    QuestionStore(library.settings.home).create("Wards", held)
    return QuestionSet(name="Wards", questions=held)


@pytest.fixture
def swept(library: Workbench, questions: QuestionSet) -> str:
    """The key of a sweep whose questions the model answered, one of them with a wrong claim."""
    bench = Workbench(load_settings())
    respond = writes(WRITTEN)
    bench.model = LanguageModel(FakeTransport(lambda request: respond(asked(request))))
    writer = Writer.of(bench.settings)
    plan = Plan(name="By model", questions=questions, settings=(SETTING.to_json(),), writer=writer)
    store = SweepStore(library.settings.home)
    store.keep(plan)
    scored = score(SETTING, questions, SharedStages(bench), answers=True, writer=writer)
    store.save(plan.key, "base", scored)
    return plan.key


def shown(app: AppTest, look: str) -> AppTest:
    app.run()
    app.query_params["look"] = look
    app.switch_page("pages/evaluate.py").run()
    assert not app.exception
    return app


def words(app: AppTest) -> str:
    return " ".join(one.value for one in [*app.markdown, *app.caption, *app.info, *app.warning])


def press(app: AppTest, key: str, value: str) -> AppTest:
    next(one for one in app.button_group if one.key == key).set_value(value).run()
    assert not app.exception
    return app


@pytest.mark.usefixtures("questions")
def test_the_model_is_chosen_by_its_name_and_priced_before_the_start(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Plan] = []
    monkeypatch.setattr(SweepRunner, "start", lambda _, plan: started.append(plan) or plan.key)
    shown(app, "sweep")
    assert not [one for one in app.button_group if one.key == "sweep-answers-by"]
    app.toggle(key="sweep-answers").set_value(True).run()
    choice = next(one for one in app.button_group if one.key == "sweep-answers-by")
    assert [one.content for one in choice.proto.options] == ["Rules", "llama3.2"]
    assert "llama3.2** is sent" not in words(app)
    press(app, "sweep-answers-by", "model")
    said = next(one.value for one in app.markdown if "4 settings × 3 questions" in one.value)
    assert "**llama3.2** is sent the questions with passages of the documents" in said
    assert "about 55,000 tokens in about 12 calls, free on this machine" in said
    assert "costs nothing again" in said
    app.button(key="sweep-start").click().run()
    assert [plan.writer for plan in started] == [Writer(model=MODEL)]
    assert started[0].answers


@pytest.mark.usefixtures("questions")
def test_the_price_at_a_service_is_that_of_the_settings(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIGHTLINE_MODEL", "openai:big@https://models.example/v1")
    monkeypatch.setenv("SIGHTLINE_MODEL_INPUT_PRICE", "10")
    monkeypatch.setenv("SIGHTLINE_MODEL_OUTPUT_PRICE", "30")
    shown(app, "sweep")
    app.toggle(key="sweep-answers").set_value(True).run()
    press(app, "sweep-answers-by", "model")
    assert "about \\$0.66 at the prices of the settings" in words(app)
    assert "models.example" in words(app)


@pytest.mark.usefixtures("questions")
def test_without_a_model_only_rules_answer(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SIGHTLINE_MODEL")
    monkeypatch.delenv("GEMINI_API_KEY", raising=False)
    shown(app, "sweep")
    app.toggle(key="sweep-answers").set_value(True).run()
    assert not [one for one in app.button_group if one.key == "sweep-answers-by"]


@pytest.mark.usefixtures("questions")
def test_a_sweep_has_the_name_that_was_typed_just_before_the_start(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Plan] = []
    monkeypatch.setattr(SweepRunner, "start", lambda _, plan: started.append(plan) or plan.key)
    shown(app, "sweep")
    app.text_input(key="sweep-name-quick").set_value(" Small chunks ")
    app.button(key="sweep-start").click().run()
    assert [plan.name for plan in started] == ["Small chunks"]


@pytest.mark.usefixtures("questions")
def test_a_sweep_that_cannot_begin_says_why(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    shown(app, "sweep")
    app.toggle(key="sweep-answers").set_value(True).run()
    press(app, "sweep-answers-by", "model")
    monkeypatch.setenv("SIGHTLINE_MODEL", "openai:other@http://127.0.0.1:9/v1")
    resources.restart()
    app.button(key="sweep-start").click().run()
    for name in ("llama3.2", "other"):
        assert name in app.error[0].value


def cards(app: AppTest) -> dict[str, str]:
    return {one.label: one.value for one in app.metric}


@pytest.mark.usefixtures("swept")
def test_faithfulness_and_gold_lines_have_cards_and_a_wrong_claim_is_listed(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.evaluate.answers_view.choice_table", table_buttons)
    press(shown(app, "results"), "results-look", "Answers")
    found = cards(app)
    assert (found["Faithfulness"], found["Gold lines cited"]) == ("50%", "50%")
    assert "Mean of 1 answer; 95%" in words(app)
    assert "Mean of 2 questions; 95%" in words(app)
    rows = [one.label for one in app.button if one.label.startswith(WHEN)]
    assert len(rows) == 1
    assert "right lines, but a claim they do not bear out" in rows[0]
    assert f"Claim: {WRONG}" in rows[0]


@pytest.mark.usefixtures("swept")
def test_a_question_shows_the_claims_with_their_verdicts(app: AppTest) -> None:
    press(shown(app, "results"), "results-look", "On the page")
    box: Any = app.selectbox(key="results-question")
    box.set_value(question_id(app, WHEN)).run()
    said = words(app)
    assert "(supported, cites lines that answer)" in said
    assert f"{WRONG} (not supported, does not cite lines that answer)" in said
    box.set_value(question_id(app, HOW_LONG)).run()
    assert "the language model found no answer" in words(app)


def question_id(app: AppTest, text: str) -> str:
    store = QuestionStore(resources.workbench().settings.home)
    return next(one.id for one in store.load("Wards").questions if one.text == text)


@pytest.mark.usefixtures("library")
def test_the_list_of_sweeps_says_who_answered(app: AppTest, swept: str) -> None:
    assert swept
    assert "answered by llama3.2" in words(shown(app, "sweep"))
