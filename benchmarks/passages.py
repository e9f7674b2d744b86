"""Passages of real text, of about equal length, for the figures of embedding and search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf

from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    from pathlib import Path


def passages(data: Path, count: int, tokens: int = 126) -> list[str]:
    """Texts of `tokens` tokens each, cut from the PDFs of `odl` in the order of their names."""
    found: list[str] = []
    for path in sorted((data / "odl").rglob("*.pdf")):
        with pymupdf.open(path) as file:
            text = " ".join(" ".join(str(page.get_text()).split()) for page in file)
        offsets = minilm_tokenizer().encode(text, add_special_tokens=False).offsets
        starts = range(0, len(offsets) - tokens + 1, tokens)
        found += [text[offsets[i][0] : offsets[i + tokens - 1][1]] for i in starts]
        if len(found) >= count:
            break
    return found[:count]
