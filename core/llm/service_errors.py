"""What goes wrong between here and any service of language models, in our own errors and words."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import httpx2
import numpy as np

from core.errors import ModelUnavailable, ModelUnreachable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

U = TypeVar("U", bound=ModelUnavailable)

UNREADABLE = (
    # No JSON, not in UTF-8, of another form, with numbers too long, nested too deeply ...
    ValueError,
    RecursionError,
    # The parts of an answer are walked through before they are validated.
    AttributeError,
    LookupError,
    TypeError,
)
"""What an answer raises that is not of the form that its service documents."""

_SECONDS = re.compile(r"(\d+(?:\.\d+)?)s?")
_LONGEST_DELAY = 86_400.0
"""Seconds that a service may ask to wait."""
_LONGEST_QUOTE = 200
"""Characters of the service's own words that go into a message."""


@contextmanager
def translated(service: str, hint: str, seconds: float) -> Iterator[None]:
    """Turns what the network and answers that cannot be read raise into `ModelUnreachable`.

    `service` is its name in messages, `hint` what to do.
    """
    try:
        with _of_network(service, hint, seconds):
            yield
    except UNREADABLE as error:
        # The error itself holds what was answered, in which the key may be quoted.
        raise again(
            ModelUnreachable(f"What {service} answered cannot be read. {hint}")
        ) from ValueError(type(error).__name__)


@contextmanager
def _of_network(service: str, hint: str, seconds: float) -> Iterator[None]:
    try:
        yield
    except httpx2.TimeoutException as error:
        raise again(
            ModelUnreachable(
                f"{capital(service)} did not answer within {max(round(seconds), 1)} s. Try again, "
                "or allow it more time in the settings."
            )
        ) from error
    except httpx2.RemoteProtocolError as error:
        raise again(ModelUnreachable(f"The answer of {service} broke off. {hint}")) from error
    except (httpx2.HTTPError, httpx2.StreamError, httpx2.InvalidURL, OSError) as error:
        raise ModelUnreachable(f"{capital(service)} cannot be reached. {hint}") from error


def again(error: U, seconds: float = 0.0) -> U:
    """The error, marked as one after which the same call may succeed."""
    error.retry_after = seconds
    return error


def vectors_of(rows: Sequence[Sequence[float]], texts: Sequence[str]) -> NDArray[np.float32]:
    """(texts, dimension) The vectors that a service gave.

    Raises:
        ModelUnreachable: there is not one for each text, all of one length and of numbers.
    """
    if len(rows) != len(texts) or len({len(row) for row in rows}) > 1 or not all(rows):
        raise again(ModelUnreachable("The service did not give a vector for each text. Try again."))
    no_numbers = again(
        ModelUnreachable("The service gave vectors that hold no numbers. Try again.")
    )
    try:
        vectors = np.array(rows, np.float32).reshape(len(texts), -1)
    except (TypeError, ValueError) as error:  # as of vectors written in base64
        raise no_numbers from error
    if not np.isfinite(vectors).all():
        raise no_numbers
    return vectors


def delay(texts: Iterable[str]) -> float | None:
    """Seconds that a service asks to wait, from the first text that says so."""
    matches = (_SECONDS.fullmatch(text.strip()) for text in texts)
    return next((min(float(match[1]), _LONGEST_DELAY) for match in matches if match), None)


def quoted(message: object) -> str:
    """The first words of a service's message."""
    text = " ".join(str(message or "no reason given").split())
    cut = text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE].rstrip() + " …"
    return cut if cut.endswith((".", "!", "?", "…")) else f"{cut}."


def capital(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
