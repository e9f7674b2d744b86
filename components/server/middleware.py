"""What every request passes before it reaches the app."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import streamlit as st
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse

from components.server.first_page import FirstPage
from components.server.security_headers import SecurityHeaders
from components.server.session_files import SessionFiles
from components.server.shared_state import SharedState
from core.errors import SetupError
from core.hosts import canonical_name, refusal
from core.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

_LOG = logging.getLogger("sightline")


def middleware() -> list[Middleware]:
    """The middleware of the app, the outermost first."""
    return [
        Middleware(HostGuard, names=own_names()),
        Middleware(SecurityHeaders),
        Middleware(FirstPage),
        Middleware(SessionFiles),
        Middleware(SharedState),
    ]


def own_names() -> set[str]:
    """The address that Streamlit is told to serve at, and the names of the settings."""
    address = canonical_name(st.get_option("server.address") or "")
    return {*([address] if address else []), *_names_of_settings()}


def _names_of_settings() -> tuple[str, ...]:
    try:
        return load_settings().hosts
    except SetupError as error:
        # The app says so on its page; until then it is reached from this machine only.
        _LOG.warning("%s", error)
        return ()


class HostGuard:
    """ASGI middleware that lets only own names and own pages in, on every path.

    Which these are says `core.hosts.refusal`; `names` are own ones beside those of this machine.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or let the app answer."""
        refused = refusal(scope, self._names) if scope["type"] in ("http", "websocket") else None
        if refused:
            answer = PlainTextResponse(f"{refused.message}\n", refused.status)
            await answer(scope, receive, send)
        else:
            await self._app(scope, receive, send)
