"""How a document becomes searchable: strategy, options and embedding model under one name."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from core.chunking import make_options
from core.embedding import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.chunking.base import ChunkingOptions

_VERSION = 1
"""Counted up when the same options give other chunks or another text to search."""


class RetrievalOptions(BaseModel):
    """How the chunks that an index found are put in order, and how many are taken.

    That `dense` starts at 1.3 was chosen for the encoder that the app starts with, of 0.85, 1.3
    and 2, on clinical questions and those of the sample documents; 0.85 does for all-MiniLM-L6-v2.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    top_k: int = Field(
        default=5,
        ge=1,
        le=50,
        title="k: chunks",
        description="The best chunks that are taken where retrieval is shown or measured; fewer "
        "where a gap ends the list before. Answers always look at ten chunks and more.",
    )
    dense: float = Field(
        default=1.3,
        ge=0.0,
        le=4.0,
        title="Weight of meaning",
        description="What the cosine of the embeddings counts beside the words: 0 for words alone. "
        "For questions about figures and names less will do; for questions in other words than "
        "the text 1 to 2 is best.",
    )
    gap: float = Field(
        default=0.0,
        ge=0.0,
        le=1.0,
        title="Gap that ends the list",
        description="The list ends before the first chunk whose score falls short of the best one "
        "by this share, 0.2 to 0.3 being usual; 0 always takes k chunks.",
    )
    same_page: float = Field(
        default=0.9,
        ge=0.5,
        le=1.0,
        title="Further chunks of a page",
        description="What each further chunk of the same page counts, so that another page has a "
        "chance among the first k if the best one is wrong: 1 for no difference, 0.9 for pages of "
        "a PDF. A list that ends at a gap takes all as they are.",
    )
    reading: bool = Field(
        default=True,
        title="Close reading",
        description="Whether a cross-encoder reads the question with each of the most promising "
        "texts before one is quoted. Without it an answer takes a fraction of the time, the order "
        "is by words and cosine, and the probability, which was fitted with it, means less.",
    )


AS_USUAL = RetrievalOptions()
"""The options as the app starts with them."""


@dataclass(frozen=True)
class Recipe:
    """A strategy with its options, and how its chunks are found.

    `model` names the language model that plans the chunks, empty for the way without one. A
    strategy that plans nothing has none. `neighbourhood` is the weight of the neighbouring
    chunks' vectors that is mixed into the vector of each chunk (0: none). `retrieval` is of no
    matter for chunks and index.
    """

    strategy: str
    options: ChunkingOptions
    encoder: str = DEFAULT
    model: str = ""
    neighbourhood: float = 0.0
    retrieval: RetrievalOptions = AS_USUAL

    @classmethod
    def default(cls) -> Recipe:
        """What the app starts with: hierarchical chunks of 128 tokens at most."""
        return cls("hierarchical", make_options("hierarchical", {"max_tokens": 128}))

    @property
    def variant(self) -> str:
        """Names the index of this recipe: the strategy and a hash of all that matters."""
        mixed = f"-{self.neighbourhood:g}" if self.neighbourhood else ""
        return f"{self.strategy}-{self.key}{mixed}"

    @property
    def key(self) -> str:
        """Ten hexadecimal digits from options, models and version: all that chunks depend on."""
        said = f"{_VERSION}:{self.strategy}:{self.options.model_dump_json()}:{self.encoder}"
        said += f":{self.model}" if self.model else ""
        return blake2b(said.encode(), digest_size=5).hexdigest()


def pack_retrieval(options: RetrievalOptions) -> dict[str, Any]:
    """The options as values of JSON.

    `reading` is left out where it is on: names made of these values before it was an option stay.
    """
    return options.model_dump(exclude={"reading"} if options.reading else None)


def pack_recipe(recipe: Recipe) -> dict[str, Any]:
    """A recipe as values of JSON, without the language model; `unpack_recipe` reads them."""
    return {
        "strategy": recipe.strategy,
        "options": recipe.options.model_dump(),
        "encoder": recipe.encoder,
        "neighbourhood": recipe.neighbourhood,
        "retrieval": pack_retrieval(recipe.retrieval),
    }


def unpack_recipe(values: Mapping[str, Any]) -> Recipe:
    """A recipe from values of JSON; what is left out is as the app starts with it.

    Raises:
        InvalidOption: there is no such strategy, or an option is not one of its own.
        ValidationError: an option of retrieval is unknown or out of range.
    """
    return Recipe(
        values["strategy"],
        make_options(values["strategy"], values.get("options", {})),
        values.get("encoder", DEFAULT),
        neighbourhood=values.get("neighbourhood", 0.0),
        retrieval=RetrievalOptions.model_validate(values.get("retrieval", {})),
    )
