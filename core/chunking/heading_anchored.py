"""Main sections, divided at subheadings by a budget. Source: structured chunking v2, 4 and 5."""

from __future__ import annotations

from pydantic import Field

from core.chunking.base import ChunkingOptions, ChunkSource, Cutting
from core.chunking.budget import ChunkBudget, chunk_budget
from core.chunking.splitting import Splitter


class HeadingAnchoredOptions(ChunkingOptions):
    """Options of heading-anchored chunking."""

    context_limit: int = Field(
        128000,
        ge=1000,
        le=4000000,
        title="C: context limit",
        description="Tokens that the answering model reads at once.",
    )

    tokens_per_minute: int = Field(
        90000,
        ge=1000,
        le=100000000,
        title="TPM: tokens a minute",
        description="Tokens that the service takes in a minute.",
    )

    requests_per_minute: int = Field(
        60,
        ge=1,
        le=100000,
        title="RPM: requests a minute",
        description="Requests that the service takes in a minute.",
    )

    expected_requests: int = Field(
        10,
        ge=1,
        le=100000,
        title="Expected requests a minute",
        description="Questions that you expect to be asked in a minute.",
    )

    top_k: int = Field(
        6,
        ge=1,
        le=100,
        title="K: chunks a question",
        description="Chunks that are sent with a question.",
    )

    prompt_reserve: int = Field(
        1200,
        ge=0,
        le=100000,
        title="R_p: prompt reserve",
        description="Tokens kept free for the instructions and the question.",
    )

    answer_reserve: int = Field(
        1500,
        ge=0,
        le=100000,
        title="R_a: answer reserve",
        description="Tokens kept free for the answer.",
    )

    safety: float = Field(
        0.8,
        ge=0.1,
        le=1.0,
        title="B: safety factor",
        description="Share of the budget that is used.",
    )

    @property
    def budget(self) -> ChunkBudget:
        """The budget of a chunk with its figures and what is wrong with it."""
        return chunk_budget(**self.model_dump())

    @property
    def size(self) -> int:
        """Safe tokens of a chunk."""
        return self.budget.tokens


class HeadingAnchoredChunker:
    """One chunk for each main section, divided at subheadings only."""

    name = "heading_anchored"
    title = "Heading-anchored"
    options = HeadingAnchoredOptions

    def cut(self, source: ChunkSource, options: HeadingAnchoredOptions) -> Cutting:
        """Cuts of the whole stream."""
        return Cutting(list(Splitter(source.stream).split(0, len(source.stream), options.size)))
