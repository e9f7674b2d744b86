"""Files that Streamlit keeps for a session: on a server only for who has that session.

Streamlit gives a download, and takes an upload, by an address alone. Whoever learns the address
of another person's file would have it as long as that person looks at the page.
"""

from __future__ import annotations

import json
import re
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

from anyio import to_thread
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from streamlit.auth_util import get_cookie_with_chunks
from streamlit.runtime import get_instance
from streamlit.runtime.memory_media_file_storage import _calculate_file_id
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.web.server.server_util import get_cookie_secret
from streamlit.web.server.starlette.starlette_app_utils import decode_signed_value
from streamlit.web.server.starlette.starlette_server_config import USER_COOKIE_NAME

from components import resources
from components.server.paths import path_in_app
from components.sign_in import person_of
from core.errors import AccessRefused
from core.lru_cache import LruCache
from core.people.base import REFUSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import ASGIApp, Receive, Scope, Send

_MEDIA = re.compile(r"media/([^/.]+)[^/]*", re.DOTALL)
_UPLOAD = re.compile(r"_stcore/upload_file/([^/]+)/.*", re.DOTALL)
_METRICS = "_stcore/metrics"
"""Paths below that of the app."""
_MADE: LruCache[set[str]] = LruCache(10_000)
"""The sessions that files were made for when they were asked for, by the ids of the files."""


class SessionFiles:
    """ASGI middleware that answers 404 to requests for files of others' sessions."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or let the app answer."""
        asks = scope["type"] == "http" and scope["method"] != "OPTIONS"
        if asks and await to_thread.run_sync(_is_of_others, scope):
            await to_thread.run_sync(_note_refusal, scope["path"])
            await PlainTextResponse("There is no such file.\n", 404)(scope, receive, send)
        else:
            await self._app(scope, receive, send)


def own_file(make: Callable[[], str | bytes], mime: str, name: str) -> Callable[[], str | bytes]:
    """The same, whose file Streamlit makes when it is asked for, as one of this session.

    Streamlit keeps no note of whose such a file is.
    """
    context = get_script_run_ctx(suppress_warning=True)
    if context is None:
        return make

    def made() -> str | bytes:
        content = make()
        raw = content.encode() if isinstance(content, str) else content
        _MADE.get(_calculate_file_id(raw, mime, name), lambda: set()).add(context.session_id)
        return content

    return made


def _is_of_others(scope: Scope) -> bool:
    """Whether a request is for a file of a session that is not of who asks, or for all of them."""
    path = path_in_app(scope)
    media, upload = _MEDIA.fullmatch(path), _UPLOAD.fullmatch(path)
    counts = path.rstrip("/") == _METRICS
    if not (media or upload or counts) or resources.workbench().directory is None:
        return False
    if counts:  # of all sessions
        return True
    own = _own_sessions(scope)
    if upload:
        return upload[1] not in own
    return media is not None and not _holds(own, media[1])


def _own_sessions(scope: Scope) -> set[str]:
    claims = _claims(Headers(scope=scope).get("cookie", ""))
    try:
        person_of(claims)
    except AccessRefused:
        return set()
    who = claims["iss"], claims["sub"]
    return {name for name, user in _sessions() if (user.get("iss"), user.get("sub")) == who}


def _claims(cookies: str) -> dict[str, Any]:
    """What the identity provider said of a person, as Streamlit signed it; empty without any."""
    jar = SimpleCookie(cookies)

    def signed(name: str) -> bytes | None:
        if name not in jar:
            return None
        value = jar[name].value.encode("latin-1", "replace")
        return decode_signed_value(get_cookie_secret(), name, value)

    try:
        content = get_cookie_with_chunks(signed, USER_COOKIE_NAME)
        claims = json.loads(content) if content else {}
    except ValueError:
        return {}
    return claims if isinstance(claims, dict) else {}


def _sessions() -> Iterator[tuple[str, dict[str, Any]]]:
    # Streamlit has no other way to tell whose a session is; a test opens one of each.
    for active in get_instance()._session_mgr.list_active_sessions():
        yield active.session.id, active.session._user_info


def _holds(sessions: set[str], file: str) -> bool:
    kept = get_instance().media_file_mgr._files_by_session_and_coord
    shown = {name for session in sessions for name in kept.get(session, {}).values()}
    made = _MADE.get(file, lambda: set()) if _MADE.holds(file) else set[str]()
    return file in shown or not sessions.isdisjoint(made)


def _note_refusal(path: str) -> None:
    directory = resources.workbench().directory
    if directory:
        directory.events.add(None, REFUSED, path.rpartition("/")[2][:64], "a file of a session")
