"""How Granite-Docling is run: by a service that has the model and speaks the OpenAI API."""

from __future__ import annotations

from pydantic import Field

from core.parsing.adapters.base import ServiceOptions, run_config

FAILED = "error"
"""Key of what is wrong with a page, in the place of its DocTags."""


class GraniteDoclingOptions(ServiceOptions):
    """The service sees the picture of each page."""

    model_config = run_config("GRANITE_DOCLING")

    url: str = Field(
        "",
        description="Address of a service with the model, with its /v1, such as "
        "http://127.0.0.1:8000/v1 for vLLM, or http://127.0.0.1:11434/v1 for Ollama.",
    )
    model: str = Field(
        "ibm-granite/granite-docling-258M",
        min_length=1,
        description="Name of the model at the service; with Ollama ibm/granite-docling:258m.",
    )
    max_output: int = Field(
        8192,
        ge=256,
        le=65_536,
        description="Tokens that the model may answer for a page; what is longer is cut off.",
    )
    seconds_per_page: float = Field(
        120, gt=0, le=3600, description="Time that a page may take on average, in seconds."
    )
