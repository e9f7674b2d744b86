"""What the server counts, in the form of Prometheus."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_METHODS = frozenset({"GET", "POST", "DELETE"})
_OTHER = "other"
"""A route or method that is none of the API's: names of others must not fill the memory."""
_SECONDS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300)
_FAILED = 500


class Metrics:
    """Counts of one server, in a registry of its own."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "sightline_http_requests",
            "Requests that were answered.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "sightline_http_request_seconds",
            "Seconds from a request to the end of its answer.",
            ("route", "method"),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._documents = Gauge(
            "sightline_documents", "Documents in the library.", registry=self._registry
        )

    def count(self, route: str, method: str, status: int, seconds: float) -> None:
        """Notes a request that was answered."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route, method).observe(seconds)

    def text(self, documents: int) -> bytes:
        """All counts, with the number of documents as it is now."""
        self._documents.set(documents)
        return generate_latest(self._registry)


class CountRequests:
    """ASGI middleware that notes every request under the template of its route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer, then note how it did."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, start = _FAILED, time.monotonic()

        async def send_and_look(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_look)
        finally:
            method = scope["method"] if scope["method"] in _METHODS else _OTHER
            route = getattr(scope.get("route"), "path", _OTHER)
            self._metrics.count(route, method, status, time.monotonic() - start)
