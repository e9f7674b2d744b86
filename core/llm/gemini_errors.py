"""What goes wrong between here and the Gemini API, in our own errors and words."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx2
from google.genai import errors

from core.errors import (
    KeyRefused,
    ModelError,
    ModelUnknown,
    ModelUnreachable,
    QuotaSpent,
    ReplyUnusable,
)
from core.llm import service_errors
from core.llm.service_errors import again, delay, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_NETWORK = "Check the network and the address of the Gemini API in the settings, and try again."


@contextmanager
def translated(model: str, seconds: float, key: str) -> Iterator[None]:
    """Turns what google-genai and httpx2 raise into a `ModelError`, none of which tells the key."""
    with service_errors.translated("the Gemini API", _NETWORK, seconds), _of_service(model, key):
        yield


@contextmanager
def _of_service(model: str, key: str) -> Iterator[None]:
    try:
        yield
    except errors.APIError as error:
        _forget(error, key)
        raise _of_status(error, model) from error


def _of_status(error: errors.APIError, model: str) -> ModelError:
    """The error that a status of the service means."""
    status = error.code or 0
    if _is_of_key(error, status):
        return KeyRefused(
            f"The Gemini API refuses the key ({status}): {_quoted(error)} Check GEMINI_API_KEY or "
            "enter another key on the settings page."
        )
    if status == httpx2.codes.NOT_FOUND:
        return ModelUnknown(
            f"The Gemini API has no model {model!r} for this key. Choose another in the settings."
        )
    if httpx2.codes.is_redirect(status):
        return ModelUnreachable(
            "The address of the Gemini API points elsewhere. Correct it in the settings."
        )
    if status == httpx2.codes.TOO_MANY_REQUESTS:
        return _of_quota(error)
    if status == httpx2.codes.REQUEST_TIMEOUT or status >= httpx2.codes.INTERNAL_SERVER_ERROR:
        return again(
            ModelUnreachable(
                f"The Gemini API fails ({status}): {_quoted(error)} Try again in some minutes."
            ),
            _delay(error) or 0.0,
        )
    if error.status == "FAILED_PRECONDITION":
        return ModelUnreachable(
            f"The Gemini API does not serve this account or place ({status}): {_quoted(error)} "
            "Correct that in the account, or use another key."
        )
    return ReplyUnusable(f"The Gemini API refuses this request ({status}): {_quoted(error)}")


def _of_quota(error: errors.APIError) -> QuotaSpent:
    """Too many calls: to be repeated soon, or used up for the day."""
    if "PerDay" in json.dumps(_details(error)):
        return QuotaSpent(
            "The calls that the Gemini API allows in a day are used up. Go on tomorrow, choose "
            "another model, or raise the limit of your account."
        )
    seconds = _delay(error)
    when = f"in {seconds:.0f} s" if seconds else "in a minute"
    return again(
        QuotaSpent(
            f"The Gemini API takes no more calls for now. Try again {when}, or lower the requests "
            "and tokens a minute in the settings."
        ),
        seconds or 0.0,
    )


def _is_of_key(error: errors.APIError, status: int) -> bool:
    """A wrong key comes as a bad request, a key without rights as one that is forbidden."""
    if status in (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN):
        return True
    reasons = {str(detail.get("reason")) for detail in _details(error)}
    return status == httpx2.codes.BAD_REQUEST and bool(
        reasons & {"API_KEY_INVALID", "API_KEY_EXPIRED"} or "API key" in (error.message or "")
    )


def _delay(error: errors.APIError) -> float | None:
    """Seconds that the service asks to wait, from its details or its header."""
    delays = [str(detail["retryDelay"]) for detail in _details(error) if "retryDelay" in detail]
    headers = getattr(error.response, "headers", None) or {}
    if "retry-after" in headers:
        delays.append(headers["retry-after"])
    return delay(delays)


def _details(error: errors.APIError) -> list[Mapping[str, Any]]:
    body = error.details if isinstance(error.details, dict) else {}
    inner = body.get("error")
    details = inner.get("details") if isinstance(inner, dict) else None
    if not isinstance(details, list):
        return []
    return [detail for detail in details if isinstance(detail, dict)]


def _quoted(error: errors.APIError) -> str:
    return quoted(error.message or error.status)


def _forget(error: errors.APIError, key: str) -> None:
    """Takes the key out of the error, which becomes the cause of ours: services may quote it."""
    error.message = str(error.message or "").replace(key, "***")
    error.details = json.loads(json.dumps(error.details, default=str).replace(key, "***"))
    error.args = tuple(str(argument).replace(key, "***") for argument in error.args)
