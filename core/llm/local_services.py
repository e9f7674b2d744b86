"""Services of language models that run on this machine, found where they usually listen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import ModelError
from core.llm.openai import OpenAiTransport
from core.model_names import ModelName

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

USUAL = {
    "Ollama": "http://127.0.0.1:11434/v1",
    "LM Studio": "http://127.0.0.1:1234/v1",
    "llama.cpp": "http://127.0.0.1:8080/v1",
    "vLLM": "http://127.0.0.1:8000/v1",
}
"""Addresses by the programs that have them unless they are told otherwise."""

_SECONDS = 2.0
"""Time that a service has to say which models it has."""


def local_models(addresses: Mapping[str, str] = USUAL) -> Iterator[tuple[str, ModelName]]:
    """The models of the services that answer, each with the name of its program."""
    for program, address in addresses.items():
        try:
            names = OpenAiTransport("", "", address).models(_SECONDS)
        except ModelError:
            continue
        yield from ((program, ModelName("openai", name, address)) for name in names)
