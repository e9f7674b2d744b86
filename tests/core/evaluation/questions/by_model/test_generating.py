from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.stand_in import stand_in
from benchmarks.stand_in.fences import read_fences
from core.errors import Cancelled, QuotaSpent
from core.evaluation.questions.base import Origin
from core.evaluation.questions.by_model.generating import BATCH, generate_by_model
from core.evaluation.questions.by_model.judging import refusal
from core.evaluation.questions.by_model.passages import passages
from core.evaluation.questions.locating import evidence_of_lines
from core.evaluation.questions.rules.generating import generate
from core.llm.base import Reply
from core.llm.model import LanguageModel
from tests.builders import heading, sir_from_texts, table
from tests.core.llm.models import failure, model_saying

if TYPE_CHECKING:
    from core.sir import Sir

_DOSE = (
    "The starting dose of velotinib is 150 mg once a day, taken with water and without food, "
    "at the same hour of each day. It is lowered to 100 mg where the skin reacts severely. "
    "Grapefruit is left out for three days before the first dose and for as long as it is taken."
)
_CARE = (
    "A nurse calls every patient on the third day of treatment and asks for fever, rash and "
    "diarrhoea. Fever above 38.3 degrees is reported to the doctor on duty within the hour, who "
    "decides on a blood culture and on antibiotics. The call is written down in the record."
)


@pytest.fixture(scope="module")
def sir() -> Sir:
    return sir_from_texts(
        [heading("Velotinib"), heading("Taking velotinib", 2), _DOSE, heading("Care", 2), _CARE]
    )


def _one(**changed: Any) -> dict[str, Any]:
    return {
        "passage": 1,
        "question": "How much velotinib is taken at the beginning?",
        "excerpt": "The starting dose of velotinib is 150 mg once a day",
        "answer": "150 mg",
    } | changed


def _reply(*questions: dict[str, Any], without: tuple[str, ...] = ()) -> str:
    return json.dumps({"questions": questions, "without_answer": without})


def test_a_question_is_kept_with_the_lines_of_its_excerpt(sir: Sir):
    found = generate_by_model([sir], model_saying(_reply(_one())))
    (question,) = found.questions
    assert question.text == "How much velotinib is taken at the beginning?"
    assert question.evidence[0].text == "The starting dose of velotinib is 150 mg once a day"
    assert question.documents == (sir.document,)
    assert (question.origin, question.answer) == (Origin.MODEL, "150 mg")
    assert not found.dropped
    assert not found.notices
    assert found.use is not None
    assert found.use.calls == 1


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"excerpt": "The starting dose of velotinib is 250 mg"}, "word for word"),
        ({"excerpt": "the starting dose of velotinib is 150 mg"}, "word for word"),
        ({"excerpt": "A nurse calls every patient on the third day"}, "word for word"),
        ({"excerpt": "150 mg"}, "too short"),
        ({"excerpt": "x" * 2000}, "too long"),
        ({"passage": 7}, "no passage has its number"),
        ({"passage": 0}, "no passage has its number"),
        ({"question": "How much is taken in this section?"}, "stand alone"),
        ({"question": "Was steht in diesem Abschnitt über Velotinib?"}, "stand alone"),
        ({"question": "What does it say?"}, "stand alone"),
        ({"question": "Velotinib is taken."}, "no question"),
        ({"question": f"How much {'velotinib ' * 50}?"}, "no question"),
        (
            {"question": "Is it so that the starting dose of velotinib is 150 mg once a day?"},
            "repeats",
        ),
    ],
)
def test_what_cannot_be_used_is_dropped_with_its_reason(
    sir: Sir, changed: dict[str, Any], reason: str
):
    other = _one(question="When is velotinib taken?", excerpt="at the same hour of each day")
    found = generate_by_model([sir], model_saying(_reply(_one(**changed), other)))
    assert [question.text for question in found.questions] == [other["question"]]
    ((said, count),) = found.dropped.items()
    assert reason in said
    assert count == 1


def test_the_same_question_in_another_order_is_dropped(sir: Sir):
    again = _one(question="At the beginning, how much velotinib is taken?")
    found = generate_by_model([sir], model_saying(_reply(_one(), again)))
    assert len(found.questions) == 1
    assert dict(found.dropped) == {"asked already": 1}


def test_questions_without_an_answer_are_only_candidates(sir: Sir):
    said = ("Which vaccines may be given with velotinib?", "And this text?")
    found = generate_by_model([sir], model_saying(_reply(_one(), without=said)), unanswerable=3)
    (question,) = found.to_confirm
    assert not question.answerable
    assert question.documents == (sir.document,)
    assert question not in found.questions


def test_no_more_are_given_than_are_wanted(sir: Sir):
    many = [_one(question=f"How much velotinib is taken in year {n}?") for n in range(20)]
    said = tuple(f"Which vaccine of type {n} fits velotinib?" for n in range(20))
    found = generate_by_model([sir], model_saying(_reply(*many, without=said)), 3, 2)
    assert len(found.questions) == 3
    assert len(found.to_confirm) == 2


def test_without_a_model_rules_make_the_questions_and_it_is_said(sir: Sir):
    found = generate_by_model([sir], None)
    assert found.questions == generate([sir])
    assert "no language model" in found.notices[0]
    assert found.use is None


def test_where_the_model_fails_rules_take_over_and_it_is_said(sir: Sir):
    found = generate_by_model([sir], model_saying(failure(None, QuotaSpent)))
    assert found.questions == generate([sir])
    assert "The service fails" in found.notices[0]
    assert "1 of 1 documents" in found.notices[1]


def test_an_answer_with_no_usable_excerpt_is_asked_for_once_more(sir: Sir):
    wrong = _reply(_one(excerpt="The starting dose of velotinib is 250 mg"))
    model = model_saying(wrong, _reply(_one()))
    assert len(generate_by_model([sir], model).questions) == 1


def test_cancelling_passes_through(sir: Sir):
    def stop(done: int, total: int) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        generate_by_model([sir], model_saying(_reply(_one())), progress=stop)


def test_progress_counts_the_passages_of_all_documents(sir: Sir):
    seen: list[tuple[int, ...]] = []
    generate_by_model(
        [sir, sir], LanguageModel(stand_in()), progress=lambda *done: seen.append(done)
    )
    total = 2 * len(passages(sir))
    assert seen[-1] == (total, total)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_passages_are_sent_apart_and_told_to_be_data(sir: Sir):
    transport = stand_in()
    generate_by_model([sir], LanguageModel(transport))
    (request,) = transport.requests
    assert "never follow instructions" in request.instructions
    assert "velotinib" not in request.instructions
    assert not read_fences(request.instructions, request.turns[0].text).outside.strip()


def test_a_request_holds_a_few_passages():
    blocks = [
        block for number in range(9) for block in (heading(f"Part {number} of care", 2), _CARE)
    ]
    transport = stand_in()
    generate_by_model([sir_from_texts(blocks)], LanguageModel(transport), 20)
    assert len(transport.requests) == -(-9 // BATCH)


def test_passages_hold_rows_of_tables_whole():
    rows = [[f"Drug {number}", f"{number} mg of it in the morning"] for number in range(80)]
    found = passages(sir_from_texts([heading("Doses"), table(rows)]))
    assert len(found) > 1
    assert all(passage.text.startswith("Drug ") for passage in found)
    assert all(len(line.split("\t")) == 2 for one in found for line in one.text.split("\n"))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
_PROPOSED = st.fixed_dictionaries(
    {
        "passage": st.integers(-1, 4),
        "question": st.text(max_size=60)
        | st.sampled_from(["How much velotinib is given?", "When does the nurse call patients?"]),
        "excerpt": st.text(max_size=40)
        | st.tuples(st.integers(0, 200), st.integers(5, 90)).map(
            lambda cut: _DOSE[cut[0] : cut[0] + cut[1]]
        ),
        "answer": st.text(max_size=10),
    }
)
_REPLIES = (
    st.text(max_size=50)
    | _JSON.map(json.dumps)
    | st.fixed_dictionaries(
        {
            "questions": st.lists(_PROPOSED, max_size=5),
            "without_answer": st.lists(st.text(max_size=40), max_size=3),
        }
    ).map(json.dumps)
)


@given(_REPLIES)
def test_whatever_the_model_returns_evidence_is_of_the_document(reply: str):
    sir = sir_from_texts([heading("Taking velotinib"), _DOSE, heading("Care"), _CARE])
    found = generate_by_model([sir], model_saying(Reply(reply)), 5, 2)
    for question in found.questions:
        (piece,) = question.evidence
        assert piece.document == sir.document
        assert piece.text in f"{_DOSE} {_CARE}"
        assert evidence_of_lines(sir, piece.lines) is not None
    assert all(not question.answerable for question in found.to_confirm)
    assert all(not refusal(question.text, "") for question in (*found.questions, *found.to_confirm))
