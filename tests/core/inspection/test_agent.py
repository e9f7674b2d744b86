"""The Inspector as an agent: what the model sees, what it may decide, and who does if it fails."""

from __future__ import annotations

import json
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.stand_in import stand_in
from core.errors import Cancelled, ModelUnreachable
from core.inspection import TOOLS
from core.inspection.agent import (
    MOST_STEPS,
    decide_by_model,
    inspect_by_model,
    known_decision,
)
from core.inspection.policy import decide
from core.inspection.results import Inspection
from core.inspection.worker import inspect_document
from core.llm.base import Reply, Request, ToolCall
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel
from core.sir import Route
from tests.builders import pdf_bytes
from tests.inspections import FOUND, LAYOUT, METADATA, RULES, SHORT

if TYPE_CHECKING:
    from core.library import Library

DECISION = {
    "selected_path": "semantic_flow",
    "confidence_score": 0.7,
    "risk_score": 0.2,
    "reason": "Running text.",
}
PRICES = (0.3, 2.5)
CALL = ToolCall("analyze_metadata", {"document": SHORT})


def talking(*said: Reply | str, decision: Any = DECISION) -> FakeTransport:
    """A model that says these in turn, the last one again and again, and then decides so."""
    left = list(said)

    def respond(request: Request) -> Reply | str:
        if request.schema:
            return json.dumps(decision)
        return left.pop(0) if len(left) > 1 else left[0]

    return FakeTransport(respond, "some-model")


def asked(transport: FakeTransport) -> Inspection:
    return decide_by_model(FOUND, LanguageModel(transport, sleep=lambda _: None), PRICES)


def words(transport: FakeTransport) -> str:
    """All that was sent."""
    return "\n".join(
        f"{request.instructions}\n{turn.text}\n{[dict(one.answer) for one in turn.results]}"
        for request in transport.requests
        for turn in request.turns
    )


def test_the_stand_in_asks_each_tool_and_decides():
    found = asked(stand_in())
    assert [step.tool for step in found.steps] == list(TOOLS)
    assert found.steps[2].answer["headings"] == RULES.headings
    assert "whether there is text" in found.steps[0].thought
    assert found.decided_by == "stand-in"
    assert found.decision.selected_path is Route.STRUCTURAL_RULE
    assert found.decision.balance == decide(METADATA, LAYOUT, RULES, PRICES).balance
    assert found.notice == ""
    assert found.use is not None
    assert found.use.calls == 2
    assert found.use.usage.input > 0
    assert Inspection.model_validate_json(found.model_dump_json()) == found


def test_the_model_gets_the_id_and_figures_but_no_word_of_the_file():
    transport = stand_in()
    asked(transport)
    said = words(transport)
    assert SHORT in said
    assert METADATA.producer not in said
    assert "producer" not in said
    assert "15.6" in said
    # What tokens of each path cost is a part of the figures.
    assert '"by_a_model"' in said and '"dollars": 0.041' in said


def test_several_tools_of_one_turn_are_all_answered():
    calls = tuple(ToolCall(name, {"document": SHORT}) for name in TOOLS)
    transport = talking(Reply("All of it.", calls))
    found = asked(transport)
    assert len(transport.requests) == 2
    assert [step.thought for step in found.steps] == ["All of it.", "", ""]
    assert found.decision.selected_path is Route.SEMANTIC_FLOW


def test_a_model_that_knows_enough_after_one_tool_may_decide():
    transport = talking(Reply("", (CALL,)), "It has an outline.")
    found = asked(transport)
    assert len(found.steps) == 1
    assert "It has an outline." in transport.requests[-1].turns[0].text


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (ToolCall("read_text", {"document": SHORT}), "no tool"),
        (ToolCall("analyze_metadata", {"document": "other"}), "no document"),
        (ToolCall("analyze_metadata", {"document": SHORT, "pages": 3}), "nothing else"),
        (ToolCall("analyze_metadata", {}), "nothing else"),
    ],
)
def test_a_call_that_cannot_be_answered_gets_an_error_and_the_talk_goes_on(
    call: ToolCall, words: str
):
    found = asked(talking(Reply("", (call,)), Reply("", (CALL,)), "Enough."))
    assert words in str(found.steps[0].answer["error"])
    assert found.steps[1].answer["pages"] == METADATA.pages
    assert found.decided_by == "some-model"


def test_a_model_that_decides_without_measuring_is_asked_once_to_measure():
    found = asked(talking("Path 1, I suppose.", Reply("", (CALL,)), "Enough."))
    assert found.decided_by == "some-model"
    stubborn = talking("Path 1, I am sure.")
    found = asked(stubborn)
    assert len(stubborn.requests) == 2
    assert found.decided_by == ""
    assert found.decision == FOUND.decision
    assert "without measuring" in found.notice


def test_a_model_that_never_stops_asking_has_to_decide():
    transport = talking(Reply("More.", (CALL,)))
    found = asked(transport)
    assert len(transport.requests) == MOST_STEPS + 1
    assert found.decided_by == "some-model"


@pytest.mark.parametrize(
    "wrong",
    [
        {"selected_path": "guess"},
        {"confidence_score": 1.2},
        {"risk_score": -0.1},
        {"risk_score": float("nan")},
        {"reason": " \n"},
        {"reason": "because " * 100},
    ],
)
def test_a_decision_that_cannot_be_right_leaves_it_to_the_policy(wrong: dict[str, Any]):
    found = asked(talking(Reply("", (CALL,)), "Enough.", decision={**DECISION, **wrong}))
    assert found.decision == FOUND.decision
    assert found.decided_by == ""
    assert found.steps == ()
    assert found.notice.startswith("some-model could not choose the route, so the policy did.")


def test_a_reason_stands_on_one_line():
    found = asked(
        talking(Reply("", (CALL,)), "So.", decision={**DECISION, "reason": "One\n\n two. "})
    )
    assert found.decision.reason == "One two."


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
NAMES = st.sampled_from([*TOOLS, "", "read_text"]) | st.text(st.characters(), max_size=100)
CALLS = st.builds(
    ToolCall,
    NAMES,
    st.just({"document": SHORT})
    | st.dictionaries(st.text(st.characters(), max_size=100), ANYTHING, max_size=9),
)
REPLIES = st.builds(Reply, st.text(st.characters()), st.lists(CALLS, max_size=9).map(tuple))
DECISIONS = ANYTHING | st.fixed_dictionaries(
    {
        "selected_path": st.sampled_from([*Route, "other"]),
        "confidence_score": st.floats(),
        "risk_score": st.floats(),
        "reason": st.text(st.characters()),
    }
)


@given(st.lists(REPLIES, min_size=1, max_size=8), DECISIONS)
def test_whatever_the_model_returns_there_is_a_decision_that_can_be_kept(
    replies: list[Reply], decision: object
):
    transport = talking(*replies, decision=decision)
    found = asked(transport)
    assert len(transport.requests) <= MOST_STEPS + 2
    assert 0.0 <= found.decision.confidence_score <= 1.0
    assert 0.0 <= found.decision.risk_score <= 1.0
    assert "\n" not in found.decision.reason
    assert bool(found.decided_by) != bool(found.notice)
    if not found.decided_by:
        assert found.decision == FOUND.decision
    kept = Inspection.model_validate_json(found.model_dump_json().encode())
    assert kept == found


def test_cancel_ends_the_talk():
    def cancel(done: int, total: int) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        decide_by_model(FOUND, LanguageModel(stand_in()), PRICES, cancel)


def test_a_call_that_is_on_its_way_can_be_left():
    answers, told = Event(), Event()

    def respond(request: Request) -> Reply | str:
        assert told.wait(30), "nothing was told while the answer was waited for"
        assert answers.wait(30)
        return Reply("", (CALL,))

    def cancel(done: int, total: int) -> None:
        if told.is_set():
            raise Cancelled("Stopped.")
        told.set()

    with pytest.raises(Cancelled):
        decide_by_model(FOUND, LanguageModel(FakeTransport(respond, "slow")), PRICES, cancel)
    answers.set()


def failing(_: Request) -> str:
    raise ModelUnreachable("The service does not answer. Check the network.")


def test_a_decision_is_kept_and_a_failure_is_not(library: Library):
    sha = library.add(pdf_bytes(["Give 5 mg twice a day."]), "x.pdf").sha
    broken = LanguageModel(FakeTransport(failing, "some-model"))
    first = inspect_by_model(library, sha, broken)
    assert "Check the network." in first.notice
    assert known_decision(library, sha, "some-model") is None

    calls = tuple(ToolCall(name, {"document": sha}) for name in TOOLS)
    working = talking(Reply("", calls))
    second = inspect_by_model(library, sha, LanguageModel(working))
    assert second.decided_by == "some-model"
    sent = len(working.requests)
    assert inspect_by_model(library, sha, LanguageModel(working)) == second
    assert len(working.requests) == sent
    assert known_decision(library, sha, "other-model") is None
    assert inspect_document(library, sha).decided_by == ""


def test_a_damaged_decision_is_asked_for_again(library: Library):
    sha = library.add(pdf_bytes(["Give 5 mg twice a day."]), "x.pdf").sha
    found = inspect_by_model(library, sha, LanguageModel(stand_in()))
    assert found.decided_by == "stand-in"
    (kept,) = library.stage_path(sha, "inspection", "").glob("agent-*")
    kept.write_text("{")
    assert known_decision(library, sha, "stand-in") is None
    assert inspect_by_model(library, sha, LanguageModel(stand_in())).decision == found.decision


def test_an_inspection_of_before_there_were_models_still_loads():
    held = FOUND.model_dump(mode="json", exclude={"decided_by", "steps", "notice", "use"})
    assert Inspection.model_validate(held) == FOUND
