"""Files of MinerU's vlm backend as a native document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.parsing.adapters.mineru.reading import VLM, read

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.adapters.native import NativeDocument
    from core.sir import Page


def convert(content: bytes, pages: Sequence[Page]) -> NativeDocument:
    """The document of a file of MinerU; see `Adapter.convert`."""
    return read(content, pages, VLM)
