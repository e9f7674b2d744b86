"""How a document is read, cut, searched and answered from, as one value."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_serializer,
)
from pydantic.dataclasses import dataclass

from core.chunking import PLANNED, chunker, make_options
from core.chunking.options import ChunkingOptions
from core.configuration.options import (
    DEFAULT_ANSWERS,
    DEFAULT_RETRIEVAL,
    AnswerOptions,
    RetrievalOptions,
)
from core.embedding import DEFAULT
from core.errors import InvalidOption, first_problem
from core.refining.options import DEFAULT_REFINING, RefiningOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationInfo

MOST_NEIGHBOURHOOD = 4.0
"""The largest weight of the neighbours' vectors, which one chunk's own has as 1."""

_VERSION = 2
"""Counted up when the same options give other chunks or another text to search: chunks, words and
indexes of the same key are not made again."""
_VERSIONS = {"hierarchical": 3}
"""The same of strategies whose chunks changed by themselves."""
_REFINED_VERSION = 3
"""Likewise, of chunks with signatures or context supplements."""
_UNREFINED = RefiningOptions(lineage=True, signature=False, supplement=False)
"""How chunks were before the Refiner was an option, which keys do not name."""
_ONCE_REFINED = frozenset({"topology"})
"""Strategies whose chunks always had both then; keys name what they have now."""


@dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Configuration:
    """A strategy with its options, and how its chunks are found and answered from.

    `model` names the language model that plans and refines the chunks, empty for the way without
    one; there is none where it has nothing to do. `neighbourhood` is the weight of the neighbouring
    chunks' vectors that is mixed into the vector of each chunk (0: none). `retrieval` and `answer`
    are of no matter for chunks and index. Without a `parser` each document is read as it is in the
    library.
    """

    strategy: str
    options: ChunkingOptions
    encoder: str = DEFAULT
    model: str = ""
    neighbourhood: Annotated[float, Field(ge=0.0, le=MOST_NEIGHBOURHOOD)] = 0.0
    retrieval: RetrievalOptions = DEFAULT_RETRIEVAL
    parser: str = ""
    answer: AnswerOptions = DEFAULT_ANSWERS
    refining: RefiningOptions = DEFAULT_REFINING

    @classmethod
    def default(cls) -> Configuration:
        """What the app starts with: hierarchical chunks of 128 tokens at most."""
        return cls("hierarchical", make_options("hierarchical", {"max_tokens": 128}))

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Configuration:
        """A configuration from values of JSON; what is left out is as the app starts with it.

        A language model is not read from them: to plan with it is asked for each time.

        Raises:
            InvalidOption: there is no such strategy, or an option is unknown or out of range.
        """
        try:
            return TypeAdapter(cls).validate_python({"options": {}, **values, "model": ""})
        except ValidationError as error:
            raise InvalidOption(f"{first_problem(error)}.") from error

    @field_validator("options", mode="before")
    @classmethod
    def _of_the_strategy(cls, values: Any, info: ValidationInfo) -> Any:
        is_read = isinstance(values, dict) and "strategy" in info.data
        return make_options(info.data["strategy"], values) if is_read else values

    @model_serializer
    def to_json(self) -> dict[str, Any]:
        """Values of JSON, without the language model; `from_json` reads them."""
        values = {
            "parser": self.parser,
            "strategy": self.strategy,
            "options": self.options.model_dump(exclude=self.options.unlisted),
            "encoder": self.encoder,
            "neighbourhood": self.neighbourhood,
            "retrieval": self.retrieval.model_dump(exclude=self.retrieval.unlisted),
        }
        changed = {"answer": self.answer} if self.answer != DEFAULT_ANSWERS else {}
        changed |= {"refining": self.refining} if self.refining != DEFAULT_REFINING else {}
        return values | {name: options.model_dump() for name, options in changed.items()}

    @property
    def asks(self) -> bool:
        """Whether a language model has something to do for the chunks."""
        return self.strategy in PLANNED or self.refining.adds

    @property
    def key(self) -> str:
        """Ten hexadecimal digits from all that figures depend on, retrieval and answers included.

        What is answered as the app does by default has the key it had before that was an option.
        """
        search = self.retrieval.model_dump_json(exclude=self.retrieval.unlisted)
        parts = [self.parser, self.variant, search]
        parts += [self.answer.model_dump_json()] if self.answer != DEFAULT_ANSWERS else []
        return _digest(parts)

    @property
    def variant(self) -> str:
        """Names the index: the strategy and a hash of all that matters for it."""
        mixed = f"-{self.neighbourhood:g}" if self.neighbourhood else ""
        return f"{self.strategy}-{self.chunks_key}{mixed}"

    @cached_property
    def chunks_key(self) -> str:
        """Ten hexadecimal digits from options, models and version: all that chunks depend on.

        With it, the switch of the headings above, which only the text to search depends on.
        """
        options = self.options.model_dump_json(exclude=self.options.unlisted)
        version = _VERSIONS.get(self.strategy, _VERSION)
        parts = [str(version), self.strategy, options, self.encoder]
        parts += [self.model] if self.model else []
        if self.refining != _UNREFINED or self.strategy in _ONCE_REFINED:
            parts.append(f"{self.refining.text}-{_REFINED_VERSION}")
        return _digest(parts)

    @property
    def adoptable(self) -> Configuration:
        """What a library can start with: without parser, and answers as usual."""
        return replace(self, parser="", answer=DEFAULT_ANSWERS)

    def with_strategy(self, strategy: str) -> Configuration:
        """The same by another strategy, with the values of options that both have in common."""
        if strategy == self.strategy:
            return self
        fields, values = chunker(strategy).options.model_fields, self.options.model_dump()
        shared = {name: value for name, value in values.items() if name in fields}
        return replace(self, strategy=strategy, options=make_options(strategy, shared))

    def with_retrieval(self, **changes: float) -> Configuration:
        """The same with some retrieval options changed."""
        values = {**self.retrieval.model_dump(), **changes}
        return replace(self, retrieval=RetrievalOptions.model_validate(values))


def _digest(parts: list[str]) -> str:
    return blake2b(":".join(parts).encode(), digest_size=5).hexdigest()
