"""How Docling is run: by its library on this machine, or by a service of docling-serve."""

from __future__ import annotations

from pydantic import Field

from core.parsing.adapters.base import ServiceOptions, run_config


class DoclingOptions(ServiceOptions):
    """With an address the service reads, without one the library does."""

    model_config = run_config("DOCLING")

    url: str = Field(
        "",
        description="Address of a docling-serve, such as http://127.0.0.1:5001. Empty: the library "
        "on this machine.",
    )
    models: str = Field(
        "",
        description="Folder of Docling's model files on this machine, as docling-tools fills it. "
        "Empty: where Hugging Face keeps its own.",
    )
    ocr: bool = Field(True, description="Read scanned parts of pages from their picture.")
    tables: bool = Field(True, description="Find the rows and columns of tables.")
    formulas: bool = Field(
        False, description="Write formulas and code as LaTeX and text, by a slower model."
    )
    seconds: float = Field(
        1800, gt=0, le=86_400, description="Time that a document may take, in seconds."
    )
    memory_mb: int = Field(
        16_384,
        ge=2048,
        le=1_048_576,
        description="Address space of the process that runs the library, in MB.",
    )
