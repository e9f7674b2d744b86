"""What goes wrong between here and a service that speaks the OpenAI API, in our errors."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx2

from core.errors import (
    KeyRefused,
    ModelUnknown,
    ModelUnreachable,
    QuotaSpent,
    ReplyUnusable,
    RequestTooLong,
)
from core.llm import service_errors
from core.llm.service_errors import again, delay, quoted
from core.service_addresses import is_here

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from core.errors import ModelError

_REFUSING = (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN)
_TOO_LARGE = "too large to process"
"""What llama.cpp says, as if it failed, of a text to embed that is longer than its batch."""
_PASSING = (httpx2.codes.REQUEST_TIMEOUT, httpx2.codes.TOO_MANY_REQUESTS)


@contextmanager
def translated(address: str, seconds: float) -> Iterator[None]:
    """Turns what the network and unreadable answers raise into a `ModelError`."""
    hint = (
        "Start the service on this machine, or correct the model in the settings."
        if is_here(address)
        else "Check the network and the address of the model in the settings, and try again."
    )
    with service_errors.translated(f"the service at {address}", hint, seconds):
        yield


def check(response: httpx2.Response, address: str, model: str, key: str) -> None:
    """Lets an answer pass that is one.

    Raises:
        ModelError: its status says that it is none; the key is in no message.
    """
    if not httpx2.codes.is_success(response.status_code):
        raise _of_status(response, f"The service at {address}", model, key)


def without_failure(
    events: Iterable[Mapping[str, Any]], address: str, key: str
) -> Iterator[Mapping[str, Any]]:
    """The events of a stream, as long as none says that the service fails in the middle of it.

    Raises:
        ModelUnreachable: one does.
        ReplyUnusable: one says that the request is refused.
    """
    for event in events:
        if failure := event.get("error"):
            code = failure.get("code") if isinstance(failure, dict) else None
            message = _quoted(event, "", key)
            words = f"The service at {address} broke off its answer: {message}"
            if isinstance(code, int) and httpx2.codes.is_client_error(code):
                raise (
                    again(ModelUnreachable(words)) if code in _PASSING else _refusal(words, message)
                )
            raise again(ModelUnreachable(f"{words} Try again in some minutes."))
        yield event


def _of_status(response: httpx2.Response, service: str, model: str, key: str) -> ModelError:
    status = response.status_code
    if httpx2.codes.is_redirect(status):
        return ModelUnreachable(f"{service} points elsewhere. Correct it in the settings.")
    response.read()
    try:
        message = _quoted(response.json(), response.text, key)
    except ValueError:
        message = _quoted(None, response.text, key)
    if status in _REFUSING:
        return KeyRefused(f"{service} refuses the key ({status}): {message} Check OPENAI_API_KEY.")
    if status == httpx2.codes.NOT_FOUND and "model" not in message.lower():
        return ModelUnknown(
            f"{service} has nothing there ({message}) Correct the address in the settings, which "
            f"usually ends in /v1, or choose another model than {model!r}, as the account allows."
        )
    if status == httpx2.codes.NOT_FOUND:
        return ModelUnknown(
            f"{service} has no model {model!r} ({message}) Choose another in the settings."
        )
    if status == httpx2.codes.PAYMENT_REQUIRED:
        return QuotaSpent(f"{service} wants to be paid first: {message} Top up the account.")
    if status == httpx2.codes.TOO_MANY_REQUESTS:
        return _of_quota(response, service, message)
    failed = status >= httpx2.codes.INTERNAL_SERVER_ERROR and _TOO_LARGE not in message.lower()
    if failed or status == httpx2.codes.REQUEST_TIMEOUT:
        failure = ModelUnreachable(
            f"{service} fails ({status}): {message} Try again in some minutes."
        )
        return again(failure, _delay(response) or 0.0)
    return _refusal(f"{service} refuses this request ({status}): {message}", message)


def _refusal(words: str, message: str) -> ReplyUnusable:
    """The error for a request that is refused for itself; services call its length by one name.

    `message` is what the service says, without our words around it, as its address.
    """
    return (RequestTooLong if "context" in message.lower() else ReplyUnusable)(words)


def _of_quota(response: httpx2.Response, service: str, message: str) -> QuotaSpent:
    """Too many calls for now, or no money left, which does not pass by itself."""
    if "insufficient_quota" in response.text:
        return QuotaSpent(
            f"{service} takes no more calls: {message} Raise the limit of the account."
        )
    seconds = _delay(response)
    when = f"in {seconds:.0f} s" if seconds else "in a minute"
    return again(
        QuotaSpent(
            f"{service} takes no more calls for now. Try again {when}, or lower the requests and "
            "tokens a minute in the settings."
        ),
        seconds or 0.0,
    )


def _delay(response: httpx2.Response) -> float | None:
    return delay([response.headers.get("retry-after", "")])


def _quoted(content: Any, text: str, key: str) -> str:
    """What the service says of a failure, in whichever form, without the key."""
    error = content.get("error", content) if isinstance(content, dict) else content
    message = error.get("message") if isinstance(error, dict) else error
    words = str(message or text)
    return quoted(words.replace(key, "***") if key else words)
