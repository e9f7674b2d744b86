"""Checked answers that are paid for once, whatever the service says."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import (
    Cancelled,
    KeyRefused,
    ModelError,
    ModelUnavailable,
    QuotaSpent,
    ReplyUnusable,
)
from core.llm.base import (
    EmbeddingTask,
    Finish,
    Reply,
    Request,
    Speaker,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    Usage,
    user_says,
)
from core.llm.cache import ReplyCache
from core.llm.fake import FakeTransport
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel
from core.llm.rate_limit import RateLimit
from tests.core.llm.models import GOOD, QUESTION, ProbeNumbers, asked_of, failure, model_saying

if TYPE_CHECKING:
    from pathlib import Path


def outcomes(home: Path) -> list[str]:
    return [call.outcome for call in Ledger(home).calls()]


def test_an_answer_of_the_wrong_form_is_asked_for_again_with_what_is_wrong():
    model = model_saying('{"numbers": []}', GOOD)
    assert model.task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    first, second = asked_of(model)
    assert first.turns == QUESTION.turns
    assert second.turns[1].text == '{"numbers": []}'
    assert "numbers: List should have at least 1 item" in second.turns[2].text


def test_what_a_check_finds_wrong_is_told_to_the_model():
    def check(found: ProbeNumbers) -> None:
        if 2 not in found.numbers:
            raise ReplyUnusable("There has to be a 2.")

    model = model_saying('{"numbers": [7]}', GOOD)
    assert model.task("test").ask(QUESTION, ProbeNumbers, check).numbers == [1, 2]
    assert "There has to be a 2." in asked_of(model)[1].turns[-1].text


def test_a_second_answer_that_cannot_be_used_is_the_end_of_it(tmp_path: Path):
    model = model_saying("nothing", home=tmp_path)
    with pytest.raises(ReplyUnusable, match="has not the form"):
        model.task("test").ask(QUESTION, ProbeNumbers)
    assert len(asked_of(model)) == 2
    assert outcomes(tmp_path) == ["ReplyUnusable", "ReplyUnusable"]


def test_an_empty_answer_is_called_empty():
    with pytest.raises(ReplyUnusable, match="The answer is empty"):
        model_saying(" ").task("test").ask(QUESTION, ProbeNumbers)


@pytest.mark.parametrize("finish", [Finish.BLOCKED, Finish.LENGTH])
def test_an_answer_that_would_end_so_again_is_not_asked_for_again(finish: Finish):
    model = model_saying(Reply("", finish=finish))
    with pytest.raises(ReplyUnusable):
        model.task("test").ask(QUESTION, ProbeNumbers)
    assert len(asked_of(model)) == 1


def test_the_same_question_is_paid_for_once(tmp_path: Path):
    model = model_saying(GOOD, home=tmp_path)
    model.task("test").ask(QUESTION, ProbeNumbers)
    task = model_saying(failure(None), home=tmp_path).task("test", "abc")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert (task.use.calls, task.use.cached, task.use.usage) == (1, 1, Usage())
    held = Ledger(tmp_path).calls()[-1]
    assert held.cached and held.input > 0 and held.document == "abc"


def test_a_second_answer_is_kept_for_the_first_question(tmp_path: Path):
    model_saying("no", GOOD, home=tmp_path).task("test").ask(QUESTION, ProbeNumbers)
    again = model_saying(failure(None), home=tmp_path)
    assert again.task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]


def test_an_answer_that_was_of_no_use_is_not_given_again(tmp_path: Path):
    with pytest.raises(ReplyUnusable):
        model_saying("no", home=tmp_path).task("test").ask(QUESTION, ProbeNumbers)
    again = model_saying(GOOD, home=tmp_path)
    assert again.task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(asked_of(again)) == 1


def test_an_answer_of_the_cache_that_no_longer_passes_is_asked_for_anew(tmp_path: Path):
    def check(found: ProbeNumbers) -> None:
        if found.numbers != [3]:
            raise ReplyUnusable("Not 3.")

    model_saying(GOOD, home=tmp_path).task("test").ask(QUESTION, ProbeNumbers)
    again = model_saying('{"numbers": [3]}', home=tmp_path)
    assert again.task("test").ask(QUESTION, ProbeNumbers, check).numbers == [3]
    assert again.task("test").ask(QUESTION, ProbeNumbers, check).numbers == [3]
    assert len(asked_of(again)) == 1


def test_a_call_that_may_succeed_later_is_tried_again(tmp_path: Path):
    slept: list[float] = []
    model = model_saying(failure(0.0), failure(7.0), GOOD, home=tmp_path, sleep=slept.append)
    assert model.task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert 0.5 <= slept[0] <= 1.0 and slept[1] == 7.0
    assert outcomes(tmp_path) == ["ModelUnreachable", "ModelUnreachable", "ok"]


def test_a_call_that_cannot_succeed_is_not_tried_again():
    model = model_saying(failure(None, KeyRefused))
    with pytest.raises(KeyRefused):
        model.task("test").ask(QUESTION, ProbeNumbers)
    assert len(asked_of(model)) == 1


def test_once_the_model_is_gone_other_questions_fail_at_once_but_known_ones_are_answered(
    tmp_path: Path,
):
    model = model_saying(GOOD, failure(None, KeyRefused), home=tmp_path)
    task = model.task("test")
    task.ask(QUESTION, ProbeNumbers)
    for text in "abc":
        with pytest.raises(KeyRefused):
            task.ask(user_says("Give numbers.", text), ProbeNumbers)
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(asked_of(model)) == 2
    assert outcomes(tmp_path) == ["ok", "KeyRefused", "ok"]


def test_answers_come_in_the_order_of_the_questions():
    def respond(request: Request) -> str:
        number = int(request.turns[0].text)
        time.sleep(0.01 * (number % 3))
        return f'{{"numbers": [{number}]}}'

    model = LanguageModel(FakeTransport(respond), rate_limit=RateLimit(at_once=5))
    requests = [user_says("Give the number back.", str(n)) for n in range(20)]
    found = model.task("test").ask_all(requests, ProbeNumbers)
    assert [one.numbers for one in found if isinstance(one, ProbeNumbers)] == [
        [n] for n in range(20)
    ]


def test_an_answer_without_use_leaves_the_others_alone():
    def respond(request: Request) -> str:
        return "no" if request.turns[0].text == "1" else GOOD

    model = LanguageModel(FakeTransport(respond))
    requests = [user_says("Give numbers.", str(n)) for n in range(3)]
    kinds = [type(one) for one in model.task("test").ask_all(requests, ProbeNumbers)]
    assert kinds == [ProbeNumbers, ReplyUnusable, ProbeNumbers]


def test_once_the_model_is_gone_no_further_question_is_sent():
    model = model_saying(failure(None, KeyRefused), rate_limit=RateLimit(at_once=1))
    requests = [user_says("Give numbers.", str(n)) for n in range(50)]
    found = model.task("test").ask_all(requests, ProbeNumbers)
    assert {type(one) for one in found} == {KeyRefused}
    assert len(asked_of(model)) == 1


def test_progress_counts_answers_up_to_the_last():
    seen: list[tuple[int, int]] = []
    requests = [user_says("Give numbers.", str(n)) for n in range(9)]
    model_saying(GOOD).task("test").ask_all(
        requests, ProbeNumbers, progress=lambda done, total: seen.append((done, total))
    )
    assert seen == sorted(seen) and seen[-1] == (9, 9)


def test_a_cancel_does_not_wait_for_answers_and_keeps_those_that_come(tmp_path: Path):
    let_go = threading.Event()

    def respond(_: Request) -> str:
        let_go.wait(30)
        return GOOD

    def cancel(done: int, total: int) -> None:
        raise Cancelled(f"stopped at {done} of {total}")

    model = LanguageModel(
        FakeTransport(respond), cache=ReplyCache(tmp_path), rate_limit=RateLimit(at_once=2)
    )
    requests = [user_says("Give numbers.", str(n)) for n in range(50)]
    with pytest.raises(Cancelled):
        model.task("test").ask_all(requests, ProbeNumbers, progress=cancel)
    assert not let_go.is_set()
    let_go.set()
    kept = model_saying(failure(None), home=tmp_path)
    asked = len(asked_of(model))
    assert asked <= 2
    for _ in range(500):
        if sum(1 for _ in (tmp_path / "model-replies").rglob("*.json")) == asked:
            break
        time.sleep(0.01)
    assert kept.task("test").ask(requests[0], ProbeNumbers).numbers == [1, 2]


def test_after_a_cancel_the_program_ends_without_waiting_for_answers():
    program = """
import subprocess
import sys
import threading
from core.errors import Cancelled
from tests.core.llm.models import GOOD, QUESTION, ProbeNumbers
from core.llm.fake import FakeTransport
from core.llm.model import LanguageModel

asked = threading.Event()

def respond(_):
    asked.set()
    threading.Event().wait(300)
    return GOOD

def cancel(done, total):
    if asked.is_set():
        raise Cancelled("stopped")

try:
    LanguageModel(FakeTransport(respond)).task("x").ask_all([QUESTION], ProbeNumbers, None, cancel)
except Cancelled:
    print("stopped")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "stopped\n"


def test_work_that_was_stopped_and_begun_anew_pays_for_nothing_twice(tmp_path: Path):
    let_go = threading.Event()

    def respond(request: Request) -> str:
        if request.turns[0].text in ("3", "4"):
            let_go.wait(30)
        return GOOD

    def cancel(done: int, total: int) -> None:
        if done >= 3:
            raise Cancelled(f"stopped at {done} of {total}")

    transport = FakeTransport(respond)
    model = LanguageModel(transport, cache=ReplyCache(tmp_path), rate_limit=RateLimit(at_once=2))
    requests = [user_says("Give numbers.", str(n)) for n in range(9)]
    with pytest.raises(Cancelled):
        model.task("test").ask_all(requests, ProbeNumbers, progress=cancel)

    def go_on(done: int, total: int) -> None:
        let_go.set()

    found = model.task("test").ask_all([*requests, *requests], ProbeNumbers, progress=go_on)
    assert all(isinstance(one, ProbeNumbers) for one in found)
    assert len(transport.requests) == 9


def test_a_cancel_ends_the_wait_for_another_try():
    slow = model_saying(failure(1000.0), sleep=time.sleep, seconds=10_000.0)

    def cancel(done: int, total: int) -> None:
        if asked_of(slow):
            raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        slow.task("test").ask_all([QUESTION], ProbeNumbers, progress=cancel)


def test_a_stream_comes_in_pieces_and_is_known_afterwards(tmp_path: Path):
    wanted = user_says("Give numbers.", "Which?", ProbeNumbers)
    pieces = list(model_saying(GOOD, home=tmp_path).task("test").stream(wanted))
    assert len(pieces) > 1 and "".join(pieces) == GOOD
    again = model_saying(failure(None), home=tmp_path).task("test")
    assert list(again.stream(wanted)) == [GOOD]
    assert again.ask(wanted, ProbeNumbers).numbers == [1, 2]


def test_a_stream_of_the_wrong_form_is_given_but_not_kept(tmp_path: Path):
    wanted = user_says("Give numbers.", "Which?", ProbeNumbers)
    task = model_saying("I would rather not.", GOOD, home=tmp_path).task("test")
    assert "".join(task.stream(wanted)) == "I would rather not."
    assert "".join(task.stream(wanted)) == GOOD
    assert outcomes(tmp_path) == ["ReplyUnusable", "ok"]


def test_a_stream_that_does_not_begin_is_tried_again(tmp_path: Path):
    model = model_saying(failure(0.0), "Here it is.", home=tmp_path)
    assert "".join(model.task("test").stream(QUESTION)) == "Here it is."
    assert outcomes(tmp_path) == ["ModelUnreachable", "ok"]


def test_who_watches_a_stream_does_not_wait_for_long():
    model = model_saying(failure(45.0, QuotaSpent), "An answer.")
    with pytest.raises(QuotaSpent):
        list(model.task("test").stream(QUESTION))
    again = model_saying(failure(5.0, QuotaSpent), "An answer.")
    assert "".join(again.task("test").stream(QUESTION)) == "An answer."


def test_a_stream_that_is_not_begun_is_no_call(tmp_path: Path):
    model = model_saying(failure(None, KeyRefused), home=tmp_path)
    for _ in range(2):
        with pytest.raises(KeyRefused):
            list(model.task("test").stream(QUESTION))
    assert outcomes(tmp_path) == ["KeyRefused"]


class Breaking(FakeTransport):
    """Breaks off after some pieces of each stream."""

    def stream(self, request: Request, seconds: float):
        yield from list(super().stream(request, seconds))[:2]
        raise failure(0.0)


def test_a_stream_that_breaks_off_is_not_begun_again(tmp_path: Path):
    transport = Breaking(lambda _: "a long enough answer for several pieces")
    model = LanguageModel(transport, ledger=Ledger(tmp_path), sleep=lambda _: None)
    pieces: list[str] = []
    with pytest.raises(ModelUnavailable):
        pieces.extend(model.task("test").stream(QUESTION))
    assert len(transport.requests) == 1
    assert outcomes(tmp_path) == ["ModelUnreachable"]


class FailsAfterThoughts(FakeTransport):
    """Thinks, and fails, the first time."""

    def stream(self, request: Request, seconds: float):
        reply = list(super().stream(request, seconds))
        if len(self.requests) == 1:
            yield from (Reply(), Reply())
            raise failure()
        yield from reply


def test_thoughts_of_a_stream_that_is_begun_again_count(tmp_path: Path):
    transport = FailsAfterThoughts(lambda _: "An answer.")
    model = LanguageModel(transport, ledger=Ledger(tmp_path), sleep=lambda _: None)
    task = model.task("test")
    assert list(task.stream(QUESTION))[:2] == ["", ""]
    failed, answered = Ledger(tmp_path).calls()
    assert (failed.outcome, answered.outcome) == ("ModelUnreachable", "ok")
    assert failed.input > 0
    assert task.use.usage.input == failed.input + answered.input


def test_leaving_a_stream_is_on_record(tmp_path: Path):
    stream = model_saying("a long enough answer for several pieces", home=tmp_path)
    pieces = stream.task("test").stream(QUESTION)
    next(pieces)
    del pieces
    assert outcomes(tmp_path) == ["Cancelled"]


def test_a_step_may_ask_for_tools(tmp_path: Path):
    wanted = Reply("", (ToolCall("look", {"at": 1}),), raw={"parts": [{"signature": "x"}]})
    model_saying(wanted, home=tmp_path).task("test").step(QUESTION)
    again = model_saying(failure(None), home=tmp_path).task("test").step(QUESTION)
    assert again.calls == wanted.calls
    assert again.turn == Turn(Speaker.MODEL, "", wanted.calls, raw=wanted.raw)


def test_a_step_that_uses_no_tool_is_not_given_again(tmp_path: Path):
    tools = (Tool("look", "Looks.", ProbeNumbers),)
    offered = Request("Look.", QUESTION.turns, tools=tools)
    model_saying("I need not look.", home=tmp_path).task("test").step(offered)
    wanted = Reply("", (ToolCall("look", {}),))
    assert model_saying(wanted, home=tmp_path).task("test").step(offered).calls == wanted.calls
    seen = offered.then(wanted.turn, Turn(Speaker.USER, results=(ToolResult("look", {}),)))
    model_saying("It is there.", home=tmp_path).task("test").step(seen)
    again = model_saying(failure(None), home=tmp_path).task("test")
    assert again.step(seen).text == "It is there."


def test_embedding_is_on_record(tmp_path: Path):
    task = model_saying(GOOD, home=tmp_path).task("embed")
    found = task.embed("vectors-1", ["some text", "more"], EmbeddingTask.TEXT)
    assert found.vectors.shape[0] == 2
    assert task.use.usage == found.usage
    assert Ledger(tmp_path).calls()[0].model == "vectors-1"


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(st.one_of(st.text(), json_like.map(repr), st.just('{"numbers": [1, "\\ud800"]}')))
def test_whatever_the_model_says_is_an_answer_or_an_error_of_ours(said: str):
    try:
        found = model_saying(said).task("test").ask(QUESTION, ProbeNumbers)
    except ModelError:
        return
    assert isinstance(found, ProbeNumbers)


def test_half_a_character_is_no_text_of_an_answer():
    said = Reply('{"numbers": [1], "note": "\ud800"}')
    assert model_saying(said).task("test").ask(QUESTION, ProbeNumbers).numbers == [1]
