"""The guard on its own, where a real server on this machine cannot be brought to: TLS, others."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from components.server.middleware import HostGuard


def status(scheme: str, server: str | None, host: str, origin: str) -> int:
    """What a WebSocket or a request is answered with; 200 where it is let in."""
    kind = "websocket" if scheme.startswith("ws") else "http"
    headers = [(b"host", host.encode()), (b"origin", origin.encode())]
    scope: dict[str, Any] = {
        "type": kind,
        "scheme": scheme,
        "path": "/",
        "headers": headers,
        "server": (server, 8501) if server else None,
        "extensions": {"websocket.http.response": {}},
    }
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    guard = HostGuard(PlainTextResponse("in"), {"sightline.example", "127.0.0.1"})
    # In a thread of its own, because a browser that other tests drive keeps a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, guard(scope, receive, send)).result()
    return sent[0]["status"]


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "expected"),
    [
        ("wss", "localhost:8501", "https://localhost:8501", 200),
        ("wss", "localhost:8501", "http://localhost:8501", 403),
        ("ws", "127.0.0.1:8501", "https://127.0.0.1:8501", 403),
        ("ws", "sightline.example", "https://sightline.example", 200),
        ("ws", "sightline.example", "http://sightline.example", 200),
        ("ws", "sightline.example:8443", "https://sightline.example", 403),
        ("https", "localhost", "https://localhost", 200),
        ("http", "localhost", "http://other.example", 403),
        ("http", "192.0.2.7", "http://192.0.2.7", 421),
    ],
)
def test_an_origin_fits_the_way_by_which_a_name_is_reached(
    scheme: str, host: str, origin: str, expected: int
) -> None:
    assert status(scheme, "127.0.0.1", host, origin) == expected


@pytest.mark.parametrize("server", ["192.0.2.7", "::ffff:192.0.2.7"])
def test_the_address_at_which_a_connection_arrived_is_an_own_name(server: str) -> None:
    assert status("ws", server, "192.0.2.7:8501", "http://192.0.2.7:8501") == 200
    assert status("ws", server, "192.0.2.8:8501", "http://192.0.2.8:8501") == 421


def test_a_server_that_does_not_tell_its_address_answers_to_the_known_names() -> None:
    assert status("ws", None, "localhost:8501", "http://localhost:8501") == 200
    assert status("ws", None, "192.0.2.7:8501", "http://192.0.2.7:8501") == 421
