"""What every service does over HTTP: the same tests against servers on this machine."""

from __future__ import annotations

import json
import logging
from base64 import b64decode
from dataclasses import replace
from ssl import SSLContext
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from core.errors import KeyRefused, ModelUnavailable, ModelUnreachable
from core.llm.base import EmbeddingTask, Picture, Request, Speaker, Turn, user_says
from core.llm.connection_check import try_model
from core.llm.gemini import GeminiTransport
from core.llm.http_client import trusted_authorities
from core.llm.ledger import Ledger
from core.llm.openai import OpenAiTransport
from tests.core.llm.models import QUESTION, WORDS, ProbeNumbers, looking, model_over
from tests.gemini_server import GeminiServer, failures
from tests.openai_server import OpenAiServer, failure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from core.llm.base import Transport
    from core.llm.model import LanguageModel

KEY = "AIza-this-is-secret"
PICTURE = Picture(b"\x89PNG that nobody reads")
NOT_VECTORS: dict[str, Any] = {
    "embeddings": [{"values": [1.0]}],
    "data": [{"index": 0, "embedding": [1.0]}],
}


class Service(NamedTuple):
    """A service that runs, its transport, where the key stands, and a refusal that quotes it."""

    server: GeminiServer
    transport: Transport
    header: tuple[str, str]
    refusal: failures.Act
    picture: Callable[[Any], str]

    def model(self, home: Path | None = None) -> LanguageModel:
        """The transport with a ledger and a cache, if there is a folder for them."""
        return model_over(self.transport, home)


def gemini(server: GeminiServer) -> Service:
    return Service(
        server,
        GeminiTransport("gemini-test", KEY, server.url),
        ("x-goog-api-key", KEY),
        failures.suspended(KEY),
        lambda body: body["contents"][-1]["parts"][1]["inlineData"]["data"],
    )


def openai(server: GeminiServer) -> Service:
    return Service(
        server,
        OpenAiTransport("llama3.2:3b", KEY, server.url),
        ("authorization", f"Bearer {KEY}"),
        lambda talk: talk.reply(401, failure(f"Incorrect API key provided: {KEY}")),
        lambda body: body["messages"][-1]["content"][1]["image_url"]["url"].partition(",")[2],
    )


@pytest.fixture(params=[(GeminiServer, gemini), (OpenAiServer, openai)], ids=["gemini", "openai"])
def service(request: pytest.FixtureRequest) -> Iterator[Service]:
    server, made = request.param
    with server(looking) as running:
        yield made(running)


@pytest.mark.parametrize("said", ["no JSON", '{"numbers": "many"}', '{"numbers": [1'])
def test_an_answer_that_is_not_of_the_form_is_asked_for_again(service: Service, said: str):
    service.server.next(lambda talk: talk.say(said))
    task = service.model().task("test")
    assert task.ask(QUESTION, ProbeNumbers).numbers == [1, 2]
    assert len(service.server.received) == 2
    assert task.use.usage.input > 0 and task.use.usage.output > 0


def test_a_stream_comes_in_pieces(service: Service):
    pieces = list(service.model().task("test").stream(QUESTION))
    assert len(pieces) > 1 and "".join(pieces) == WORDS


def test_vectors_that_are_missing_or_hold_no_numbers_are_noticed(service: Service):
    service.server.next(lambda talk: talk.reply(200, NOT_VECTORS))
    with pytest.raises(ModelUnreachable, match="vector for each text"):
        service.transport.embed("m", ["a", "b"], EmbeddingTask.TEXT, 30)
    nan = {"embeddings": [{"values": ["NaN"]}], "data": [{"index": 0, "embedding": ["NaN"]}]}
    service.server.next(lambda talk: talk.reply(200, nan))
    with pytest.raises(ModelUnreachable):
        service.transport.embed("m", ["a"], EmbeddingTask.TEXT, 30)


def test_the_key_is_in_a_header_and_nowhere_else(
    service: Service, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    task = service.model(tmp_path).task("test")
    task.ask(QUESTION, ProbeNumbers)
    list(task.stream(QUESTION))
    service.server.next(service.refusal)
    with pytest.raises(KeyRefused) as failed:
        task.step(user_says("", "else"))
    for error in (failed.value, failed.value.__cause__):
        assert KEY not in repr(error) + str(error) + repr(vars(error) if error else "")
    name, value = service.header
    for received in service.server.received:
        assert received.header(name) == value
        assert KEY not in received.path + json.dumps(received.body)
    assert KEY not in caplog.text
    assert KEY not in repr(service.transport) + repr(vars(service.transport))
    for path in tmp_path.rglob("*"):
        assert KEY not in str(path) and (path.is_dir() or KEY.encode() not in path.read_bytes())


def test_the_key_does_not_follow_to_another_address(service: Service):
    with GeminiServer(looking) as elsewhere:
        service.server.always(lambda talk: talk.reply(307, {}, {"Location": elsewhere.url}))
        with pytest.raises(ModelUnreachable, match="elsewhere"):
            service.transport.send(QUESTION, 30)
        assert elsewhere.received == []


def test_certificates_are_read_once_for_all_clients(
    service: Service, monkeypatch: pytest.MonkeyPatch
):
    trusted_authorities()
    read: list[object] = []
    monkeypatch.setattr(
        SSLContext, "load_verify_locations", lambda *places, **named: read.append((places, named))
    )
    service.transport.send(QUESTION, 30)
    assert len(service.server.received) == 1
    assert read == []


def test_a_trial_says_that_the_model_answers_or_what_to_do(service: Service, tmp_path: Path):
    used = service.model(tmp_path)
    for _ in range(2):
        assert try_model(used).startswith(f"{service.transport.model} answered after ")
    assert len(service.server.received) == 2
    service.server.next(service.refusal)
    with pytest.raises(KeyRefused, match=r"Check [A-Z]+_API_KEY"):
        try_model(used)
    assert [call.stage for call in Ledger(tmp_path).calls()] == ["trial"] * 3


def test_a_trial_ends_the_pause_after_an_error(service: Service):
    used = service.model()
    service.server.next(service.refusal)
    for _ in range(2):
        with pytest.raises(ModelUnavailable):
            used.task("test").ask(QUESTION, ProbeNumbers)
    assert len(service.server.received) == 1
    try_model(used)
    assert used.task("test").ask(QUESTION, ProbeNumbers).numbers == [1, 2]


def test_a_picture_goes_along_and_another_one_is_another_question(service: Service, tmp_path: Path):
    asked = Request("Look.", (Turn(Speaker.USER, "What is drawn?", pictures=(PICTURE,)),))
    task = service.model(tmp_path).task("test")
    assert task.step(asked).text == WORDS
    body = service.server.received[-1].body
    assert b64decode(service.picture(body)) == PICTURE.content
    assert PICTURE.media_type in json.dumps(body)
    turn = replace(asked.turns[0], pictures=(replace(PICTURE, content=b"another one"),))
    for request, sent in ((asked, 1), (replace(asked, turns=(turn,)), 2)):
        task.step(request)
        assert len(service.server.received) == sent
