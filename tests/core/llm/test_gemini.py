"""The real client over HTTP, against a server on this machine that speaks the Gemini API."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from core.errors import ModelUnavailable, ModelUnreachable, ReplyUnusable
from core.llm.base import (
    EmbeddingTask,
    Finish,
    Request,
    Speaker,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    tokens_in,
    user_says,
)
from core.llm.gemini import GeminiTransport
from core.llm.ledger import Ledger
from core.llm.plain_schema import plain_schema
from tests.core.llm.models import (
    GOOD,
    QUESTION,
    WORDS,
    ProbeLook,
    ProbeNumbers,
    looking,
    model_over,
)
from tests.gemini_server import GeminiServer, failures
from tests.gemini_server.speech import SIGNATURE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from core.llm.model import LanguageModel


KEY = "AIza-this-is-secret"


class ProbeInner(BaseModel):
    """Part of an answer."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["a"] = "a"
    size: float = Field(0.5, gt=0, le=1)


class ProbeTree(BaseModel):
    """An answer with parts."""

    inner: ProbeInner = Field(description="The part.")
    more: list[ProbeInner] = []
    note: str | None = None


class ProbeBranch(BaseModel):
    """An answer that holds answers of its kind."""

    branches: list[ProbeBranch] = []


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(looking) as running:
        yield running


def transport(server: GeminiServer) -> GeminiTransport:
    return GeminiTransport("gemini-test", KEY, server.url)


def model(server: GeminiServer, home: Path | None = None, seconds: float = 30) -> LanguageModel:
    return model_over(transport(server), home, seconds=seconds)


def test_an_answer_has_the_form_that_the_schema_asked_for(server: GeminiServer):
    task = model(server).task("test")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    body = server.received[0].body
    assert body["systemInstruction"]["parts"][0]["text"] == QUESTION.instructions
    assert body["generationConfig"]["responseMimeType"] == "application/json"
    assert body["generationConfig"]["responseJsonSchema"]["title"] == "ProbeNumbers"
    assert body["generationConfig"]["temperature"] == 0.0
    assert task.use.usage.input > 0 and task.use.usage.output == tokens_in(GOOD)


def test_a_schema_is_sent_in_one_piece_without_what_the_service_does_not_read():
    sent = plain_schema(ProbeTree)
    inner = sent["properties"]["inner"]
    assert (inner["title"], inner["description"]) == ("ProbeInner", "The part.")
    assert inner["properties"]["kind"]["enum"] == ["a"]
    assert sent["properties"]["more"]["items"]["properties"]["size"]["maximum"] == 1
    words = json.dumps(sent)
    left_out = ("exclusiveMinimum", "default", "const", "$ref", "$defs")
    assert not [one for one in left_out if f'"{one}"' in words]


def test_a_schema_that_holds_itself_comes_to_an_end():
    assert '"title": "ProbeBranch"' in json.dumps(plain_schema(ProbeBranch))


def test_tools_are_offered_and_signed_thoughts_go_back_as_they_came(server: GeminiServer):
    task = model(server).task("test")
    request = Request("Look.", QUESTION.turns, tools=(Tool("look", "Looks.", ProbeLook),))
    asked = task.step(request)
    assert [dict(call.arguments) for call in asked.calls] == [{"place": "there"}, {}]
    results = tuple(ToolResult("look", {"seen": n}) for n in range(2))
    assert task.step(request.then(asked.turn, Turn(Speaker.USER, results=results))).text == WORDS

    first, second = (one.body for one in server.received)
    assert first["tools"][0]["functionDeclarations"][0]["name"] == "look"
    made, answered = second["contents"][1]["parts"], second["contents"][2]["parts"]
    signatures = {one["thoughtSignature"].translate(str.maketrans("-_", "+/")) for one in made}
    assert signatures == {SIGNATURE}
    assert [one["functionResponse"]["id"] for one in answered] == ["call-0", "call-1"]
    assert [one["functionResponse"]["response"] for one in answered] == [{"seen": 0}, {"seen": 1}]


def test_turns_that_the_service_did_not_make_are_sent_too(server: GeminiServer):
    calls = (ToolCall("look", {"place": "x"}),)
    request = QUESTION.then(
        Turn(Speaker.MODEL, "Let me see.", calls),
        Turn(Speaker.USER, results=(ToolResult("look", {"seen": 1}),)),
        Turn(Speaker.MODEL),
    )
    transport(server).send(request, 30)
    turns = server.received[0].body["contents"]
    assert [turn["role"] for turn in turns] == ["user", "model", "user"]
    assert turns[1]["parts"][1]["functionCall"]["name"] == "look"


def test_texts_are_embedded_one_by_one_and_for_their_purpose(server: GeminiServer):
    for name in ("gemini-embedding-001", "gemini-embedding-2"):
        found = model(server).task("embed").embed(name, ["a", "bb", "a"], EmbeddingTask.QUERY)
        assert found.vectors.shape == (3, 32) and found.usage.input == 3
        assert (found.vectors[0] == found.vectors[2]).all()
        sent = server.received[-1].body["requests"]
        assert [one["taskType"] for one in sent] == ["RETRIEVAL_QUERY"] * 3


@pytest.mark.parametrize(
    "act",
    [
        failures.quota(0),
        failures.quota(header="0"),
        failures.overloaded(500),
        failures.overloaded(503),
        failures.garbled(),
        failures.silent(),
    ],
)
def test_what_passes_is_tried_again(server: GeminiServer, act: failures.Act, tmp_path: Path):
    transport(server).send(user_says("", "The package is imported."), 30)
    server.next(act)
    # Time enough for the answer that comes, on a machine that is busy.
    task = model(server, tmp_path, seconds=2).task("test")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert [one.outcome for one in Ledger(tmp_path).calls()][1:] == ["ok"]


def test_a_stream_that_breaks_off_gives_what_came_and_says_so(server: GeminiServer):
    for act, kind in ((failures.cut_off, ModelUnavailable), (failures.faded, ReplyUnusable)):
        server.next(act("First ", "second "))
        pieces: list[str] = []
        with pytest.raises(kind, match="broke off"):
            pieces.extend(model(server).task("test").stream(QUESTION))
        assert [piece for piece in pieces if piece] == ["First ", "second "]


def test_a_stream_that_falls_silent_ends(server: GeminiServer):
    def act(talk: failures.Conversation) -> None:
        talk.begin_stream()
        talk.event({"candidates": [{"content": {"parts": [{"text": "First"}]}}]})
        talk.rest(30)

    server.next(act)
    pieces: list[str] = []
    with pytest.raises(ModelUnreachable, match="did not answer within"):
        pieces.extend(model(server, seconds=1).task("test").stream(QUESTION))
    assert pieces == ["First"]


def test_what_the_safety_filter_stops_is_not_asked_for_again(server: GeminiServer):
    for act in (failures.blocked(), failures.ended("SAFETY"), failures.ended("RECITATION", "x")):
        server.next(act, act)
        with pytest.raises(ReplyUnusable, match="safety filter"):
            model(server).task("test").ask(QUESTION, ProbeNumbers)
        with pytest.raises(ReplyUnusable, match="safety filter"):
            list(model(server).task("test").stream(QUESTION))
    assert len(server.received) == 6


def test_an_answer_that_became_too_long_is_told_so(server: GeminiServer):
    server.next(failures.ended("MAX_TOKENS", '{"numbers": [1'))
    with pytest.raises(ReplyUnusable, match="longer than the model may answer"):
        model(server).task("test").ask(QUESTION, ProbeNumbers)


def test_a_thought_is_no_part_of_the_answer(server: GeminiServer):
    said = {
        "candidates": [
            {
                "content": {"parts": [{"text": "Hm.", "thought": True}, {"text": "Yes."}]},
                "finishReason": "STOP",
            }
        ],
        "usageMetadata": {
            "promptTokenCount": 5, "candidatesTokenCount": 2, "thoughtsTokenCount": 30
        },
    }  # fmt: skip
    server.next(lambda talk: talk.reply(200, said))
    reply = transport(server).send(QUESTION, 30)
    assert (reply.text, reply.finish, reply.usage.output) == ("Yes.", Finish.DONE, 32)


def test_the_package_of_the_service_is_not_imported_before_the_first_call():
    script = (
        "import sys; from core.llm import open_model; from core.settings import Settings;"
        "assert open_model(Settings(gemini_api_key='k')).name;"
        "print(sorted({'google.genai', 'httpx2', 'core.llm.gemini_form'} & set(sys.modules)))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert answer.stdout.strip() == "[]"
