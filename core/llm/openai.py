"""Any service that speaks the OpenAI API: Ollama, vLLM, llama.cpp, LM Studio, OpenAI itself ...

Services read different parts of it. What one refuses by name is left out from then on: a schema
becomes a wish in words, whose fulfilment is checked like every answer.
"""

from __future__ import annotations

import weakref
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from core.errors import KeyRefused, ReplyUnusable
from core.llm.sound_text import sound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import httpx2

    from core.llm.base import Embedded, EmbeddingTask, Reply, Request
    from core.llm.openai_form import Dialect


class OpenAiTransport:
    """One model of one service. The key, if there is one, goes into a header and nowhere else."""

    service = "openai"

    def __init__(self, model: str, key: str, base_url: str) -> None:
        """`base_url` is the address of the service with its `/v1`. Nothing is sent yet."""
        self.model = model
        self.key = SecretStr(key.strip())
        self._base_url = base_url.rstrip("/")
        self._client: httpx2.Client | None = None
        self._dialect: Dialect | None = None
        self._lock = Lock()

    def send(self, request: Request, seconds: float) -> Reply:
        """See `core.llm.base.Transport`; so do the other methods."""
        from core.llm import openai_form as form

        with self._understood(request, seconds) as response:
            return form.reply_of(response.json())

    def stream(self, request: Request, seconds: float) -> Iterator[Reply]:
        """Pieces of the answer; `seconds` is the time from one to the next."""
        from core.llm import openai_errors
        from core.llm import openai_form as form

        key = self.key.get_secret_value()
        with self._understood(request, seconds, stream=True) as response:
            if response.headers.get("content-type", "").startswith("application/json"):
                response.read()  # The service does not know streams.
                yield form.reply_of(response.json())
                return
            events = form.events(response.iter_lines())
            yield from form.pieces(openai_errors.without_failure(events, self._base_url, key))

    def embed(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, seconds: float
    ) -> Embedded:
        """One vector for each text. The API knows no tasks."""
        from core.llm import openai_form as form

        del task
        body = {"model": model, "input": sound(list(texts)), "encoding_format": "float"}
        with self._answered("embeddings", body, model, seconds) as response:
            return form.embedded(response.json(), texts)

    def models(self, seconds: float) -> list[str]:
        """Names of the models that the service has, in their order."""
        with self._answered("models", None, self.model, seconds) as response:
            return [str(row["id"]) for row in response.json()["data"]]

    @contextmanager
    def _understood(
        self, request: Request, seconds: float, *, stream: bool = False
    ) -> Iterator[httpx2.Response]:
        """The answer to a request, asked for again in other words where the service refuses some.

        Raises:
            ReplyUnusable: the service refuses what cannot be said otherwise.
        """
        from core.llm import openai_form as form

        dialect = self._dialect or form.Dialect()
        while True:
            body = form.body(self.model, request, dialect, stream=stream)
            try:
                with self._answered("chat/completions", body, self.model, seconds) as response:
                    self._dialect = dialect
                    yield response
                return
            except ReplyUnusable as error:
                plainer = dialect.without(str(error), body)
                if plainer is None:
                    raise
                dialect = plainer

    @contextmanager
    def _answered(
        self, path: str, body: dict[str, Any] | None, model: str, seconds: float
    ) -> Iterator[httpx2.Response]:
        """The answer to one call; what goes wrong becomes an error of ours.

        Raises:
            ModelError: there is none; see `core.llm.base.Transport`.
        """
        from core.llm import openai_errors

        key = self.key.get_secret_value()
        if not (key.isascii() and key.isprintable()):
            raise KeyRefused(
                f"The key of the service at {self._base_url} holds characters that no key has. "
                "Copy it again into OPENAI_API_KEY or the settings page."
            )
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        streamed = bool(body and body.get("stream"))
        with openai_errors.translated(self._base_url, seconds):
            client = self._opened()
            call = client.build_request(
                "GET" if body is None else "POST",
                f"{self._base_url}/{path}",
                json=body,
                headers=headers,
                timeout=seconds,
            )
            response = client.send(call, stream=streamed)
            try:
                openai_errors.check(response, self._base_url, model, key)
                yield response
            finally:
                response.close()

    def _opened(self) -> httpx2.Client:
        from core.llm.http_client import Client

        with self._lock:
            if self._client is None:
                self._client = Client()
                weakref.finalize(self, self._client.close)
            return self._client
