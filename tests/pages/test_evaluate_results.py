"""Evaluate: a sweep is begun from the form, and what it found can be read, seen and adopted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration, RetrievalOptions
from core.configuration.adopted import adopted_configuration
from core.configuration.options import THRESHOLD
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.questions.store import QuestionStore
from core.evaluation.scoring import score
from core.evaluation.shared_stages import SharedStages
from core.evaluation.sweeps.base import Plan
from core.evaluation.sweeps.runner import SweepRunner
from core.evaluation.sweeps.store import FAILED, SweepStore
from tests.core.evaluation.builders import question
from tests.pages.conftest import table_buttons

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench

SIZES = (64, 16)


@pytest.fixture(autouse=True)
def by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searched by words alone, so that no model is loaded."""
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")


@pytest.fixture
def questions(library: Workbench) -> QuestionSet:
    sir = library.documents.sir(library.library.find("guideline.pdf").sha)
    asked = (
        question(sir, "When should the second drug be stopped?", "Stop the second drug at once."),
        question(sir, "How long is the first drug given?", "Give the first drug for ten days."),
        question(sir, "Who is king?"),
    )
    held = QuestionSet(name="Wards", questions=asked)
    QuestionStore(library.settings.home).create("Wards")
    QuestionStore(library.settings.home).add("Wards", asked)
    return held


def setting(size: int) -> Configuration:
    return Configuration(
        "recursive",
        make_options("recursive", {"max_tokens": size, "overlap": 0.0}),
        "hashing",
        retrieval=RetrievalOptions(top_k=2, dense=1.5),
    )


@pytest.fixture
def swept(library: Workbench, questions: QuestionSet) -> str:
    """The key of a sweep that has ended, over two sizes."""
    settings = [setting(size) for size in SIZES]
    packed = tuple(one.to_json() for one in settings)
    plan = Plan(name="By size", questions=questions, settings=packed)
    store = SweepStore(library.settings.home)
    store.keep(plan)
    materials = SharedStages(library)
    for one in settings:
        store.save(plan.key, "base", score(one, questions, materials))
    return plan.key


def shown(app: AppTest, look: str) -> AppTest:
    app.run()
    app.query_params["look"] = look
    app.switch_page("pages/evaluate.py").run()
    assert not app.exception
    return app


def words(app: AppTest) -> str:
    return " ".join(one.value for one in [*app.markdown, *app.caption, *app.info, *app.warning])


def look_at(app: AppTest, part: str) -> AppTest:
    next(one for one in app.button_group if one.key == "results-look").set_value(part).run()
    assert not app.exception
    return app


@pytest.mark.usefixtures("library")
def test_without_questions_the_results_lead_to_them(app: AppTest) -> None:
    shown(app, "results")
    assert "no questions yet" in words(app)
    app.button(key="results-lead").click().run()
    assert "look" not in app.query_params


@pytest.mark.usefixtures("questions")
def test_without_a_sweep_the_results_lead_to_one(app: AppTest) -> None:
    shown(app, "results")
    assert "No sweep was started yet" in words(app)
    app.button(key="results-lead").click().run()
    assert app.query_params["look"] == "sweep"


@pytest.mark.usefixtures("questions")
def test_the_form_says_what_will_be_done_also_by_a_grid_of_ones_own(app: AppTest) -> None:
    shown(app, "sweep")
    assert "3 questions (1 without an answer) on 1 document: guideline.pdf" in words(app)
    assert "**4 settings × 3 questions**, about " in words(app)
    next(one for one in app.button_group if one.key == "sweep-preset").set_value("own").run()
    app.multiselect(key="grid-max_tokens").set_value([64, 128]).run()
    app.multiselect(key="grid-top_k").set_value([3, 5, 10]).run()
    assert "**6 settings × 3 questions**" in words(app)
    app.multiselect(key="grid-max_tokens").set_value([]).run()
    assert "has no value" in app.error[0].value
    assert not [one for one in app.button if one.key == "sweep-start"]
    assert app.multiselect(key="grid-top_k").value == [3, 5, 10]
    app.multiselect(key="grid-max_tokens").set_value([64])
    app.multiselect(key="grid-top_k").set_value([5])
    app.multiselect(key="grid-reading").set_value([True, False])
    app.multiselect(key="grid-threshold").set_value([0.1, THRESHOLD, 0.3]).run()
    assert "6 settings × 3 questions" in words(app)
    assert app.toggle(key="sweep-answers-on").value
    app.toggle(key="grid-single").set_value(True).run()
    assert not app.exception
    assert "4 settings × 3 questions" in words(app)
    listed = next(one.value for one in app.markdown if one.value.startswith("1. "))
    assert "threshold" not in listed.splitlines()[0]
    assert "without close reading" in listed


@pytest.mark.usefixtures("swept")
def test_the_best_is_named_with_its_reason_and_all_settings_are_listed(app: AppTest) -> None:
    shown(app, "results")
    said = next(one.value for one in app.markdown if one.value.startswith("**Best"))
    assert "Recursive, N" in said
    assert "highest of 2 settings" in said
    table = app.dataframe[0].value
    assert len(table) == len(SIZES)
    assert "best" in table["Standing"].tolist()


@pytest.mark.usefixtures("swept")
def test_every_part_of_the_results_is_drawn_with_its_words(app: AppTest) -> None:
    shown(app, "results")
    # Both settings differ in nothing but N, and that takes two parameters to draw.
    for part, said in (
        ("Recall and cost", ""),
        ("Two parameters", "Only one parameter varies"),
        ("By question", ""),
        ("Answers", "Begin one with *Answer, too* switched on"),
    ):
        look_at(app, part)
        assert not app.error
        assert bool(app.get("plotly_chart")) == (not said), part
        assert said in words(app)


@pytest.mark.usefixtures("swept")
def test_a_question_is_shown_on_its_page_with_both_settings_and_their_chunks(app: AppTest) -> None:
    look_at(shown(app, "results"), "On the page")
    assert any(one.value.startswith("results-pages: guideline.pdf") for one in app.text)
    assert any("Evidence, found by" in one.label for one in app.button)
    first = app.button(key="rank-A-1")
    assert len(first.label.split()) > 2
    first.click().run()
    assert not app.exception
    pages = next(one for one in app.button_group if (one.key or "").startswith("result-page-"))
    assert f"page {pages.value}" in words(app)
    before = app.selectbox(key="results-question").value
    app.button(key="question-Next").click().run()
    assert app.selectbox(key="results-question").value != before
    assert app.query_params["question"]


@pytest.mark.usefixtures("library")
def test_a_question_that_should_be_left_alone_is_said_to_be_answered(
    app: AppTest, library: Workbench, questions: QuestionSet
) -> None:
    packed = setting(64).to_json()
    plan = Plan(name="Answers", questions=questions, settings=(packed,), answers=True)
    found = score(setting(64), questions, SharedStages(library))
    king = found.outcomes[2]
    told = king.model_copy(update={"measures": {**king.measures, "abstained": 0.0}})
    store = SweepStore(library.settings.home)
    store.keep(plan)
    outcomes = (*found.outcomes[:2], told)
    store.save(plan.key, "base", found.model_copy(update={"outcomes": outcomes}))
    look_at(shown(app, "results"), "On the page")
    app.selectbox(key="results-question").set_value(king.question).run()
    assert "A and B answered it all the same" in words(app)


@pytest.fixture
def answered(library: Workbench, questions: QuestionSet) -> QuestionSet:
    """A sweep whose questions were answered, the first of them being of a kind."""
    first, *others = questions.questions
    asked = (first.model_copy(update={"kind": "*stop*"}), *others)
    tagged = questions.model_copy(update={"questions": asked})
    answer(library, tagged)
    return tagged


def answer(library: Workbench, questions: QuestionSet) -> None:
    """Keeps a sweep of one setting, which answered the questions."""
    one = setting(64).with_retrieval(reading=False)
    plan = Plan(name="Answers", questions=questions, settings=(one.to_json(),), answers=True)
    store = SweepStore(library.settings.home)
    store.keep(plan)
    store.save(plan.key, "base", score(one, questions, SharedStages(library), answers=True))


def test_answers_are_shown_with_counts_curve_kinds_and_what_went_wrong(
    app: AppTest, answered: QuestionSet
) -> None:
    look_at(shown(app, "results"), "Answers")
    assert not app.exception
    assert [one.label for one in app.metric][:2] == [
        "First citation right",
        "One of the citations right",
    ]
    said = words(app)
    assert "of 2; 95%" in said
    assert "Expected calibration error" in said
    assert r"\*stop\*" in said


def test_a_wrong_answer_leads_to_the_lines_that_answer_and_its_question_is_asked_again(
    app: AppTest, library: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.evaluate.answers_view.choice_table", table_buttons)
    sir = library.documents.sir(library.library.find("guideline.pdf").sha)
    asked = question(sir, "How long is the first drug given?", "Stop the second drug at once.")
    answer(library, QuestionSet(name="Wards", questions=(asked,)))
    look_at(shown(app, "results"), "Answers")
    next(one for one in app.button if "not in the first citation" in one.label).click().run()
    assert not app.exception
    assert app.query_params["question"] == asked.id
    assert "answered with a probability of 0." in words(app)
    assert any("Evidence, found by" in one.label for one in app.button)
    app.button(key="question-ask").click().run()
    app.switch_page("pages/ask.py").run()
    assert not app.exception
    assert asked.text in [message.markdown[0].value for message in app.chat_message]


@pytest.mark.usefixtures("swept")
def test_what_is_adopted_holds_everywhere_and_can_be_taken_back(
    app: AppTest, library: Workbench
) -> None:
    shown(app, "results")
    app.button(key="adopt-Best").click().run()
    assert not app.exception
    adopted = adopted_configuration(library.settings)
    assert adopted is not None
    assert adopted.retrieval == RetrievalOptions(top_k=2, dense=1.5)
    assert "dense=1.5" in app.query_params["recipe"]
    assert "Documents are cut and searched by" in words(app)
    assert app.button(key="adopt-Best").disabled
    app.switch_page("pages/ask.py").run()
    labels = [one.proto.popover.label for one in app.get("popover")]
    assert any("weight of meaning 1.5" in label for label in labels)
    app.query_params["look"] = "results"
    app.switch_page("pages/evaluate.py").run()
    app.button(key="adopt-undo").click().run()
    assert adopted_configuration(library.settings) is None
    assert not app.button(key="adopt-Best").disabled


def test_a_setting_that_failed_says_why(app: AppTest, library: Workbench, swept: str) -> None:
    store = SweepStore(library.settings.home)
    first = store.load(swept)[0]
    failed = first.model_copy(update={"outcomes": (), "failed": "the page is on fire"})
    store.save(swept, "base", failed)
    shown(app, "results")
    assert any("1 setting could not be scored" in one.label for one in app.expander)
    assert "the page is on fire" in words(app)


def test_one_cause_for_which_several_settings_fail_is_said_once(
    app: AppTest, library: Workbench, swept: str
) -> None:
    store = SweepStore(library.settings.home)
    for scored in store.load(swept):
        failed = scored.model_copy(update={"outcomes": (), "failed": "the page is on fire"})
        store.save(swept, "base", failed)
    shown(app, "results")
    assert words(app).count("the page is on fire") == 1
    assert "**2 settings**: the page is on fire" in words(app)
    assert all(f"N {size}" in words(app) for size in SIZES)


def test_settings_that_failed_can_be_tried_again_on_a_sweep_that_is_done(
    app: AppTest, library: Workbench, swept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SweepStore(library.settings.home)
    shown(app, "sweep")
    assert "Try failed again" not in [one.label for one in app.button]
    failed = store.load(swept)[0].model_copy(update={"outcomes": (), "failed": "no memory"})
    store.save(swept, FAILED, failed)
    resumed: list[str] = []
    monkeypatch.setattr(SweepRunner, "resume", lambda _, key: resumed.append(key))
    app.run()
    assert "1 failed" in words(app)
    app.button(key=f"sweep-again-{swept}").click().run()
    assert not app.exception
    assert resumed == [swept]


def test_what_was_scored_again_is_shown_though_the_sweep_is_as_far_as_before(
    app: AppTest, library: Workbench, swept: str
) -> None:
    shown(app, "results")
    assert 7654 not in app.dataframe[0].value["Chunks"].tolist()
    store = SweepStore(library.settings.home)
    first = store.load(swept)[0]
    assert first.cost
    cost = first.cost.model_copy(update={"chunks": 7654})
    store.save(swept, "corrected", first.model_copy(update={"cost": cost}))
    app.run()
    assert "7654" in str(app.dataframe[0].value["Chunks"].tolist())


def test_questions_without_documents_cannot_be_swept(app: AppTest, library: Workbench) -> None:
    store = QuestionStore(library.settings.home)
    store.create("Free")
    store.add("Free", (Question(text="Who?"),))
    shown(app, "sweep")
    assert "None of these questions names a document" in words(app)


@pytest.mark.usefixtures("swept")
def test_any_setting_of_the_table_can_be_adopted(app: AppTest, library: Workbench) -> None:
    look_at(shown(app, "results"), "On the page")
    box = app.selectbox(key="results-setting-A")
    box.select_index(0 if box.index else 1).run()
    look_at(app, "Table")
    app.button(key="adopt-A").click().run()
    assert adopted_configuration(library.settings) is not None
    assert app.button(key="adopt-A").disabled
    assert not app.button(key="adopt-Best").disabled
