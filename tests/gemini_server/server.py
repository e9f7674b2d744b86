"""The server: takes requests, keeps them, and lets an `Act` answer each."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Condition, Event, Lock, Thread
from typing import TYPE_CHECKING, Any, Self

from benchmarks.stand_in import answer
from core.errors import SightlineError
from tests.gemini_server import speech

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.stand_in import Asked
    from core.llm.base import Reply

_PIECE = 24
"""Characters of a piece of a stream."""


@dataclass(frozen=True)
class Received:
    """One request as it came: `path` with its query, `headers` by lower-case names."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    def header(self, name: str) -> str:
        """The value of a header; empty if it was not sent."""
        return self.headers.get(name.lower(), "")

    @property
    def method(self) -> str:
        """The last word of the path: generateContent, streamGenerateContent ..."""
        return self.path.partition("?")[0].rpartition(":")[2]


class Conversation(BaseHTTPRequestHandler):
    """One request and its answer, in pieces where the client asked for a stream."""

    protocol_version = "HTTP/1.1"
    # Head and body are written apart, and the client would wait before it acknowledges the first.
    disable_nagle_algorithm = True

    @property
    def owner(self) -> GeminiServer:
        """The server that this is a part of."""
        assert isinstance(self.server, _Server)
        return self.server.owner

    def do_GET(self) -> None:
        self.do_POST()

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.received = Received(self.path, headers, json.loads(content or b"{}"))
        act = self.owner.take(self.received)
        try:
            act(self)
        except (BrokenPipeError, ConnectionResetError):
            # The client went away, as it does after its time-out.
            self.close_connection = True

    def reply(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        """One answer in JSON; texts and bytes are sent as they are."""
        said = body if isinstance(body, (str, bytes)) else json.dumps(body)
        content = said if isinstance(said, bytes) else said.encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **(headers or {})}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def begin_stream(self) -> None:
        """The head of an answer in events."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def event(self, body: object) -> None:
        """One event of a stream."""
        self.event_of(json.dumps(body))

    def event_of(self, text: str) -> None:
        """One event of a stream, as its text."""
        content = f"data: {text}\r\n\r\n".encode()
        self.wfile.write(f"{len(content):x}\r\n".encode() + content + b"\r\n")
        self.wfile.flush()

    def end_stream(self) -> None:
        """The end of a stream that is whole."""
        self.wfile.write(b"0\r\n\r\n")

    def hang_up(self) -> None:
        """Closes the connection in the middle."""
        self.close_connection = True

    def rest(self, seconds: float) -> None:
        """Waits, but not for longer than the server runs."""
        self.owner.stopped.wait(seconds)

    def say(self, reply: Reply | str) -> None:
        """A whole answer of the model, as the client asked for it."""
        sent = speech.tokens_sent(self.received.body)
        if self.received.method != "streamGenerateContent":
            self.reply(200, speech.response(reply, sent))
            return
        self.begin_stream()
        said = ""
        for part in speech.pieces(reply, sent, _PIECE):
            said += speech.text_of(part)
            self.owner.hold_back(said)
            self.event(part)
            self.rest(self.owner.pause)
        self.end_stream()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: tests look at `received`."""


Act = Callable[[Conversation], None]
"""Answers one request."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    owner: GeminiServer


class GeminiServer:
    """Runs from entering to leaving the context, at `url` on this machine."""

    conversation: type[Conversation] = Conversation
    """What takes each request; that of another service speaks another language."""

    def __init__(
        self,
        respond: Callable[[Asked], Reply | str] = answer,
        *,
        port: int = 0,
        pause: float = 0.0,
        vector: Callable[[str], list[float]] = speech.letters,
    ) -> None:
        """`respond` answers where nothing else was said; `pause` is in seconds between pieces."""
        self.respond = respond
        self.pause = pause
        self.vector = vector
        self.received: list[Received] = []
        self.stopped = Event()
        self._acts: deque[Act] = deque()
        self._always: Act | None = None
        self._lock = Lock()
        self._held_at = ""
        self._let_go = Condition()
        self._server = _Server(("127.0.0.1", port), self.conversation)
        self._server.owner = self
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """Its address, for GEMINI_BASE_URL."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def next(self, *acts: Act) -> None:
        """What answers the next requests, one each; then it goes on as before."""
        self._acts.extend(acts)

    def always(self, act: Act | None) -> None:
        """What answers every request from now on; None: as at the start."""
        self._always = act

    def hold(self, at: str) -> None:
        """Streams wait from now on before the piece that ends these words; empty: none waits."""
        with self._let_go:
            self._held_at = at
            self._let_go.notify_all()

    def hold_back(self, said: str) -> None:
        """Waits while a stream may not say so much."""
        with self._let_go:
            self._let_go.wait_for(lambda: not self._held_at or self._held_at not in said)

    def take(self, received: Received) -> Act:
        """Keeps a request, and says what answers it."""
        with self._lock:
            self.received.append(received)
            if self._acts:
                return self._acts.popleft()
        return self._always or self.usual

    def usual(self, conversation: Conversation) -> None:
        """The answer where nothing else was said."""
        body = conversation.received.body
        match conversation.received.method:
            case "generateContent" | "streamGenerateContent":
                self._answer(conversation)
            case "embedContent":
                [made] = speech.embeddings([body], self.vector)["embeddings"]
                conversation.reply(200, {"embedding": made})
            case "batchEmbedContents":
                conversation.reply(200, speech.embeddings(body["requests"], self.vector))
            case other:
                conversation.reply(404, speech.failure(404, "NOT_FOUND", f"no method {other}"))

    def _answer(self, conversation: Conversation) -> None:
        try:
            reply = self.respond(speech.asked(conversation.received.body))
        except SightlineError as error:
            # Nobody has said what this is answered by.
            failed = speech.failure(400, "INVALID_ARGUMENT", str(error))
            conversation.reply(400, failed)
        else:
            conversation.say(reply)

    def __enter__(self) -> Self:
        """Starts to serve."""
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops; whoever waits for an answer is let go."""
        self.stopped.set()
        self.hold("")
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
