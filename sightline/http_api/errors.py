"""Errors as JSON: the class as `error`, a sentence for people as `message`."""

from __future__ import annotations

import logging
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from core.errors import (
    AccessRefused,
    DiskFull,
    InputError,
    LimitReached,
    ModelError,
    NotFound,
    QuotaSpent,
    SightlineError,
    StoreUnavailable,
    TooLarge,
)
from core.files import disk_is_full, full_disk

if TYPE_CHECKING:
    from fastapi import FastAPI

_LOG = logging.getLogger("sightline")

_STATUS: dict[type[Exception], int] = {
    AccessRefused: 403,
    NotFound: 404,
    TooLarge: 413,
    InputError: 422,
    ModelError: 502,
    LimitReached: 503,
    QuotaSpent: 503,
    StoreUnavailable: 503,
    DiskFull: 507,
}
"""That of a class holds for those below it that have none of their own; else it is 500."""
_NAMES = {400: "InputError", 413: "TooLarge"}
_OF_HTTP = {
    404: ("NotFound", "There is nothing under this path; /v1/openapi.json lists all."),
    405: ("MethodNotAllowed", "This path takes another method; /v1/openapi.json says which."),
}
_CLIENT_GONE = 400
_BROKEN = "Sightline failed while it answered this. Its log says where."


class Problem(BaseModel):
    """Why there is no answer."""

    error: str = Field(description="Class of the error, such as NotFound or InvalidOption.")
    message: str = Field(description="What happened, to what, and what to do next.")


def problem(status: int, error: str, message: str) -> JSONResponse:
    """A response that says what is wrong."""
    return JSONResponse(_content(error, message), status)


def status_of(error: SightlineError) -> int:
    """The status of HTTP for an error of Sightline."""
    return next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 500)


def add_handlers(app: FastAPI, home: Path | None = None) -> None:
    """Lets every error of the routes be answered as `Problem`.

    No message says where `home`, the data folder, is.
    """

    async def on_sightline_error(_: Request, error: SightlineError) -> JSONResponse:
        return _answered(error, home)

    async def on_system_error(_: Request, error: OSError) -> JSONResponse:
        if not disk_is_full(error):
            raise error
        return _answered(full_disk(Path(error.filename or tempfile.gettempdir())), home)

    app.exception_handler(SightlineError)(on_sightline_error)
    app.exception_handler(RequestValidationError)(_on_invalid)
    app.exception_handler(HTTPException)(_on_http_error)
    app.exception_handler(ClientDisconnect)(_on_client_gone)
    app.exception_handler(OSError)(on_system_error)
    app.exception_handler(Exception)(_on_any_error)


def _content(error: str, message: str) -> dict[str, str]:
    return Problem(error=error, message=message).model_dump()


def _answered(error: SightlineError, home: Path | None) -> JSONResponse:
    message = _without_place(str(error), home) if home else str(error)
    response = problem(status_of(error), type(error).__name__, message)
    if isinstance(error, QuotaSpent) and error.retry_after:
        response.headers["Retry-After"] = str(round(error.retry_after) + 1)
    return response


def _without_place(message: str, home: Path) -> str:
    """Files below the data folder by their path in it, and itself by the setting that names it."""
    below = message.replace(f"{home}{os.sep}", "")
    return re.sub(rf"{re.escape(str(home))}(?![\w-])", "SIGHTLINE_HOME", below)


async def _on_invalid(_: Request, error: RequestValidationError) -> JSONResponse:
    first = error.errors()[0]
    # Never the value itself: it may be anything, of any size.
    place = ".".join(str(part)[:80] for part in first["loc"])
    return problem(422, "InvalidOption", f"{place}: {first['msg']}.")


async def _on_http_error(_: Request, error: HTTPException) -> JSONResponse:
    status = error.status_code
    name, message = _OF_HTTP.get(status) or (_NAMES.get(status, "Refused"), error.detail)
    return JSONResponse(_content(name, message), status, error.headers)


async def _on_client_gone(_: Request, __: ClientDisconnect) -> JSONResponse:
    return problem(_CLIENT_GONE, "InputError", "The request ended before its body did.")


async def _on_any_error(_: Request, error: Exception) -> JSONResponse:
    _LOG.error("a request failed", exc_info=error)
    return problem(500, "InternalError", _BROKEN)
