"""Tokens of the HTTP API, and the guard that lets nothing in without one."""

from __future__ import annotations

import os
import secrets
from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from core.errors import SetupError
from sightline.http_api.errors import problem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

VARIABLE = "SIGHTLINE_API_TOKENS"
SHORTEST = 32
_BYTES_OF_NEW = 32
_SCHEME = b"bearer "
_REFUSED = (
    "This needs a token. Send the header Authorization: Bearer TOKEN, with the token that was "
    f"printed when Sightline started, or one of the environment variable {VARIABLE}."
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


class TokenGuard:
    """ASGI middleware that answers 401 to each request without a token, whatever it asks for.

    `open_paths` may be read by anybody. Tokens are held as their hashes, and compared in a time
    that says nothing about them.
    """

    def __init__(self, app: ASGIApp, tokens: Iterable[str], open_paths: Collection[str]) -> None:
        self._app = app
        self._hashes = [sha256(token.encode()).digest() for token in tokens]
        self._open_paths = open_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a refusal, or let the app answer."""
        if scope["type"] != "http" or self._lets_in(scope):
            await self._app(scope, receive, send)
            return
        refusal = problem(401, "TokenRefused", _REFUSED)
        refusal.headers["WWW-Authenticate"] = "Bearer"
        await refusal(scope, receive, send)

    def _lets_in(self, scope: Scope) -> bool:
        if scope["path"] in self._open_paths and scope["method"] == "GET":
            return True
        headers = [value for name, value in scope["headers"] if name == b"authorization"]
        if len(headers) != 1 or headers[0][: len(_SCHEME)].lower() != _SCHEME:
            return False
        digest = sha256(headers[0][len(_SCHEME) :].strip()).digest()
        return sum(compare_digest(digest, known) for known in self._hashes) > 0
