"""What people are told when the service does not help, and whether it is worth another try."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import (
    KeyRefused,
    ModelError,
    ModelUnavailable,
    ModelUnknown,
    ModelUnreachable,
    QuotaSpent,
    ReplyUnusable,
)
from core.llm import open_model
from core.llm.base import EmbeddingTask, Speaker, ToolCall, ToolResult, Turn, Usage
from core.llm.gemini import GeminiTransport
from core.settings import Settings
from tests.core.llm.models import QUESTION
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

KEY = "AIza-this-is-secret"


@pytest.fixture(scope="module")
def server() -> Iterator[GeminiServer]:
    with GeminiServer() as running:
        yield running


@pytest.fixture(scope="module")
def used(server: GeminiServer) -> GeminiTransport:
    return GeminiTransport("gemini-test", KEY, server.url)


def failed(server: GeminiServer, act: failures.Act, seconds: float = 30) -> ModelError:
    server.next(act)
    with pytest.raises(ModelError) as found:
        GeminiTransport("gemini-test", KEY, server.url).send(QUESTION, seconds)
    return found.value


@pytest.mark.parametrize(
    ("act", "kind", "words", "retry"),
    [
        (failures.wrong_key(), KeyRefused, "Check GEMINI_API_KEY", None),
        (failures.suspended(KEY), KeyRefused, "has been suspended. Check", None),
        (failures.status(401, "UNAUTHENTICATED", "no"), KeyRefused, "another key", None),
        (
            failures.status(400, "FAILED_PRECONDITION", "User location is not supported."),
            ModelUnreachable,
            "place .400.: User location is not supported. Correct that",
            None,
        ),
        (failures.unknown_model(), ModelUnknown, "'gemini-test'.*Choose another", None),
        (failures.quota(17.5), QuotaSpent, "again in 18 s", 17.5),
        (failures.quota(header="9"), QuotaSpent, "again in 9 s", 9.0),
        (failures.quota(), QuotaSpent, "again in a minute", 0.0),
        (failures.quota(20, metric="PerDay"), QuotaSpent, "tomorrow", None),
        (failures.overloaded(503), ModelUnreachable, "in some minutes", 0.0),
        (failures.overloaded(500), ModelUnreachable, "overloaded", 0.0),
        (failures.status(408, "", ""), ModelUnreachable, "fails", 0.0),
        (failures.garbled(), ModelUnreachable, "cannot be read", 0.0),
        (lambda talk: talk.hang_up(), ModelUnreachable, "broke off|cannot be reached", 0.0),
        (lambda talk: talk.reply(502, "<html>"), ModelUnreachable, "fails", 0.0),
        (lambda talk: talk.reply(500, "[1, 2]"), ModelUnreachable, "fails", 0.0),
        (lambda talk: talk.reply(200, '{"candidates": [3]}'), ModelUnreachable, "read", 0.0),
        (lambda talk: talk.reply(200, '{"error": "x"'), ModelUnreachable, "cannot be read", 0.0),
        (lambda talk: talk.reply(200, '{"candidates": 3}'), ModelUnreachable, "be read", 0.0),
    ],
)
def test_each_failure_has_its_error_and_says_what_to_do(
    server: GeminiServer,
    act: failures.Act,
    kind: type[ModelUnavailable],
    words: str,
    retry: float | None,
):
    error = failed(server, act)
    assert type(error) is kind
    with pytest.raises(kind, match=words):
        raise error
    assert error.retry_after == retry
    assert error.__cause__ is not None
    assert KEY not in str(error)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


def holding(**parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Objects that lack some of these parts, or anything else in their place."""
    return st.fixed_dictionaries({}, optional=parts) | anything


part = holding(
    text=anything,
    functionCall=holding(name=anything, args=anything, id=anything),
    thoughtSignature=anything,
    thought=anything,
)
candidate = holding(
    content=holding(parts=st.lists(part, max_size=2) | anything, role=anything),
    finishReason=st.sampled_from(["STOP", "SAFETY", "NEW_REASON"]) | anything,
)
replies = holding(
    candidates=st.lists(candidate, max_size=2) | anything,
    usageMetadata=holding(promptTokenCount=anything, candidatesTokenCount=anything),
    promptFeedback=holding(blockReason=anything),
    error=holding(code=anything, message=anything, status=anything, details=anything),
    embeddings=st.lists(holding(values=st.lists(anything, max_size=2) | anything), max_size=2),
)


def calls_of(used: GeminiTransport) -> tuple[Callable[[], object], ...]:
    """All that the service can be asked."""
    return (
        lambda: used.send(QUESTION, 30),
        lambda: list(used.stream(QUESTION, 30)),
        lambda: used.embed("m", ["a"], EmbeddingTask.TEXT, 30),
    )


@settings(max_examples=30)
@given(replies, st.sampled_from([200, 200, 200, 400, 429, 500]))
def test_whatever_the_service_says_is_a_reply_or_an_error_of_ours(
    server: GeminiServer, used: GeminiTransport, said: object, status: int
):
    for call in calls_of(used):
        server.next(lambda talk: talk.reply(status, said))
        with suppress(ModelError):
            call()


@pytest.mark.parametrize("status", [200, 400, 502])
@pytest.mark.parametrize(
    "said",
    [
        "<html>Dienst nicht verf\u00fcgbar</html>".encode("latin-1"),
        b'{"usageMetadata": {"promptTokenCount": ' + b"9" * 5000 + b"}}",
        b'{"candidates": ' + b"[" * 100_000,
        b'{"error": ' + b'{"a":' * 100_000,
    ],
    ids=["page in Latin-1", "number of 5000 digits", "deep lists", "deep objects"],
)
def test_what_no_reader_takes_is_an_error_of_ours(
    server: GeminiServer, used: GeminiTransport, said: bytes, status: int
):
    for call in calls_of(used):
        server.next(lambda talk: talk.reply(status, said))
        with pytest.raises(ModelUnreachable):
            call()


def test_an_answer_that_cannot_be_read_is_not_kept_in_the_error(server: GeminiServer):
    for said in (f'{{"a": "{KEY}"', f"not JSON at all {KEY}", f'{{"usageMetadata": "{KEY}"}}'):
        error: BaseException | None = failed(server, lambda talk, s=said: talk.reply(200, s))
        assert isinstance(error, ModelUnreachable) and error.retry_after == 0.0
        while error is not None:
            assert KEY not in f"{error} {error!r} {error.args} {vars(error)}"
            error = error.__cause__


def test_halves_of_characters_go_no_further(server: GeminiServer, used: GeminiTransport):
    call = {
        "functionCall": {"name": "look\ud800", "args": {"place\ud800": ["\udfff", float("nan")]}}
    }
    content = {"role": "model", "parts": [{"text": "a\ud800b"}, call]}
    said = json.dumps({"candidates": [{"content": content, "finishReason": "STOP"}]})
    server.next(lambda talk: talk.reply(200, said))
    reply = used.send(QUESTION, 30)
    assert reply.text == "a?b"
    assert reply.calls == (ToolCall("look?", {"place?": ["?", None]}),)
    json.dumps(reply.raw, ensure_ascii=False, allow_nan=False).encode()


def test_what_a_tool_answers_is_sent_without_halves_of_characters(
    server: GeminiServer, used: GeminiTransport
):
    asked = Turn(Speaker.MODEL, calls=(ToolCall("look", {"place": "\ud800"}),))
    told = Turn(Speaker.USER, results=(ToolResult("look", {"seen": "\udfff"}),))
    used.send(QUESTION.then(asked, told), 30)
    assert "\\ud" not in json.dumps(server.received[-1].body)


def test_counts_below_none_are_none(server: GeminiServer, used: GeminiTransport):
    content = {"parts": [{"text": "x"}]}
    counts = {"promptTokenCount": -3, "candidatesTokenCount": -4, "thoughtsTokenCount": 5}
    said = {"candidates": [{"content": content, "finishReason": "STOP"}], "usageMetadata": counts}
    server.next(lambda talk: talk.reply(200, said))
    assert used.send(QUESTION, 30).usage == Usage(0, 5)


def test_a_request_that_the_service_refuses_is_no_fault_of_the_service(server: GeminiServer):
    words = "The input token count exceeds the maximum. " * 20
    error = failed(server, failures.status(400, "INVALID_ARGUMENT", words))
    assert type(error) is ReplyUnusable
    assert "exceeds the maximum" in str(error) and len(str(error)) < 300


def test_no_answer_in_time_is_worth_another_try(server: GeminiServer):
    error = failed(server, failures.silent(), seconds=0.2)
    assert isinstance(error, ModelUnreachable) and error.retry_after == 0.0
    assert "within 1 s" in str(error)


def test_an_answer_that_never_ends_is_ended(server: GeminiServer):
    error = failed(server, failures.trickling(), seconds=0.5)
    assert isinstance(error, ModelUnreachable) and error.retry_after == 0.0


def test_without_a_network_nothing_is_tried_again():
    with GeminiServer() as gone:
        url = gone.url
    with pytest.raises(ModelUnreachable, match="Check the network") as found:
        GeminiTransport("gemini-test", KEY, url).send(QUESTION, 30)
    assert found.value.retry_after is None


@pytest.mark.parametrize("key", ["", "  ", "two words", "schlüssel", "a\nb", "auth_tokens/x"])
def test_a_key_that_cannot_be_one_is_not_sent(server: GeminiServer, key: str):
    before = len(server.received)
    with pytest.raises(KeyRefused, match="Copy it again") as found:
        GeminiTransport("gemini-test", key, server.url).send(QUESTION, 30)
    assert len(server.received) == before
    assert not key.strip() or key not in str(found.value)


@pytest.mark.parametrize("name", ["../files", "a b", "m?key=x", "", "modèle"])
def test_a_name_that_cannot_be_one_is_not_sent(server: GeminiServer, name: str):
    before = len(server.received)
    with pytest.raises(ModelUnknown, match="Correct it in the settings"):
        GeminiTransport(name, KEY, server.url).send(QUESTION, 30)
    assert len(server.received) == before


@pytest.mark.parametrize("url", ["nonsense", "http://", "ftp://host", "https://[bad", "file:///x"])
def test_an_address_that_is_none_is_named(url: str):
    with pytest.raises(ModelUnreachable, match="address of the Gemini API"):
        GeminiTransport("gemini-test", KEY, url).send(QUESTION, 30)


def test_without_a_key_there_is_no_model():
    assert open_model(Settings.model_validate({})) is None
    assert open_model(Settings.model_validate({"gemini_api_key": ""})) is None
