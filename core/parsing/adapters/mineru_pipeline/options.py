"""How MinerU is run with its pipeline backend."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from core.parsing.adapters.base import run_config
from core.parsing.adapters.mineru.options import MineruOptions


class MineruPipelineOptions(MineruOptions):
    """Models for layout, text, formulas and tables, one after the other."""

    model_config = run_config("MINERU_PIPELINE")

    method: Literal["auto", "txt", "ocr"] = Field(
        "auto",
        description="Take the text from the PDF (txt), from pictures of its pages (ocr), or as the "
        "pages need it (auto).",
    )
    language: str = Field(
        "ch",
        pattern=r"^[a-z_]{2,20}$",
        description="Script that is read from pictures, by MinerU's name; ch also reads Latin "
        "letters.",
    )
