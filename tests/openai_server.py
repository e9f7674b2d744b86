"""A server on this machine that speaks the OpenAI API, for tests of the client and of the app.

    with OpenAiServer() as server:
        server.next(lambda talk: talk.reply(429, {"error": {"message": "busy"}}))
        ... OpenAiTransport("any-model", "", server.url) ...

It answers as `benchmarks.stand_in` does, or as it is told to. It may be told to `refuse` parts of a
request by name, as services do that know only a part of the API.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from benchmarks.stand_in import Asked, answer
from core.llm.base import Reply, tokens_in
from tests.gemini_server import GeminiServer
from tests.gemini_server.server import Act, Conversation
from tests.gemini_server.speech import letters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["Act", "Conversation", "OpenAiServer", "failure", "piece", "says", "streams"]

_PIECE = 24
"""Characters of a piece of a stream."""


class _OpenAiConversation(Conversation):
    """One request and its answer, in events where the client asked for a stream."""

    def say(self, reply: Reply | str) -> None:
        """A whole answer of the model, as the client asked for it."""
        made = Reply(reply) if isinstance(reply, str) else reply
        calls = [_call(number, call.name, call.arguments) for number, call in enumerate(made.calls)]
        usage = {
            "prompt_tokens": tokens_in(json.dumps(self.received.body["messages"])),
            "completion_tokens": tokens_in(made.text),
        }
        if not self.received.body.get("stream"):
            message = {"role": "assistant", "content": made.text or None}
            message |= {"tool_calls": calls} if calls else {}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self.reply(200, {"choices": [choice], "usage": usage})
            return
        texts = [made.text[at : at + _PIECE] for at in range(0, len(made.text), _PIECE)]
        streams(*map(piece, texts), piece("", "stop"), {"choices": [], "usage": usage})(self)


def says(reply: Reply | str) -> Act:
    """An answer of the model."""
    return lambda talk: talk.say(reply)


def streams(*bodies: object, whole: bool = True) -> Act:
    """An answer in events; one that is not `whole` breaks off behind the last."""

    def act(talk: Conversation) -> None:
        talk.begin_stream()
        for body in bodies:
            talk.event(body)
        if whole:
            talk.event_of("[DONE]")
            talk.end_stream()
        else:
            talk.hang_up()

    return act


def piece(text: str, finish: str | None = None) -> dict[str, Any]:
    """One event of a stream."""
    return {"choices": [{"index": 0, "delta": {"content": text}, "finish_reason": finish}]}


def failure(message: str) -> dict[str, Any]:
    """What goes with a status that is not 200."""
    return {"error": {"message": message, "type": "invalid_request_error"}}


def asked(body: Mapping[str, Any]) -> Asked:
    """A request as the stand-in takes it."""
    system, *messages = body["messages"]
    names = {
        call["id"]: call["function"]["name"]
        for message in messages
        for call in message.get("tool_calls", [])
    }
    results = {
        names[message["tool_call_id"]]: json.loads(message["content"])
        for message in messages
        if message["role"] == "tool"
    }
    texts = [_text(message["content"]) for message in messages if message["role"] == "user"]
    tools = tuple(tool["function"]["name"] for tool in body.get("tools", []))
    return Asked(_schema(body), system["content"], "\n".join(texts), tools, results)


def _text(content: str | Sequence[Mapping[str, Any]]) -> str:
    """What a message says beside its pictures."""
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content if part["type"] == "text")


def _schema(body: Mapping[str, Any]) -> str:
    """The name of the schema, which a request without a format holds in its instructions."""
    schema = body.get("response_format", {}).get("json_schema", {})
    wish = body["messages"][0]["content"].rpartition("\n")[2]
    return schema.get("name") or (json.loads(wish)["title"] if wish.startswith("{") else "")


def _call(number: int, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(dict(arguments))}
    return {"id": f"id-{number}", "type": "function", "function": function}


class OpenAiServer(GeminiServer):
    """The same server in another language, at `url` on this machine."""

    conversation = _OpenAiConversation

    def __init__(
        self, respond: Callable[[Asked], Reply | str] = answer, *, refuse: Sequence[str] = ()
    ) -> None:
        """`respond` answers where nothing else was said; `refuse` are names or kinds of formats."""
        super().__init__(respond)
        self.refuse = refuse

    @property
    def url(self) -> str:
        """Its address, with the version that belongs to it."""
        return f"{super().url}/v1"

    def usual(self, conversation: Conversation) -> None:
        """The answer where nothing else was said."""
        body, path = conversation.received.body, conversation.received.path
        refused = next((name for name in self.refuse if f'"{name}"' in json.dumps(body)), None)
        if path == "/v1/models":
            conversation.reply(200, {"data": [{"id": "llama3.2:3b"}, {"id": "qwen3:8b"}]})
        elif refused:
            conversation.reply(400, failure(f"unsupported: {refused}"))
        elif path == "/v1/embeddings":
            rows = [
                {"index": at, "embedding": letters(text)} for at, text in enumerate(body["input"])
            ]
            conversation.reply(200, {"data": rows[::-1], "usage": {"prompt_tokens": len(rows)}})
        elif path == "/v1/chat/completions":
            conversation.say(self.respond(asked(body)))
        else:
            conversation.reply(404, failure(f"no path {path}"))
