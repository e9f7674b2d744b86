"""The document of the tour as each strategy cuts it, in figures that are worked out now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.chunk_preparation import is_ready
from components.labels.strategies import title_of
from core.chunking import STRATEGIES, make_options
from core.configuration import Configuration

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult
    from core.library import DocumentRecord


@dataclass(frozen=True, slots=True)
class Cut:
    """How a strategy cuts a document: chunks in all and on one page, tokens of a chunk."""

    strategy: str
    chunks: int
    on_page: int
    mean: int
    largest: int

    @classmethod
    def of(cls, strategy: str, result: ChunkingResult, page: int) -> Cut:
        """The figures of chunks, and of those that have lines on a page (1-based)."""
        sizes = [chunk.token_count for chunk in result.chunks]
        on_page = len(result.on_pages([page]))
        mean = round(sum(sizes) / max(len(sizes), 1))
        return cls(strategy, len(sizes), on_page, mean, max(sizes, default=0))


def every_strategy(record: DocumentRecord, page: int) -> None:
    """A table of all strategies with their usual settings, once it is asked for."""
    if not st.toggle("Compare all strategies on this document", key="tour-strategies"):
        return
    cuts = [cut for strategy in STRATEGIES if (cut := _cut(record, strategy, page))]
    st.table(
        {
            "Strategy": [title_of(cut.strategy) for cut in cuts],
            "Chunks": [f"{cut.chunks:,}" for cut in cuts],
            f"On page {page}": [str(cut.on_page) for cut in cuts],
            "Tokens, mean": [str(cut.mean) for cut in cuts],
            "Largest": [f"{cut.largest:,}" for cut in cuts],
        }
    )


def _cut(record: DocumentRecord, strategy: str, page: int) -> Cut | None:
    bench = resources.workbench()
    encoder = bench.settings.encoder
    config = Configuration(strategy, make_options(strategy, {}), encoder=encoder)
    if not is_ready(record, config, key="tour-every"):
        return None
    return Cut.of(strategy, bench.chunks.of(record.sha, config), page)
