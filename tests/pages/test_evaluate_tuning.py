"""Evaluate > Tune: a search is begun, and what it recommends can be read and adopted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from components import resources
from core.chunking import make_options
from core.configuration import Configuration, RetrievalOptions
from core.configuration.adopted import adopted_configuration
from core.configuration.labels import label
from core.errors import DataDamaged, NotFound
from core.evaluation.metrics.intervals import Difference, Interval
from core.evaluation.questions.base import Question, QuestionSet
from core.evaluation.questions.store import QuestionStore
from core.evaluation.sweeps.base import State
from core.evaluation.tuning.base import (
    Finished,
    Judged,
    Recommendation,
    Request,
    Trial,
    TuneOptions,
)
from core.evaluation.tuning.question_split import halves
from core.evaluation.tuning.tuner import Tuner, TuningStatus
from tests.core.evaluation.builders import question

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

    from core.workbench import Workbench


@pytest.fixture(autouse=True)
def by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searched by words alone, so that no model is loaded."""
    monkeypatch.setenv("SIGHTLINE_ENCODER", "hashing")


@pytest.fixture
def questions(library: Workbench) -> QuestionSet:
    sir = library.documents.sir(library.library.find("guideline.pdf").sha)
    asked = [question(sir, f"What stops on day {day}?", "Stop the second") for day in range(3)]
    store = QuestionStore(library.settings.home)
    store.create("Wards", [*asked, Question(text="Who is king?")])
    return store.load("Wards")


def judged(size: int, mean: float, tokens: float, parser: str = "", top_k: int = 5) -> Judged:
    options = make_options("recursive", {"max_tokens": size, "overlap": 0.0})
    interval = Interval(mean, mean - 0.1, mean + 0.1, 8)
    retrieval = RetrievalOptions(top_k=top_k)
    setting = Configuration("recursive", options, "hashing", retrieval=retrieval, parser=parser)
    return Judged(setting=setting, tuned=interval, held_out=interval, tokens=tokens, seconds=0.01)


def finished(
    library: Workbench, questions: QuestionSet, parser: str = "", top_k: int = 5
) -> Finished:
    best = judged(64, 0.9, 300, parser, top_k)
    second, now = judged(128, 0.85, 500), judged(256, 0.7, 900)
    found = Recommendation(
        best=best,
        runner_up=second,
        current=now,
        gain=None,
        lead=None,
        adopt=True,
        reason="It finds 20 points more.",
        given_up="",
        spent=4.0,
        trials=(Trial(round=1, setting=best.setting, questions=8, value=0.9, tokens=300.0),),
        measure="line_recall",
        tuning_questions=8,
        held_out_questions=8,
    )
    request = Request(
        questions=questions,
        space=(best.setting, second.setting),
        current=now.setting,
        options=TuneOptions(),
    )
    made = Finished(request=request, recommendation=found)
    Tuner(library.settings.home, resources.sweeps()).keep(made)
    return made


def shown(app: AppTest) -> AppTest:
    app.run()
    app.query_params["look"] = "tune"
    app.switch_page("pages/evaluate.py").run()
    assert not app.exception
    return app


def test_the_form_says_how_many_settings_are_possible_and_what_they_take(
    app: AppTest, questions: QuestionSet
) -> None:
    shown(app)
    assert "settings are possible" in captions(app)
    assert app.button(key="tune-start").disabled
    assert "8 questions with evidence are needed" in app.warning[0].value
    app.selectbox(key="tune-measure").set_value("first_right").run()
    assert "answered by each setting" in captions(app)
    assert not app.exception


def test_how_long_a_search_takes_is_said_before_it_is_begun(
    app: AppTest, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.evaluate.tuning.halves_of_enough", halves)
    shown(app)
    assert re.search(r"All rounds together take about \d+ (s|min)", captions(app))


def test_a_search_over_a_document_that_is_gone_cannot_be_begun(
    app: AppTest, library: Workbench, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("components.evaluate.tuning.halves_of_enough", halves)
    library.delete(questions.documents[0])
    shown(app)
    assert "cannot be found in the library" in " ".join(warning.value for warning in app.warning)
    assert app.button(key="tune-start").disabled


def test_a_document_that_cannot_be_read_hides_no_search_of_before(
    app: AppTest, library: Workbench, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def damaged(*_: object) -> float:
        raise DataDamaged("The tree of guideline.pdf is damaged.")

    finished(library, questions)
    monkeypatch.setattr("components.evaluate.tuning.halves_of_enough", halves)
    monkeypatch.setattr("components.evaluate.tuning.sweep_time", damaged)
    shown(app)
    assert "is damaged" in app.error[0].value
    assert any("It finds 20 points more" in each.value for each in app.markdown)


def test_a_search_begins_with_the_embedding_model_of_the_settings(
    app: AppTest, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []

    def start(_: Tuner, request: Request) -> str:
        asked.append(request)
        return ""

    monkeypatch.setattr(Tuner, "start", start)
    monkeypatch.setattr("components.evaluate.tuning.halves_of_enough", halves)
    shown(app)
    app.number_input(key="tune-tokens").set_value(700)  # and pressed before it is drawn anew
    app.button(key="tune-start").click().run(timeout=30)
    assert asked[0].options.most_tokens == 700
    assert asked[0].current.encoder == "hashing"
    assert {one.encoder for one in asked[0].space} == {"hashing"}


def test_the_form_is_as_it_was_when_another_part_was_looked_at(
    app: AppTest, questions: QuestionSet
) -> None:
    shown(app)
    app.selectbox(key="tune-measure").set_value("first_right")
    app.slider(key="tune-budget").set_value(30)
    app.number_input(key="tune-tokens").set_value(700).run()
    for look in ("sweep", "tune"):
        next(one for one in app.button_group if one.key == "evaluate-look").set_value(look).run()
        assert not app.exception
    assert app.selectbox(key="tune-measure").value == "first_right"
    assert app.slider(key="tune-budget").value == 30
    assert app.number_input(key="tune-tokens").value == 700


def test_an_earlier_recommendation_is_read_and_adopted(
    app: AppTest, library: Workbench, questions: QuestionSet
) -> None:
    made = finished(library, questions)
    shown(app)
    said = " ".join(one.value for one in app.markdown)
    assert "It finds 20 points more" in said
    assert "Recursive, N 64" in said
    assert not app.exception
    app.button(key="tune-new-adopt").click().run(timeout=30)
    assert adopted_configuration(library.settings) == made.recommendation.best.setting


def test_what_is_worse_than_what_is_in_use_is_not_put_first(
    app: AppTest, library: Workbench, questions: QuestionSet
) -> None:
    made = finished(library, questions)
    behind = Difference(mean=-0.1, low=-0.2, high=0.1, better=0.1, count=8)
    worse = made.recommendation.model_copy(update={"gain": behind, "adopt": False})
    Tuner(library.settings.home, resources.sweeps()).keep(
        made.model_copy(update={"recommendation": worse})
    )
    shown(app)
    said = [one.value for one in app.markdown]
    assert said.index("**Keep what you use now**") + 1 == said.index(label(worse.current.setting))
    button = app.button(key="tune-new-adopt")
    assert button.proto.type == "secondary"
    assert "Use the best of the search all the same" in [one.label for one in app.expander]


def captions(app: AppTest) -> str:
    return " ".join(one.value for one in app.caption)


@pytest.mark.parametrize(
    ("parser", "words"), [("semantic_flow", "semantic flow"), ("docling", "Docling")]
)
def test_a_recommended_parser_is_offered_for_the_documents_it_was_measured_on(
    app: AppTest, library: Workbench, questions: QuestionSet, parser: str, words: str
) -> None:
    finished(library, questions, parser=parser)
    shown(app)
    app.button(key="tune-new-adopt").click().run(timeout=30)
    assert app.button(key="adopt-read").label == "Read 1 document again"
    assert any(f"with the parser {words}." in one.value for one in app.markdown)


def test_it_is_said_once_that_answers_look_at_more_than_k_chunks(
    app: AppTest, library: Workbench, questions: QuestionSet
) -> None:
    finished(library, questions, top_k=20)
    shown(app)
    assert captions(app).count("Answers look at ten chunks") == 1
    app.button(key="tune-new-adopt").click().run(timeout=30)
    assert captions(app).count("Answers look at ten chunks") == 1


def test_an_earlier_recommendation_is_deleted(
    app: AppTest, library: Workbench, questions: QuestionSet
) -> None:
    made = finished(library, questions)
    shown(app)
    app.button(key=f"tune-delete-{made.request.key}").click().run(timeout=30)
    assert not app.exception
    assert resources.tuner().finished() == []
    assert "Earlier recommendations" not in " ".join(one.label for one in app.expander)


def test_the_last_recommendation_is_open_after_a_reload_and_those_before_are_folded(
    app: AppTest, library: Workbench, questions: QuestionSet
) -> None:
    before, last = finished(library, questions), finished(library, questions, top_k=20)
    shown(app)
    [folded] = [each for each in app.expander if "Earlier recommendations" in each.label]
    assert folded.label.endswith("(1)")
    assert [each.key for each in folded.button] == [
        "tune-0-adopt", f"tune-delete-{before.request.key}"
    ]  # fmt: skip
    app.button(key=f"tune-delete-{last.request.key}").click().run(timeout=30)
    assert app.button(key="tune-new-adopt")
    assert "Earlier recommendations" not in " ".join(each.label for each in app.expander)


def test_beside_another_set_stands_no_recommendation_for_the_one_before(
    app: AppTest, library: Workbench, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = finished(library, questions)
    monkeypatch.setattr(Tuner, "start", lambda *_: made.request.key)
    monkeypatch.setattr("components.evaluate.tuning.halves_of_enough", halves)
    QuestionStore(library.settings.home).create("Other", [*questions.questions])
    app.query_params["questions"] = questions.name
    shown(app)
    app.button(key="tune-start").click().run(timeout=30)
    assert app.button(key="tune-new-adopt")
    app.query_params["questions"] = "Other"
    app.run()
    assert "tune-new-adopt" not in {button.key for button in app.button}
    assert not app.exception


def test_a_search_that_goes_on_is_shown_after_a_reload(
    app: AppTest, library: Workbench, questions: QuestionSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, left = State.RUNNING, 95.0
    going_on = TuningStatus(
        key="0" * 12, name=questions.name, state=state, round=2, done=3, total=8, seconds_left=left
    )
    tuner = Tuner(library.settings.home, resources.sweeps())
    monkeypatch.setattr(tuner, "running", lambda: [going_on])
    monkeypatch.setattr(
        tuner, "status", lambda key: {going_on.key: going_on}[key] if key else gone()
    )
    monkeypatch.setattr(resources, "tuner", lambda: tuner)
    shown(app)
    assert app.button(key="tune-cancel")
    (told,) = [one.proto.text for one in app.get("progress")]
    assert told.startswith("Round 2: 3 of 8 settings, about ")
    assert told.endswith(" left in this round")


def gone() -> TuningStatus:
    raise NotFound("There is no such search.")
