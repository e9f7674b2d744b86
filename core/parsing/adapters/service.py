"""A service of another parser: where it is, how its key goes out, and what its failures mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx2

from core.errors import (
    KeyRefused,
    ModelError,
    ModelUnreachable,
    QuotaSpent,
    ReplyUnusable,
    SetupError,
)
from core.llm.service_errors import again, capital, delay, quoted
from core.service_addresses import address_problem

if TYPE_CHECKING:
    from pydantic import SecretStr

    from core.parsing.adapters.base import ServiceOptions

_REFUSING = (httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN)
_PASSING = frozenset({408, 425, 500, 502, 503, 504})
"""Failures after which the same call may succeed."""


@dataclass(frozen=True)
class Service:
    """A service: what it is called in messages, its address, and the header that holds the key.

    `variable` is that of the key in the environment, `before` what stands before the key, and
    `interface` what must answer at the address.
    """

    parser: str
    address: str
    variable: str
    key: SecretStr | None = None
    in_the_clear: bool = False
    interface: str = ""
    header: str = "Authorization"
    before: str = "Bearer "

    @classmethod
    def of(cls, parser: str, options: ServiceOptions, interface: str = "") -> Service:
        """The service of a parser at the address of its options."""
        address, variable = options.url.rstrip("/"), f"{options.model_config['env_prefix']}KEY"
        return cls(parser, address, variable, options.key, options.in_the_clear, interface)

    @property
    def name(self) -> str:
        """The service in messages."""
        return f"{self.parser} at {self.address}"

    def headers(self) -> dict[str, str]:
        """The header that holds the key, if there is one.

        Raises:
            SetupError: the key would travel in the clear, or the address is none.
            KeyRefused: the key holds characters that no key has.
        """
        if problem := address_problem(self.address, in_the_clear=self.in_the_clear):
            raise SetupError(f"{self.parser}: {problem}. Correct the address in its options.")
        key = self.key.get_secret_value().strip() if self.key else ""
        if not (key.isascii() and key.isprintable()):
            raise KeyRefused(
                f"The key of {self.parser} holds characters that no key has. Copy it again into "
                f"{self.variable}."
            )
        return {self.header: f"{self.before}{key}"} if key else {}

    def quoted(self, message: object) -> str:
        """The first words of what the service says of a failure, without the key."""
        key = self.key.get_secret_value().strip() if self.key else ""
        text = str(message or "")
        return quoted(text.replace(key, "***") if key else text)


def failure(response: httpx2.Response, body: bytes, service: Service) -> ModelError:
    """What a status that is no success means."""
    status, name = response.status_code, capital(service.name)
    if httpx2.codes.is_redirect(status):
        return ModelUnreachable(f"{name} points elsewhere. Correct the address in its options.")
    message = service.quoted(_words(body))
    if status in _REFUSING:
        return KeyRefused(f"{name} refuses the key ({status}): {message} Check {service.variable}.")
    seconds = delay([response.headers.get("retry-after", "")]) or 0.0
    if status == httpx2.codes.TOO_MANY_REQUESTS:
        return again(
            QuotaSpent(f"{name} takes no more calls for now: {message} Try again later."), seconds
        )
    if status in _PASSING:
        passing = ModelUnreachable(f"{name} fails ({status}): {message} Try again in some minutes.")
        return again(passing, seconds)
    return ReplyUnusable(f"{name} refuses the document ({status}): {message} Check the options.")


def _words(body: bytes) -> str:
    """What the service says of a failure, in whichever form."""
    text = body[:20_000].decode(errors="replace")
    if text.lstrip().startswith("<"):
        return "it answered with a web page"
    try:
        response: Any = httpx2.Response(200, content=body).json()
    except (ValueError, RecursionError):
        return text
    for name in ("error", "detail", "message"):
        if isinstance(response, list):
            response = next(iter(response), None)
        if isinstance(response, dict) and response.get(name):
            response = response[name]
    return str(response)
