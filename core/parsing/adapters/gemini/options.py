"""How a language model reads pages."""

from __future__ import annotations

import re

from pydantic import Field, field_validator

from core.errors import InvalidOption
from core.parsing.adapters.base import RunOptions, run_config

_PAGES = re.compile(r"\s*\d{1,9}(\s*-\s*\d{1,9})?\s*(,\s*\d{1,9}(\s*-\s*\d{1,9})?\s*)*")


class GeminiOptions(RunOptions):
    """The model itself is that of the settings."""

    model_config = run_config("GEMINI")

    pages: str = Field(default="", description="Pages to read, such as 3, 5-7. Empty: all of them.")
    side: int = Field(
        default=1600,
        ge=400,
        le=4000,
        description="Pixels of the longer side of a page's picture. More of them show smaller "
        "print, and may cost more.",
    )
    max_output: int = Field(
        default=16_384,
        ge=1024,
        le=65_536,
        description="Tokens that the model may answer for a page. A page of a dense table takes "
        "8,000 and more.",
    )

    @field_validator("pages")
    @classmethod
    def _names_pages(cls, pages: str) -> str:
        if pages.strip() and not _PAGES.fullmatch(pages):
            raise ValueError("pages are named by numbers and ranges, such as 3, 5-7")
        return pages.strip()


def chosen_pages(pages: str, count: int) -> list[int]:
    """The 1-based numbers that `GeminiOptions.pages` names, in ascending order.

    Raises:
        InvalidOption: a document of so many pages does not have them all.
    """
    chosen: set[int] = set() if pages else set(range(1, count + 1))
    for part in filter(None, pages.split(",")):
        first, _, last = part.partition("-")
        start, end = int(first), int(last or first)
        if not 1 <= start <= end <= count:
            raise InvalidOption(
                f"Pages {part.strip()} cannot be read: the document has pages 1 to {count}. Choose "
                "among them, such as 1, 3-4."
            )
        chosen.update(range(start, end + 1))
    return sorted(chosen)
