"""The HTTP client of services: no redirects, and an end to answers that never end."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx2

from core.llm.base import STREAM

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator

SERVER_TIMEOUT = "X-Server-Timeout"
"""Header that tells Gemini, and the client here, how many seconds a stream may take."""


@cache
def trusted_authorities() -> ssl.SSLContext:
    """Whose certificates this machine trusts: for all clients, as reading them takes 40 ms."""
    return httpx2.create_ssl_context()


class Client(httpx2.Client):
    """A client whose times are those of whole answers; by itself, httpx2 times single reads."""

    def __init__(self) -> None:
        """A client that followed redirects would take the key along to wherever they lead."""
        super().__init__(follow_redirects=False, verify=trusted_authorities())

    def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> Any:
        """The answer, of which each read and all reads together have their time."""
        began = time.monotonic()
        response = super().send(request, stream=True, **options)
        assert isinstance(response.stream, httpx2.SyncByteStream)
        response.stream = _Timed(response.stream, began + _seconds(request, stream=stream))
        if not stream:
            try:
                response.read()
            finally:
                response.close()
        return response


class _Timed(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, end: float) -> None:
        self._stream = stream
        self._end = end

    def __iter__(self) -> Iterator[bytes]:
        for part in self._stream:
            if time.monotonic() > self._end:
                raise httpx2.ReadTimeout("The answer took too long.")
            yield part

    def close(self) -> None:
        self._stream.close()


def _seconds(request: httpx2.Request, *, stream: bool) -> float:
    seconds = float(request.extensions["timeout"]["read"])
    return float(request.headers.get(SERVER_TIMEOUT, seconds * STREAM)) if stream else seconds
