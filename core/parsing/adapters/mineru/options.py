"""How MinerU is run, as far as both backends share it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from core.parsing.adapters.base import ServiceOptions
from core.service_addresses import address_problem


def usable_address(url: str) -> str:
    """An address of a service, or nothing.

    Raises:
        ValueError: it cannot be one.
    """
    problem = address_problem(url, in_the_clear=True) if url else ""
    if problem:
        raise ValueError(problem)
    return url.rstrip("/")


class MineruOptions(ServiceOptions):
    """With an address the service reads, without one the command on this machine does."""

    url: str = Field(
        "",
        description="Address of a mineru-api of version 2 or 3, such as http://127.0.0.1:8000. "
        "Empty: the command on this machine.",
    )
    model_source: Literal["local", "huggingface"] = Field(
        "local",
        description="Where the command finds its models: in the folder that "
        "mineru-models-download wrote into mineru.json, or where Hugging Face keeps its own.",
    )
    formulas: bool = Field(True, description="Write formulas as LaTeX.")
    tables: bool = Field(True, description="Find the rows and columns of tables.")
    seconds: float = Field(
        3600, gt=0, le=86_400, description="Time that a document may take, in seconds."
    )

    @field_validator("url")
    @classmethod
    def _usable(cls, url: str) -> str:
        return usable_address(url)
