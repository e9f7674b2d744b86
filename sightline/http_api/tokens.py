"""Tokens of the HTTP API, and the guard that lets nothing in without one."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from anyio import to_thread

from core.errors import SetupError
from core.people.base import REFUSED
from core.rights import OPERATOR, Actor, acting_as
from sightline.http_api.errors import problem

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from sightline.library import Library

    Holder = Callable[[bytes], Actor | None]

VARIABLE = "SIGHTLINE_API_TOKENS"
SHORTEST = 32
_BYTES_OF_NEW = 32
_SCHEME = b"bearer "
_REFUSED = (
    "This needs a token. Send the header Authorization: Bearer TOKEN, with the token that was "
    f"printed when Sightline started, one of the environment variable {VARIABLE}, or, where people "
    "sign in, one of your own that has not expired."
)


def tokens_of_environment() -> tuple[str, ...]:
    """The tokens that whoever starts the server chose, parted by commas; none if not set.

    Raises:
        SetupError: one is too short, or no header can hold it.
    """
    parts = (part.strip() for part in os.environ.get(VARIABLE, "").split(","))
    tokens = tuple(filter(None, parts))
    if any(len(token) < SHORTEST for token in tokens):
        raise SetupError(
            f"A token in {VARIABLE} is shorter than {SHORTEST} characters, so it could be guessed. "
            "Make one with: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
    if not all(token.isascii() and token.isprintable() and " " not in token for token in tokens):
        raise SetupError(
            f"A token in {VARIABLE} holds a blank, or something that is no letter, digit or sign "
            "of ASCII. Choose another."
        )
    return tokens


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(_BYTES_OF_NEW)


def holder_of(library: Library, tokens: Iterable[str]) -> Holder:
    """For whom a token acts: on a desk everybody with one of `tokens` may do everything.

    On a server people make tokens of their own, which expire, and can do what they may do.
    """
    directory = library.directory
    if directory is None:
        # Held as hashes, and compared in a time that says nothing about them.
        hashes = [sha256(token.encode()).digest() for token in tokens]

        def known(secret: bytes) -> Actor | None:
            digest = sha256(secret).digest()
            return OPERATOR if sum(compare_digest(digest, known) for known in hashes) else None

        return known

    def owner(secret: bytes) -> Actor | None:
        person = directory.tokens.holder(secret.decode("latin-1"))
        if person is None:
            directory.events.add(None, REFUSED, "", "a token that is none, or has expired")
        return person.actor if person else None

    return owner


class TokenGuard:
    """ASGI middleware that answers 401 to each request without a token, whatever it asks for.

    `open_paths` may be read by anybody. What is let in acts as `holder` says.
    """

    def __init__(self, app: ASGIApp, holder: Holder, open_paths: Collection[str]) -> None:
        self._app = app
        self._holder = holder
        self._open_paths = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or let the app answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        actor = None
        if not (is_open := scope["path"] in self._open_paths and scope["method"] == "GET"):
            actor = await to_thread.run_sync(self._holder, _secret(scope))
        if actor or is_open:
            with acting_as(actor):
                await self._app(scope, receive, send)
            return
        refusal = problem(401, "TokenRefused", _REFUSED)
        refusal.headers["WWW-Authenticate"] = "Bearer"
        await refusal(scope, receive, send)


def _secret(scope: Scope) -> bytes:
    """The token of a request; empty without one, or with two."""
    headers = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(headers) != 1 or headers[0][: len(_SCHEME)].lower() != _SCHEME:
        return b""
    return headers[0][len(_SCHEME) :].strip()
