"""The real client over HTTP, against a server on this machine that speaks the Gemini API."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from core.errors import ModelError, ModelUnavailable, ModelUnreachable, ReplyUnusable
from core.llm.base import (
    EmbeddingTask,
    Finish,
    Picture,
    Reply,
    Request,
    Speaker,
    Tool,
    ToolCall,
    ToolResult,
    Turn,
    tokens_in,
    user_says,
)
from core.llm.cache import ReplyCache
from core.llm.connection_check import try_model
from core.llm.gemini import GeminiTransport
from core.llm.ledger import Ledger
from core.llm.model import LanguageModel
from core.llm.plain_schema import plain_schema
from tests.core.llm.models import GOOD, QUESTION, ProbeNumbers
from tests.gemini_server import GeminiServer, failures
from tests.gemini_server.speech import SIGNATURE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.stand_in import Asked

KEY = "AIza-this-is-secret"
PICTURE = Picture(b"\x89PNG that nobody reads")
WORDS = "Größe, and a text that is long enough for several pieces of a stream."


class ProbeLook(BaseModel):
    """Arguments of a tool."""

    place: str = Field("here", min_length=1, description="Where to look.")


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


def respond(asked: Asked) -> Reply | str:
    """As a model that looks once before it says what it saw."""
    if asked.tools and not asked.results:
        return Reply(calls=(ToolCall("look", {"place": "there"}), ToolCall("look", {})))
    return GOOD if asked.schema == ProbeNumbers.__name__ else WORDS


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(respond) as running:
        yield running


def transport(server: GeminiServer) -> GeminiTransport:
    return GeminiTransport("gemini-test", KEY, server.url)


def model(server: GeminiServer, home: Path | None = None, seconds: float = 30) -> LanguageModel:
    return LanguageModel(
        transport(server),
        ledger=Ledger(home) if home else None,
        cache=ReplyCache(home) if home else None,
        seconds=seconds,
        sleep=lambda _: None,
    )


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


def test_a_stream_comes_in_pieces(server: GeminiServer):
    pieces = list(model(server).task("test").stream(QUESTION))
    assert len(pieces) > 1 and "".join(pieces) == WORDS
    assert server.received[0].path.endswith(":streamGenerateContent?alt=sse")


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


def test_tokens_are_counted_with_the_instructions(server: GeminiServer):
    task = model(server).task("test")
    assert task.count(QUESTION) > task.count(user_says("", "Which?"))


def test_texts_are_embedded_one_by_one_and_for_their_purpose(server: GeminiServer):
    for name in ("gemini-embedding-001", "gemini-embedding-2"):
        found = model(server).task("embed").embed(name, ["a", "bb", "a"], EmbeddingTask.QUERY)
        assert found.vectors.shape == (3, 32) and found.usage.input == 3
        assert (found.vectors[0] == found.vectors[2]).all()
        sent = server.received[-1].body["requests"]
        assert [one["taskType"] for one in sent] == ["RETRIEVAL_QUERY"] * 3


def test_vectors_that_are_missing_are_noticed(server: GeminiServer):
    server.next(lambda talk: talk.reply(200, {"embeddings": [{"values": [1.0]}]}))
    with pytest.raises(ModelUnreachable, match="vector for each text"):
        transport(server).embed("m", ["a", "b"], EmbeddingTask.TEXT, 30)


def test_the_key_is_in_a_header_and_nowhere_else(
    server: GeminiServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    used = model(server, tmp_path)
    task = used.task("test")
    task.ask(QUESTION, ProbeNumbers)
    list(task.stream(QUESTION))
    server.next(failures.suspended(KEY))
    with pytest.raises(ModelError) as failed:
        task.step(user_says("", "else"))
    chain: list[BaseException | None] = [failed.value, failed.value.__cause__]
    for error in chain:
        assert error and KEY not in repr(error) + str(error) + repr(vars(error))
    for one in server.received:
        assert one.header("x-goog-api-key") == KEY
        assert KEY not in one.path and KEY not in json.dumps(one.body)
    assert KEY not in caplog.text
    assert KEY not in repr(used.transport) + repr(vars(used.transport))
    for path in tmp_path.rglob("*"):
        assert KEY not in str(path) and (path.is_dir() or KEY.encode() not in path.read_bytes())


def test_the_key_does_not_follow_to_another_address(server: GeminiServer):
    with GeminiServer(respond) as elsewhere:
        place = {"Location": f"{elsewhere.url}/v1beta/models/x:generateContent"}
        server.always(lambda talk: talk.reply(307, {}, place))
        with pytest.raises(ModelUnreachable, match="elsewhere"):
            transport(server).send(QUESTION, 30)
        assert elsewhere.received == []


def test_ids_that_nobody_gave_are_asked_for_again_and_not_kept(
    server: GeminiServer, tmp_path: Path
):
    def check(found: ProbeNumbers) -> None:
        if unknown := set(found.numbers) - {1, 2}:
            raise ReplyUnusable(f"There is no {min(unknown)}.")

    server.next(failures.says('{"numbers": [1, 99]}'))
    task = model(server, tmp_path).task("test")
    assert task.ask(QUESTION, ProbeNumbers, check).numbers == [1, 2]
    assert "There is no 99." in json.dumps(server.received[1].body["contents"][-1])
    assert [one.outcome for one in Ledger(tmp_path).calls()] == ["ReplyUnusable", "ok"]


@pytest.mark.parametrize("said", ["no JSON", '{"numbers": "many"}', '{"numbers": [1'])
def test_an_answer_that_is_not_of_the_form_is_asked_for_again(server: GeminiServer, said: str):
    server.next(failures.says(said))
    assert model(server).task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(server.received) == 2


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
    transport(server).count(QUESTION, 30)
    server.next(act)
    # Time enough for the answer that comes, on a machine that is busy.
    task = model(server, tmp_path, seconds=2).task("test")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert [one.outcome for one in Ledger(tmp_path).calls()][1:] == ["ok"]


def test_a_service_that_fails_now_and_then_answers_every_question(server: GeminiServer):
    tries: Counter[str] = Counter()

    def act(talk: failures.Conversation) -> None:
        asked = json.dumps(talk.received.body)
        tries[asked] += 1
        if tries[asked] > 1 + len(tries) % 3:
            talk.say(GOOD)
        else:
            (failures.overloaded() if tries[asked] == 1 else failures.quota(0))(talk)

    server.always(act)
    used = LanguageModel(transport(server), sleep=lambda _: None)
    requests = [user_says("Give numbers.", str(n)) for n in range(40)]
    found = used.task("test").ask_all(requests, ProbeNumbers)
    assert [type(one) for one in found] == [ProbeNumbers] * 40


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


def test_a_trial_says_that_the_model_answers_or_what_to_do(server: GeminiServer, tmp_path: Path):
    used = model(server, tmp_path)
    for _ in range(2):
        assert try_model(used).startswith("gemini-test answered after ")
    assert len(server.received) == 2
    server.next(failures.wrong_key())
    with pytest.raises(ModelError, match="Check GEMINI_API_KEY"):
        try_model(used)
    try_model(used)
    assert [one.stage for one in Ledger(tmp_path).calls()] == ["trial"] * 4


def test_a_trial_ends_the_pause_after_an_error(server: GeminiServer):
    used = model(server)
    server.next(failures.wrong_key())
    for _ in range(2):
        with pytest.raises(ModelUnavailable):
            used.task("test").ask(QUESTION, ProbeNumbers)
    assert len(server.received) == 1
    try_model(used)
    assert used.task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]


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


def test_a_picture_goes_along_and_another_one_is_another_question(
    server: GeminiServer, tmp_path: Path
):
    asked = Request("Look.", (Turn(Speaker.USER, "What is drawn?", pictures=(PICTURE,)),))
    task = model(server, tmp_path).task("test")
    assert task.step(asked).text == WORDS
    parts = server.received[-1].body["contents"][-1]["parts"]
    assert parts[0] == {"text": "What is drawn?"}
    assert parts[1]["inlineData"]["mime_type"] == "image/png"
    assert b64decode(parts[1]["inlineData"]["data"]) == PICTURE.content
    other = replace(PICTURE, content=b"another one")
    turn = replace(asked.turns[0], pictures=(other,))
    for request, sent in ((asked, 1), (replace(asked, turns=(turn,)), 2)):
        task.step(request)
        assert len(server.received) == sent
