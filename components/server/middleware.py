"""What every request passes before it reaches the app."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import streamlit as st
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse

from components.server.security_headers import SecurityHeaders
from core.errors import SetupError
from core.hosts import LOOPBACK, canonical_name, requested_name
from core.settings import load_settings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

_LOG = logging.getLogger("sightline")


_MISDIRECTED, _FORBIDDEN = 421, 403
_UNKNOWN_HOST = (
    "Sightline is not served under this name. Open it at the address that it printed when it "
    "started. If it is meant to be reached under another name, as behind a reverse proxy, put "
    "that name into the environment variable SIGHTLINE_HOSTS (several parted by commas) and "
    "start it anew.\n"
)
_FOREIGN_ORIGIN = (
    "Sightline answers no request of a page that is not its own. Behind a reverse proxy, let the "
    "proxy pass Host on unchanged, and put the name under which people reach it into the "
    "environment variable SIGHTLINE_HOSTS.\n"
)


def middleware() -> list[Middleware]:
    """The middleware of the app, the outermost first."""
    return [Middleware(HostGuard, names=own_names()), Middleware(SecurityHeaders)]


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

    Own names are those of this machine, the address at which a connection arrived, and `names`,
    as `core.hosts.canonical_name` writes them. A request that tells its `Origin` must come from
    the very address that it goes to, and a WebSocket must tell it. `X-Forwarded-Host` counts for
    nothing, since anybody can send it.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self._app = app
        self._names = frozenset(names) - LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or let the app answer."""
        refused = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        await (refused or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        name = requested_name(hosts[0]) if len(hosts) == 1 else None
        if name is None or not self._is_own(name, scope):
            return PlainTextResponse(_UNKNOWN_HOST, _MISDIRECTED)
        own = [[f"{scheme}://{hosts[0]}"] for scheme in self._schemes(name, scope)]
        if origins in own or (scope["type"] == "http" and not origins):
            return None
        return PlainTextResponse(_FOREIGN_ORIGIN, _FORBIDDEN)

    def _is_own(self, name: str, scope: Scope) -> bool:
        # A request line that holds a whole address asks for that one, whatever `Host` says.
        if not scope["path"].startswith("/"):
            return False
        arrived, _ = scope.get("server") or ("", None)
        return name in LOOPBACK or name in self._names or name == canonical_name(arrived)

    def _schemes(self, name: str, scope: Scope) -> tuple[str, ...]:
        """What own pages were opened with: under a given name a proxy may speak TLS for the app."""
        if name in self._names:
            return "http", "https"
        return ("https",) if scope["scheme"] in ("https", "wss") else ("http",)
