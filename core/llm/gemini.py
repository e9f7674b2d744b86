"""Google's Gemini, called over the network through google-genai.

The package takes most of a second to import, so it is imported by the first call, not with this
module. Its own retries are off: `core.llm.model` repeats calls.
"""

from __future__ import annotations

import re
import weakref
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from core.errors import KeyRefused, ModelUnknown, ModelUnreachable
from core.llm.base import STREAM, Embedded, EmbeddingTask, Reply, Request
from core.service_addresses import address_problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from google import genai


_KEY = re.compile(r"(?!auth_tokens/)[\w.~+=:/\-]+", re.ASCII)
"""Keys; tokens that end with a session are for another API."""
_MODEL = re.compile(r"(?!.*\.\.)[\w.\-]+(/[\w.\-]+)*", re.ASCII)
_SHORTEST_DEADLINE = 10
"""Seconds: the service refuses a request that leaves it less time."""


class GeminiTransport:
    """One model of the Gemini API. The key goes into a header and nowhere else."""

    service = "gemini"

    def __init__(self, model: str, key: str, base_url: str | None = None) -> None:
        """`base_url` is the address of the service, by default Google's. Nothing is sent yet."""
        self.model = model
        self._key = SecretStr(key.strip())
        self._base_url = base_url
        self._client: genai.Client | None = None
        self._lock = Lock()

    def send(self, request: Request, seconds: float) -> Reply:
        """See `core.llm.base.Transport`; so do the other methods."""
        from core.llm import gemini_form as form

        config = form.config(request, _options(seconds))
        with self._calling(self.model, seconds) as client:
            turns = form.contents(request.turns)
            response = client.models.generate_content(
                model=self.model, contents=turns, config=config
            )
            return form.reply_of(response)

    def stream(self, request: Request, seconds: float) -> Iterator[Reply]:
        """Pieces of the answer; `seconds` is the time from one to the next."""
        from core.llm import gemini_form as form

        config = form.config(request, _options(seconds, stream=True))
        with self._calling(self.model, seconds) as client:
            turns = form.contents(request.turns)
            yield from form.pieces(
                client.models.generate_content_stream(
                    model=self.model, contents=turns, config=config
                )
            )

    def embed(
        self, model: str, texts: Sequence[str], task: EmbeddingTask, seconds: float
    ) -> Embedded:
        """One vector for each text, however long the vectors of the model are."""
        from core.llm import gemini_form as form

        parts, config = form.separate(texts), form.embedding(task, _options(seconds))
        with self._calling(model, seconds) as client:
            response = client.models.embed_content(model=model, contents=parts, config=config)
            return form.embedded(response, texts)

    @contextmanager
    def _calling(self, model: str, seconds: float) -> Iterator[genai.Client]:
        """The client; what it raises becomes an error of ours."""
        client = self._opened(model)
        from core.llm.gemini_errors import translated

        with translated(model, seconds, self._key.get_secret_value()):
            yield client

    def _opened(self, model: str) -> genai.Client:
        """The client, made at the first call, for a key and a name that can be sent."""
        key = self._key.get_secret_value()
        if not _KEY.fullmatch(key):
            raise KeyRefused(
                "The key of the Gemini API is empty or holds characters that no key has. Copy it "
                "again into GEMINI_API_KEY or the settings page."
            )
        if not _MODEL.fullmatch(model):
            raise ModelUnknown(f"{model!r} is no name of a model. Correct it in the settings.")
        if self._base_url and (problem := address_problem(self._base_url)):
            raise ModelUnreachable(
                f"The address of the Gemini API cannot be used: {problem}. Correct "
                "GEMINI_BASE_URL or the settings."
            )
        with self._lock:
            if self._client is None:
                self._client = self._made(key)
            return self._client

    def _made(self, key: str) -> genai.Client:
        from google import genai
        from google.genai import types

        from core.llm.http_client import Client, trusted_authorities

        http = Client()
        weakref.finalize(self, http.close)
        options = types.HttpOptions(
            base_url=self._base_url,
            api_version="v1beta",
            httpx_client=http,
            # For clients that are never used, for each of which the package would read them anew.
            client_args={"verify": trusted_authorities()},
            async_client_args={"ssl": trusted_authorities()},
        )
        # Said outright, since the package would else ask the environment whether to use Vertex AI.
        return genai.Client(vertexai=False, api_key=key, http_options=options)


def _options(seconds: float, *, stream: bool = False) -> dict[str, Any]:
    """How one call travels. A stream may go on for long, as long as it does not stop."""
    deadline = max(seconds * (STREAM if stream else 1), _SHORTEST_DEADLINE)
    return {
        "timeout": max(int(seconds * 1000), 1),
        "headers": {"X-Server-Timeout": str(int(deadline))},
    }
