"""The server: an address, the application there, and an end without loose ends."""

from __future__ import annotations

import logging
import socket
import sys
from asyncio import CancelledError
from typing import TYPE_CHECKING

import uvicorn

from core.errors import SetupError
from core.hosts import LOOPBACK, canonical_name
from sightline.http_api.application import create_app
from sightline.http_api.tokens import VARIABLE, new_token, tokens_of_environment
from sightline.stopping import end_on_signals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sightline.library import Library

_SECONDS_TO_FINISH = 10
"""What is being answered when the server is told to stop has so long."""
_BACKLOG = 128
_IN_THE_CLEAR = (
    "Tokens and documents travel in the clear to other machines: let a reverse proxy with TLS "
    "stand before this address."
)


def serve(library: Library, host: str, port: int) -> None:
    """Answers at an address until the process is told to stop; port 0 is one that is free.

    Raises:
        SetupError: the address cannot be used, or a token of the environment is too short, or
            is one of nobody, where people sign in.
    """
    chosen = tokens_of_environment()
    if chosen and library.directory:
        raise SetupError(
            f"Tokens of {VARIABLE} belong to nobody, and people sign in here. Unset it; they make "
            "tokens on the page People, or you do with: python -m core people token PERSON"
        )
    tokens = () if library.directory else chosen or (new_token(),)
    name = canonical_name(host)
    app = create_app(library, tokens, {name} if name else set())
    config = uvicorn.Config(
        app,
        # No log of requests: an address that people type by mistake may hold a token.
        access_log=False,
        log_level="warning",
        # What a proxy says of the client is believed of nobody; see `core.hosts.refusal`.
        proxy_headers=False,
        server_header=False,
        ws="none",
        timeout_graceful_shutdown=_SECONDS_TO_FINISH,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_no_cut_off_answer)
    with _listening(host, port) as listener:
        _announce(_address(listener), () if chosen else tokens, is_local=name in LOOPBACK)
        # uvicorn takes signals while it serves, and raises them again when it has finished.
        end_on_signals(library)
        uvicorn.Server(config).run([listener])


def _is_no_cut_off_answer(record: logging.LogRecord) -> bool:
    """Of an answer that was cut off at the end uvicorn says so before; where it was is no news."""
    return not (record.exc_info and isinstance(record.exc_info[1], CancelledError))


def _listening(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address, family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SetupError(
            f"{host}, port {port} cannot be served at: {reason}. Choose others with --host and "
            "--port."
        ) from error


def _address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/v1" if ":" in host else f"http://{host}:{port}/v1"


def _announce(address: str, made: Sequence[str], *, is_local: bool) -> None:
    sys.stderr.write(f"Sightline answers at {address}\n")
    for token in made:
        sys.stderr.write(f"Token, until it is stopped: {token}\n(Choose your own in {VARIABLE}.)\n")
    if not is_local:
        sys.stderr.write(f"{_IN_THE_CLEAR}\n")
    sys.stderr.flush()
