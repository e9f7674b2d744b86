"""What a browser may do with the pages of the app: nothing beyond the app itself.

A second line behind the escaping of foreign text: an address that slips through it is not fetched.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)


class SecurityHeaders:
    """ASGI middleware that adds them to every answer that does not have them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._scripts = inline_hashes((Path(st.__file__).parent / "static/index.html").read_text())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the app answer, and add to what it answers."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in headers.items():
                    added.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        headers = {**_HEADERS, "Content-Security-Policy": policy(host, self._scripts)}
        await self._app(scope, receive, sending)


def policy(host: str, scripts: str) -> str:
    """The Content-Security-Policy of a page that was opened at `host`, a `Host` header checked.

    Scripts come from the app or from memory (`blob:`), beside those of the hashes `scripts`.
    Styles may stand in the page, where Streamlit and plotly write them. Not every browser takes
    a WebSocket to the own address for `'self'`.
    """
    rules = {
        "default-src": "'self'",
        "script-src": f"'self' blob: 'wasm-unsafe-eval' {scripts}".rstrip(),
        "style-src": "'self' 'unsafe-inline'",
        "img-src": "'self' data: blob:",
        "media-src": "'self' data: blob:",
        "font-src": "'self' data:",
        "connect-src": f"'self' data: blob: ws://{host} wss://{host}",
        "worker-src": "'self' blob:",
        "frame-src": "'self' blob:",
        "frame-ancestors": "'self'",
        "object-src": "'none'",
        "base-uri": "'self'",
        "form-action": "'self'",
    }
    return "; ".join(f"{name} {values}" for name, values in rules.items())


def inline_hashes(html: str) -> str:
    """The scripts that stand in a page, as a policy names them: `'sha256-…'`, parted by spaces."""
    digests = (hashlib.sha256(script.encode()).digest() for script in _INLINE.findall(html))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
