"""What goes wrong between here and a service that speaks the OpenAI API, in our errors."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx2

from core.errors import KeyRefused, ModelUnknown, ModelUnreachable, QuotaSpent, ReplyUnusable
from core.llm import service_errors
from core.llm.service_errors import again, delay, quoted
from core.service_addresses import is_here

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.errors import ModelError

_REFUSING = (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN)


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


def _of_status(response: httpx2.Response, service: str, model: str, key: str) -> ModelError:
    status = response.status_code
    if httpx2.codes.is_redirect(status):
        return ModelUnreachable(f"{service} points elsewhere. Correct it in the settings.")
    response.read()
    message = quoted(_message(response).replace(key, "***") if key else _message(response))
    if status in _REFUSING:
        return KeyRefused(f"{service} refuses the key ({status}): {message} Check OPENAI_API_KEY.")
    if status == httpx2.codes.NOT_FOUND:
        return ModelUnknown(
            f"{service} has no model {model!r} ({message}) Choose another in the settings."
        )
    if status == httpx2.codes.TOO_MANY_REQUESTS:
        return _of_quota(response, service, message)
    if status == httpx2.codes.REQUEST_TIMEOUT or status >= httpx2.codes.INTERNAL_SERVER_ERROR:
        failure = ModelUnreachable(
            f"{service} fails ({status}): {message} Try again in some minutes."
        )
        return again(failure, _delay(response) or 0.0)
    return ReplyUnusable(f"{service} refuses this request ({status}): {message}")


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


def _message(response: httpx2.Response) -> str:
    """What the service says of a failure, in whichever form."""
    try:
        content: Any = response.json()
    except ValueError:
        return response.text
    error = content.get("error", content) if isinstance(content, dict) else content
    message = error.get("message") if isinstance(error, dict) else error
    return str(message or response.text)
