"""What requests pass beside the token: the name of the host, and the size of the body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException

from core.hosts import refusal
from sightline.http_api.errors import problem

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_MEGABYTE = 1 << 20
MOST_JSON = 1 * _MEGABYTE
"""Bytes of a body that is no upload."""
_AROUND_A_FILE = 1 << 16
"""Bytes of a form beside its file: names, boundaries, a password."""
_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class HostGuard:
    """ASGI middleware that lets only own names in, and tells browsers to keep and guess nothing.

    Which names are own says `core.hosts.refusal`.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self._app = app
        self._names = names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or let the app answer."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        refused = refusal(scope, self._names) if scope["type"] in ("http", "websocket") else None
        if refused:
            error = problem(refused.status, "ForeignHost", refused.message)
            await error(scope, receive, send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)


class BodyLimit:
    """ASGI middleware that ends a request whose body passes its limit, while it comes in.

    The body of a request to `uploads` may be as large as a file of the settings, `max_upload_mb`.
    """

    def __init__(self, app: ASGIApp, uploads: str, max_upload_mb: int) -> None:
        self._app = app
        self._uploads = uploads
        self._max_upload_mb = max_upload_mb

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer, from a body that raises an error when it becomes too large."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        too_large, most = self._limit(scope)
        if _announced(scope) > most:
            await problem(413, "TooLarge", too_large)(scope, receive, send)
            return
        arrived = 0

        async def receive_within_limit() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > most:
                # Of this class, because FastAPI takes any other for a body that it cannot read.
                raise HTTPException(413, too_large)
            return message

        await self._app(scope, receive_within_limit, send)

    def _limit(self, scope: Scope) -> tuple[str, int]:
        """What is said of a body that is too large, and the bytes that it may have."""
        if scope["path"] != self._uploads:
            return f"The request has more than {MOST_JSON} bytes. Send less.", MOST_JSON
        words = (
            f"The file is over the limit of {self._max_upload_mb} MB. Raise the limit in the "
            "settings, or split the file."
        )
        return words, self._max_upload_mb * _MEGABYTE + _AROUND_A_FILE


def _announced(scope: Scope) -> int:
    lengths = [value for name, value in scope["headers"] if name == b"content-length"]
    return max((int(length) for length in lengths if length.isdigit()), default=0)
