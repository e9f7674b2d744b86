"""How Unstructured is run: its library on this machine, or its service."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.parsing.adapters.base import ServiceOptions, run_config


class UnstructuredOptions(ServiceOptions):
    """Where pages are partitioned, and by what."""

    model_config = run_config("UNSTRUCTURED")

    url: str = Field(
        "",
        description="Address of the service, such as https://api.unstructuredapp.io or one's own "
        "container. Empty: the library on this machine.",
    )
    strategy: Literal["fast", "hi_res", "ocr_only", "auto"] = Field(
        "fast",
        description="fast reads the text of the PDF by rules; hi_res finds elements and tables by "
        "a model, whose files must be on the machine that runs it; ocr_only reads the picture.",
    )
    languages: tuple[str, ...] = Field(
        ("eng",), description="Languages of the document, in Tesseract's three letters."
    )
    seconds: float = Field(900.0, gt=0, le=86_400, description="Time limit of a run in seconds.")
    memory_mb: int = Field(
        8192, ge=1024, description="Memory that the library may use on this machine, in MB."
    )
    dollars_a_page: float | None = Field(
        None, ge=0, description="What the account pays for a page of the service; empty: unknown."
    )
