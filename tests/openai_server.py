"""A server on this machine that speaks the OpenAI API, for tests of the client and of the app.

    with OpenAiServer() as server:
        server.next(lambda talk: talk.reply(429, {"error": {"message": "busy"}}))
        ... OpenAiTransport("any-model", "", server.url) ...

It answers as `benchmarks.stand_in` does, or as it is told to. It may be told to `refuse` parts of a
request by name, as services do that know only a part of the API.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Self

from benchmarks.stand_in import Asked, answer
from core.llm.base import Reply, tokens_in
from tests.gemini_server.server import Received
from tests.gemini_server.speech import letters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PIECE = 24
"""Characters of a piece of a stream."""

Act = Callable[["Conversation"], None]
"""Answers one request."""


class Conversation(BaseHTTPRequestHandler):
    """One request and its answer, in events where the client asked for a stream."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def owner(self) -> OpenAiServer:
        """The server that this is a part of."""
        assert isinstance(self.server, _Server)
        return self.server.owner

    def do_GET(self) -> None:
        """The models of the server."""
        self._take({})

    def do_POST(self) -> None:
        """A chat or texts to embed."""
        self._take(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def _take(self, body: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.received = Received(self.path, headers, body)
        self.owner.received.append(self.received)
        try:
            (self.owner.acts.popleft() if self.owner.acts else self.owner.usual)(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def reply(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        """One answer in JSON; texts are sent as they are."""
        content = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def events(self, *bodies: object, whole: bool = True) -> None:
        """An answer in events; one that is not `whole` breaks off behind the last."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for body in [*bodies, *(["[DONE]"] if whole else [])]:
            said = body if isinstance(body, str) else json.dumps(body)
            content = f"data: {said}\n\n".encode()
            self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
            self.wfile.flush()
        if whole:
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = not whole

    def say(self, reply: Reply | str, finish: str = "stop") -> None:
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
            choice = {"index": 0, "message": message, "finish_reason": finish}
            self.reply(200, {"choices": [choice], "usage": usage})
            return
        texts = [made.text[at : at + _PIECE] for at in range(0, len(made.text), _PIECE)]
        self.events(*map(piece, texts), piece("", finish), {"choices": [], "usage": usage})

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: tests look at `received`."""


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
    texts = [message["content"] for message in messages if message["role"] == "user"]
    tools = tuple(tool["function"]["name"] for tool in body.get("tools", []))
    return Asked(_schema(body), system["content"], "\n".join(texts), tools, results)


def _schema(body: Mapping[str, Any]) -> str:
    """The name of the schema, which a request without a format holds in its instructions."""
    schema = body.get("response_format", {}).get("json_schema", {})
    wish = body["messages"][0]["content"].rpartition("\n")[2]
    return schema.get("name") or (json.loads(wish)["title"] if wish.startswith("{") else "")


def _call(number: int, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(dict(arguments))}
    return {"id": f"id-{number}", "type": "function", "function": function}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    owner: OpenAiServer


class OpenAiServer:
    """Runs from entering to leaving the context, at `url` on this machine."""

    def __init__(
        self, respond: Callable[[Asked], Reply | str] = answer, *, refuse: Sequence[str] = ()
    ) -> None:
        """`respond` answers where nothing else was said; `refuse` are names or kinds of formats."""
        self.respond = respond
        self.refuse = refuse
        self.received: list[Received] = []
        self.acts: deque[Act] = deque()
        self.stopped = Event()
        self._server = _Server(("127.0.0.1", 0), Conversation)
        self._server.owner = self
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def next(self, *acts: Act) -> None:
        """What answers the next requests, one each; then it goes on as before."""
        self.acts.extend(acts)

    def usual(self, talk: Conversation) -> None:
        """The answer where nothing else was said."""
        body = talk.received.body
        refused = next((name for name in self.refuse if f'"{name}"' in json.dumps(body)), None)
        if talk.path == "/v1/models":
            talk.reply(200, {"data": [{"id": "llama3.2:3b"}, {"id": "qwen3:8b"}]})
        elif refused:
            talk.reply(400, failure(f"unsupported: {refused}"))
        elif talk.path == "/v1/embeddings":
            rows = [
                {"index": at, "embedding": letters(text)} for at, text in enumerate(body["input"])
            ]
            talk.reply(200, {"data": rows[::-1], "usage": {"prompt_tokens": len(rows)}})
        elif talk.path == "/v1/chat/completions":
            talk.say(self.respond(asked(body)))
        else:
            talk.reply(404, failure(f"no path {talk.path}"))

    def __enter__(self) -> Self:
        """Starts to serve."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops; whoever waits for an answer is let go."""
        self.stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
