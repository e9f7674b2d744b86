"""How services differ that speak the OpenAI API: each is understood, and paid for once."""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

import pytest

from core.errors import ModelError, ModelUnreachable, QuotaSpent, ReplyUnusable, RequestTooLong
from core.llm.base import EmbeddingTask, Speaker, ToolResult, Turn, Usage, user_says
from core.llm.model import LanguageModel
from core.llm.openai import OpenAiTransport
from tests.core.llm.models import GOOD, QUESTION, ProbeNumbers, words_around
from tests.openai_server import Act, Conversation, OpenAiServer, failure, piece, says, streams

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-this-is-secret"
CONTEXT = 8192
NEW_VLLM = (
    "'max_tokens' or 'max_completion_tokens' is too large: 8192. This model's maximum context "
    "length is 8192 tokens and your request has 297 input tokens (8192 > 8192 - 297)."
)
OLD_VLLM = (
    "This model's maximum context length is 8192 tokens. However, you requested 8489 tokens (297 "
    "in the messages, 8192 in the completion). Please reduce the length of the messages or "
    "completion."
)
TOO_LONG = "the request exceeds the available context size"
END = piece("", "stop")
FORMED = user_says("Give numbers.", "Which?", ProbeNumbers)


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(lambda _: GOOD) as running:
        yield running


def model(server: OpenAiServer) -> LanguageModel:
    return LanguageModel(OpenAiTransport("any", KEY, server.url), seconds=30, sleep=lambda _: None)


def message(content: object, finish: str | None = "eos_token") -> Act:
    """A whole answer, whatever was asked for, without a word of its tokens."""
    choice = {"message": {"content": content}, "finish_reason": finish}
    return lambda talk: talk.reply(200, {"choices": [choice]})


@pytest.mark.parametrize("said", words_around(GOOD))
def test_words_around_the_answer_are_no_reason_to_pay_twice(server: OpenAiServer, said: str):
    server.next(says(said))
    task = model(server).task("test")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(server.received) == 1


@pytest.mark.parametrize("refusal", [NEW_VLLM, OLD_VLLM])
def test_a_service_whose_context_is_short_limits_the_answer_itself(refusal: str):
    def act(talk: Conversation) -> None:
        body = talk.received.body
        limit = body.get("max_tokens") or body.get("max_completion_tokens") or 0
        talk.reply(400, failure(refusal)) if limit >= CONTEXT else talk.say(GOOD)

    with OpenAiServer(lambda _: GOOD) as server:
        server.always(act)
        task = model(server).task("test")
        assert [task.ask(QUESTION, ProbeNumbers).numbers for _ in range(2)] == [[1, 2]] * 2
        assert len(server.received) == 4
        assert "response_format" in server.received[-1].body


def test_what_is_too_long_is_not_asked_for_in_other_words(server: OpenAiServer):
    server.always(lambda talk: talk.reply(400, failure(TOO_LONG)))
    with pytest.raises(RequestTooLong, match=TOO_LONG):
        model(server).task("test").ask(QUESTION, ProbeNumbers)
    assert len(server.received) == 1


def test_an_account_that_is_empty_ends_the_work(server: OpenAiServer):
    server.always(lambda talk: talk.reply(402, failure("Insufficient Balance")))
    with pytest.raises(QuotaSpent, match=r"Insufficient Balance\. Top up"):
        model(server).task("test").ask(QUESTION, ProbeNumbers)
    assert len(server.received) == 1


def test_an_answer_in_parts_is_one_text(server: OpenAiServer):
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": GOOD}]
    server.next(message(parts))
    assert model(server).task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    server.next(streams({"choices": [{"delta": {"content": parts}}]}, END))
    assert "".join(model(server).task("test").stream(QUESTION)) == GOOD
    assert len(server.received) == 2


def test_a_service_that_knows_no_streams_answers_at_once(server: OpenAiServer):
    server.next(message(GOOD))
    assert "".join(model(server).task("test").stream(FORMED)) == GOOD


@pytest.mark.parametrize("finish", [None, "", "end_turn"])
def test_a_whole_answer_has_ended_whatever_is_said_of_its_end(
    server: OpenAiServer, finish: str | None
):
    server.next(message(GOOD, finish))
    assert model(server).task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(server.received) == 1


def test_events_without_content_are_passed_over(server: OpenAiServer):
    def act(talk: Conversation) -> None:
        talk.begin_stream()
        talk.event_of("")
        for body in (piece(GOOD), {"choices": None}, END):
            talk.event(body)
        talk.end_stream()

    server.next(act)
    assert "".join(model(server).task("test").stream(FORMED)) == GOOD
    assert len(server.received) == 1


def test_a_model_that_thinks_can_be_left_before_it_says_a_word(server: OpenAiServer):
    thought = {"choices": [{"delta": {"content": None, "reasoning_content": "Hm. "}}]}
    left = Event()

    def act(talk: Conversation) -> None:
        talk.begin_stream()
        try:
            while not talk.owner.stopped.wait(0.01):
                talk.event(thought)
        except OSError:
            left.set()

    server.next(act)
    pieces = model(server).task("test").stream(FORMED)
    assert [next(pieces), next(pieces)] == ["", ""]
    del pieces
    assert left.wait(10)


@pytest.mark.parametrize(
    ("code", "kind"), [(503, ModelUnreachable), (None, ModelUnreachable), (400, ReplyUnusable)]
)
def test_a_failure_in_the_middle_of_a_stream_is_told_in_its_words(
    server: OpenAiServer, code: int | None, kind: type[ModelError]
):
    said = {"error": {"message": f"Out of memory, {KEY}.", "code": code}}
    server.next(streams(piece("First"), said))
    with pytest.raises(kind, match=r"broke off its answer: Out of memory, \*\*\*\.") as failed:
        list(model(server).task("test").stream(QUESTION))
    assert KEY not in repr(failed.value)


def test_tokens_that_a_service_does_not_count_are_reckoned(server: OpenAiServer):
    for acted in (message(GOOD), streams(piece(GOOD), END), streams(piece(GOOD), whole=False)):
        server.next(acted)
        task = model(server).task("test")
        with suppress(ModelError):
            list(task.stream(FORMED))
        assert task.use.usage == Usage(5, 5)
    server.next(message(GOOD))
    task = model(server).task("test")
    task.ask(QUESTION, ProbeNumbers)
    assert task.use.usage == Usage(5, 5)


def test_an_answer_without_a_word_is_sent_back_as_services_take_it(server: OpenAiServer):
    server.next(lambda talk: talk.reply(200, {"choices": [{"message": {"tool_calls": []}}]}))
    assert model(server).task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert server.received[1].body["messages"][2] == {"role": "assistant", "content": ""}


def test_a_call_without_an_id_is_answered_by_its_name(server: OpenAiServer):
    call = {"type": "function", "function": {"name": "look", "arguments": "{}"}}
    calling = {"role": "assistant", "content": None, "tool_calls": [call]}
    server.next(lambda talk: talk.reply(200, {"choices": [{"message": calling}]}))
    sent = OpenAiTransport("any", KEY, server.url)
    reply = sent.send(QUESTION, 30)
    results = (ToolResult("look", {"seen": 1}),)
    server.next(message("Seen."))
    sent.send(QUESTION.then(reply.turn, Turn(Speaker.USER, results=results)), 30)
    assert server.received[1].body["messages"][-1]["tool_call_id"] == "look"


@pytest.mark.parametrize("vector", [[1.0, float("nan")], "AACAPw==", [1.0, [2.0]], [1.0, {}]])
def test_vectors_of_no_numbers_are_neither_taken_nor_kept(server: OpenAiServer, vector: object):
    rows = [{"index": 0, "embedding": vector}]
    server.always(lambda talk: talk.reply(200, {"data": rows}))
    with pytest.raises(ModelUnreachable, match="hold no numbers"):
        model(server).task("embed").embed("any", ["a text"], EmbeddingTask.TEXT)


def test_the_time_of_a_silent_service_is_told_in_whole_seconds(server: OpenAiServer):
    def act(talk: Conversation) -> None:
        talk.owner.stopped.wait(20)

    server.next(act)
    with pytest.raises(ModelUnreachable, match="within 1 s"):
        OpenAiTransport("any", KEY, server.url).send(QUESTION, 0.983)
