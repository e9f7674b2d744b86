"""How a document becomes searchable: strategy, options and embedding model under one name."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from core.chunking import make_options
from core.embedding import DEFAULT

if TYPE_CHECKING:
    from core.chunking.base import ChunkingOptions

_VERSION = 1
"""Counted up when the same options give other chunks or another text to search."""


@dataclass(frozen=True)
class Recipe:
    """A strategy with its options, and the embedding model that its chunks are found by.

    `model` names the language model that plans the chunks, empty for the way without one. A
    strategy that plans nothing has none.
    """

    strategy: str
    options: ChunkingOptions
    encoder: str = DEFAULT
    model: str = ""

    @classmethod
    def default(cls) -> Recipe:
        """What the app starts with: hierarchical chunks of 128 tokens at most."""
        return cls("hierarchical", make_options("hierarchical", {"max_tokens": 128}))

    @property
    def variant(self) -> str:
        """Names the index of this recipe: the strategy and a hash of all that matters."""
        return f"{self.strategy}-{self.key}"

    @property
    def key(self) -> str:
        """Ten hexadecimal digits from options, models and version."""
        said = f"{_VERSION}:{self.strategy}:{self.options.model_dump_json()}:{self.encoder}"
        said += f":{self.model}" if self.model else ""
        return blake2b(said.encode(), digest_size=5).hexdigest()
