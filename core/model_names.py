"""How people name a language model: the service, the model, and where the service is."""

from __future__ import annotations

from typing import NamedTuple

from core.service_addresses import address_problem, is_here

OPENAI = "https://api.openai.com/v1"
"""Where a model of the OpenAI API is that is named without an address."""

KEY_VARIABLES = {"gemini": "GEMINI_API_KEY", "openai": "OPENAI_API_KEY"}
"""The variable that holds the key of each service."""


class ModelName(NamedTuple):
    """A model of a service; `address` is empty where the service has one of its own."""

    service: str
    name: str
    address: str = ""

    @property
    def text(self) -> str:
        """How it is named in the settings."""
        return f"{self.service}:{self.name}" + (f"@{self.address}" if self.address else "")

    @property
    def place(self) -> str:
        """Where it runs, in words."""
        return self.address or "Google"

    @property
    def needs_key(self) -> bool:
        """Whether the service takes nobody without a key: the two known ones."""
        return self.service == "gemini" or self.address == OPENAI

    @property
    def key_place(self) -> str:
        """What a key is for: Gemini, or the one address of all that speak the OpenAI API."""
        return self.service if self.service == "gemini" else self.address

    @property
    def is_here(self) -> bool:
        """Whether it runs on this machine; Gemini may only be reached through it."""
        return self.service == "openai" and is_here(self.address)


def read_model_name(text: str) -> ModelName:
    """The model of `gemini:NAME`, `openai:NAME` or `openai:NAME@ADDRESS`.

    The address is that of any service that speaks the OpenAI API, up to and with its `/v1`.

    Raises:
        ValueError: it is named otherwise, or the address cannot be used.
    """
    service, _, rest = text.strip().partition(":")
    name, at, address = rest.rpartition("@") if "@" in rest else (rest, "", "")
    if service not in KEY_VARIABLES or not name.strip() or (service == "gemini" and at):
        raise ValueError("a model is named gemini:NAME, openai:NAME or openai:NAME@ADDRESS")
    if service == "gemini":
        return ModelName(service, name.strip())
    address = (address.strip() or OPENAI).rstrip("/")
    if problem := address_problem(address, in_the_clear=True):
        raise ValueError(problem)
    return ModelName(service, name.strip(), address)
