"""The first page under its name, by which Streamlit does not know it: only as the root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse

from components.server.paths import path_in_app

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_NAME = "documents"


class FirstPage:
    """ASGI middleware that leads from its name to the root, with what the address says else."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the way to the root, or let the app answer."""
        if scope["type"] != "http" or path_in_app(scope) != _NAME:
            await self._app(scope, receive, send)
            return
        query = scope.get("query_string", b"").decode("latin-1")
        await RedirectResponse(f"./?{query}" if query else "./")(scope, receive, send)
