"""The real client over HTTP, against a server on this machine that speaks the OpenAI API."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import httpx2
import pytest

from core.errors import (
    KeyRefused,
    ModelError,
    ModelUnknown,
    ModelUnreachable,
    QuotaSpent,
    ReplyUnusable,
    RequestTooLong,
)
from core.llm.base import (
    EmbeddingTask,
    Request,
    Speaker,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    user_says,
)
from core.llm.openai import OpenAiTransport
from core.llm.openai_errors import check, without_failure
from tests.core.llm.models import (
    GOOD,
    QUESTION,
    WORDS,
    ProbeLook,
    ProbeNumbers,
    looking,
    model_over,
)
from tests.openai_server import Act, Conversation, OpenAiServer, failure, piece, says, streams

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.llm.model import LanguageModel


KEY = "sk-this-is-secret"


@pytest.fixture
def server() -> Iterator[OpenAiServer]:
    with OpenAiServer(looking) as running:
        yield running


def transport(server: OpenAiServer) -> OpenAiTransport:
    return OpenAiTransport("llama3.2:3b", KEY, server.url)


def model(server: OpenAiServer) -> LanguageModel:
    return model_over(transport(server))


def status(code: int, body: object, **headers: str) -> Act:
    return lambda talk: talk.reply(code, body, headers)


def test_an_answer_has_the_form_that_the_schema_asked_for(server: OpenAiServer):
    task = model(server).task("test")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    body = server.received[0].body
    assert body["model"] == "llama3.2:3b"
    assert body["messages"][0] == {"role": "system", "content": QUESTION.instructions}
    assert body["response_format"]["json_schema"]["name"] == "ProbeNumbers"
    assert body["temperature"] == 0.0
    assert task.use.usage.input > 0
    assert task.use.usage.output > 0


@pytest.mark.parametrize(
    ("refuse", "calls"),
    [(["json_schema"], 2), (["json_schema", "json_object"], 3), (["temperature"], 2)],
)
def test_what_a_service_refuses_is_asked_for_otherwise_and_only_once(refuse: list[str], calls: int):
    with OpenAiServer(looking, refuse=refuse) as server:
        task = model(server).task("test")
        for _ in range(2):
            assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
        assert len(server.received) == calls + 1
        last = json.dumps(server.received[-1].body)
        assert not any(f'"{name}"' in last for name in refuse)
        assert "ProbeNumbers" in last


def test_models_that_think_are_told_their_limit_by_its_other_name():
    with OpenAiServer(looking, refuse=["max_tokens"]) as server:
        assert transport(server).send(QUESTION, 30).text == WORDS
        assert server.received[-1].body["max_completion_tokens"] == QUESTION.max_output


def test_a_request_that_is_refused_for_itself_is_not_asked_for_again_and_again(
    server: OpenAiServer,
):
    server.next(status(400, failure("the context is too long")))
    with pytest.raises(ReplyUnusable, match="context is too long"):
        transport(server).send(QUESTION, 30)
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "said", [f"```json\n{GOOD}\n```", f"<think>One, two?\n</think>\n{GOOD}", GOOD]
)
def test_thoughts_and_fences_around_json_are_no_part_of_it(server: OpenAiServer, said: str):
    server.next(says(said))
    assert model(server).task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(server.received) == 1


def test_a_stream_that_breaks_off_gives_what_came_and_says_so(server: OpenAiServer):
    server.next(streams(piece("First "), piece("second "), whole=False))
    pieces: list[str] = []
    with pytest.raises(ModelUnreachable, match="broke off"):
        pieces.extend(model(server).task("test").stream(QUESTION))
    assert pieces == ["First ", "second "]


def test_a_stream_without_an_end_is_no_answer(server: OpenAiServer):
    server.next(streams(piece("First")))
    with pytest.raises(ReplyUnusable, match="broke off"):
        list(model(server).task("test").stream(QUESTION))


def test_tools_are_offered_and_their_results_go_back_to_their_calls(server: OpenAiServer):
    task = model(server).task("test")
    request = Request("Look.", QUESTION.turns, tools=(Tool("look", "Looks.", ProbeLook),))
    reply = task.step(request)
    assert [dict(call.arguments) for call in reply.calls] == [{"place": "there"}, {}]
    results = tuple(ToolResult("look", {"seen": number}) for number in range(2))
    assert task.step(request.then(reply.turn, Turn(Speaker.USER, results=results))).text == WORDS
    first, second = (received.body for received in server.received)
    assert first["tools"][0]["function"]["name"] == "look"
    answers = [message for message in second["messages"] if message["role"] == "tool"]
    assert [message["tool_call_id"] for message in answers] == ["id-0", "id-1"]
    assert [json.loads(message["content"]) for message in answers] == [{"seen": 0}, {"seen": 1}]


def test_turns_that_the_service_did_not_make_are_sent_too(server: OpenAiServer):
    calls = (ToolCall("look", {"place": "x"}),)
    request = QUESTION.then(
        Turn(Speaker.MODEL, "Let me see.", calls),
        Turn(Speaker.USER, results=(ToolResult("look", {"seen": 1}),)),
        Turn(Speaker.MODEL),
    )
    transport(server).send(request, 30)
    messages = server.received[0].body["messages"]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "tool"]
    assert messages[3]["tool_call_id"] == messages[2]["tool_calls"][0]["id"]


def test_a_model_without_tools_says_so(server: OpenAiServer):
    server.next(status(400, failure("llama3.2 does not support tools")))
    request = Request("Look.", QUESTION.turns, tools=(Tool("look", "Looks.", ProbeLook),))
    with pytest.raises(ReplyUnusable, match="does not support tools"):
        model(server).task("test").step(request)


def test_texts_are_embedded_in_their_order(server: OpenAiServer):
    vectors = model(server).task("embed").embed("nomic", ["a", "bb", "a"], EmbeddingTask.QUERY)
    assert vectors.vectors.shape == (3, 32)
    assert vectors.usage.input == 3
    assert (vectors.vectors[0] == vectors.vectors[2]).all()
    assert (vectors.vectors[0] != vectors.vectors[1]).any()


def test_the_models_of_a_service_are_listed(server: OpenAiServer):
    assert transport(server).models(30) == ["llama3.2:3b", "qwen3:8b"]


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (401, KeyRefused, "Check OPENAI_API_KEY"),
        (404, ModelUnknown, "usually ends in /v1"),
        (429, QuotaSpent, "Try again in 7 s"),
        (503, ModelUnreachable, "fails"),
        (302, ModelUnreachable, "points elsewhere"),
        (400, ReplyUnusable, "refuses this request"),
    ],
)
def test_failures_say_what_to_do(
    server: OpenAiServer, code: int, kind: type[ModelError], words: str
):
    headers = {"Retry-After": "7", "Location": "http://127.0.0.1:9/"}
    server.next(status(code, failure("not now"), **headers))
    with pytest.raises(kind, match=words) as failed:
        transport(server).send(QUESTION, 30)
    assert server.url in str(failed.value)


def test_a_model_that_a_service_does_not_have_is_named(server: OpenAiServer):
    server.next(status(404, failure("model 'llama3.2:3b' not found")))
    with pytest.raises(ModelUnknown, match=r"has no model 'llama3\.2:3b'"):
        transport(server).send(QUESTION, 30)


@pytest.mark.parametrize(
    "said",
    [
        "No endpoints found matching your data policy",
        "The API deployment for this resource does not exist.",
        "Not Found",
    ],
)
def test_what_is_not_there_may_be_the_address_or_the_model(server: OpenAiServer, said: str):
    server.next(status(404, failure(said)))
    with pytest.raises(
        ModelUnknown, match=r"ends in /v1, or choose another model than '"
    ) as failed:
        transport(server).send(QUESTION, 30)
    assert said in str(failed.value)


@pytest.mark.parametrize(
    ("said", "kind"), [("bad request", ReplyUnusable), ("Context exceeded", RequestTooLong)]
)
def test_an_address_with_context_in_it_makes_no_request_too_long(
    said: str, kind: type[ReplyUnusable]
):
    response = httpx2.Response(400, json=failure(said))
    with pytest.raises(ReplyUnusable) as refused:
        check(response, "https://context-proxy.example/v1", "m", "")
    event = {"error": {"message": said, "code": 400}}
    with pytest.raises(ReplyUnusable) as broken:
        list(without_failure([event], "https://context-proxy.example/v1", ""))
    assert type(refused.value) is type(broken.value) is kind


def test_a_text_that_is_too_large_to_embed_is_refused_and_not_sent_again(server: OpenAiServer):
    said = "input (1026 tokens) is too large to process. increase the physical batch size"
    server.next(status(500, failure(said)))
    with pytest.raises(ReplyUnusable, match="too large to process"):
        model(server).task("embed").embed("any", ["a text"], EmbeddingTask.TEXT)
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "act",
    [
        status(429, failure("slow down"), **{"Retry-After": "0"}),
        status(500, "<html>Sorry</html>"),
        status(503, failure("loading")),
        status(200, "<html>Please log in</html>"),
        status(200, {"choices": []}),
        status(200, []),
    ],
)
def test_what_passes_is_tried_again(server: OpenAiServer, act: Act):
    server.next(act)
    assert model(server).task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(server.received) == 2


def test_an_account_without_money_is_not_asked_again(server: OpenAiServer):
    server.next(status(429, {"error": {"message": "No.", "code": "insufficient_quota"}}))
    with pytest.raises(QuotaSpent, match="Raise the limit"):
        model(server).task("test").ask(QUESTION, ProbeNumbers)
    assert len(server.received) == 1


def test_a_service_that_is_silent_is_left_after_its_time(server: OpenAiServer):
    def act(talk: Conversation) -> None:
        talk.owner.stopped.wait(20)

    server.next(act)
    with pytest.raises(ModelUnreachable, match="did not answer within 1 s"):
        transport(server).send(QUESTION, 1)


def test_a_service_that_is_not_there_is_to_be_started():
    gone = OpenAiTransport("m", "", "http://127.0.0.1:9/v1")
    with pytest.raises(ModelUnreachable, match="Start the service on this machine"):
        gone.send(QUESTION, 5)


def test_a_key_that_no_header_can_hold_is_not_sent(server: OpenAiServer):
    with pytest.raises(KeyRefused, match="Copy it again"):
        OpenAiTransport("m", "sk-ü\nx", server.url).send(QUESTION, 30)
    assert server.received == []


def test_nothing_is_said_of_a_key_where_there_is_none(server: OpenAiServer):
    OpenAiTransport("m", "", server.url).send(QUESTION, 30)
    assert server.received[0].header("authorization") == ""


def test_halves_of_characters_are_not_sent(server: OpenAiServer):
    transport(server).send(user_says("", "damaged \ud800 text"), 30)
    assert server.received[0].body["messages"][1]["content"] == "damaged ? text"
