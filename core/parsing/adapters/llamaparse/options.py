"""How LlamaParse is run: its service only."""

from __future__ import annotations

from pydantic import Field

from core.parsing.adapters.base import ServiceOptions, run_config


class LlamaParseOptions(ServiceOptions):
    """Which service parses, and how."""

    model_config = run_config("LLAMAPARSE")

    url: str = Field(
        "https://api.cloud.llamaindex.ai",
        description="Address of the service; that of the EU is https://api.cloud.eu.llamaindex.ai.",
    )
    mode: str = Field(
        "parse_page_with_llm",
        pattern=r"^[a-z_]{1,60}$",
        description="How pages are parsed, such as parse_page_without_llm, parse_page_with_llm or "
        "parse_page_with_agent; dearer from one to the next.",
    )
    language: str = Field(
        "en",
        pattern=r"^[a-z_]{2,20}$",
        description="Language of text in pictures, in two letters as in en or de.",
    )
    layout: bool = Field(
        True, description="Also ask where pictures and tables lie, which may cost more."
    )
    seconds: float = Field(900.0, gt=0, le=86_400, description="Time limit of a run in seconds.")
    pause: float = Field(
        2.0, ge=0.1, le=60, description="Seconds between two questions whether a job is done."
    )
    dollars_a_page: float | None = Field(
        None, ge=0, description="What the account pays for a page; empty: unknown."
    )
