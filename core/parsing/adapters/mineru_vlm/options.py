"""How MinerU is run with its vlm backend."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from core.parsing.adapters.base import run_config
from core.parsing.adapters.mineru.options import MineruOptions, usable_address


class MineruVlmOptions(MineruOptions):
    """One vision language model for layout and content."""

    model_config = run_config("MINERU_VLM")

    engine: Literal["vlm-auto-engine", "vlm-http-client", "vlm-transformers"] = Field(
        "vlm-auto-engine",
        description="What runs the model: the best engine on the machine, a service of the model, "
        "or transformers, which only versions before 2.7 know.",
    )
    model_url: str = Field(
        "",
        description="Address of the service of the model for vlm-http-client, such as "
        "http://127.0.0.1:30000. MinerU sends pictures of the pages there.",
    )

    @field_validator("model_url")
    @classmethod
    def _usable_service(cls, url: str) -> str:
        return usable_address(url)
