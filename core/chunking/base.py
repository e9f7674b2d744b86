"""What every chunking strategy shares: cuts of the token stream, and chunks.

A strategy only decides where to cut (`Cut`); `core.chunking.assembly` makes chunks of the cuts,
so traceability does not depend on the strategy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

import numpy as np

from core.chunking.chunk_lists import ChunksById
from core.chunking.options import ChunkingOptions
from core.spans import Role, Segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from core.chunking.additions import FigureDescription, SupplementEntry
    from core.chunking.step_record import StepRecord
    from core.llm.model import LanguageModel, ModelUse
    from core.progress import Progress
    from core.sir import ElementType, Node, Sir
    from core.tokens import TokenStream


class BoundaryKind(StrEnum):
    """Why a chunk begins where it begins."""

    START = "start"
    SIZE = "size"
    DELIMITER = "delimiter"
    BREAKPOINT = "breakpoint"
    HEADING = "heading"
    LOCK = "lock"
    TOPIC = "topic"
    """A model, or a rule in its place, saw the topic change."""
    PLAN = "plan"
    """A plan of the whole document begins a chunk here."""
    END = "end"


@dataclass(frozen=True, slots=True)
class Boundary:
    """A reason in words; for a breakpoint also the figures it rests on.

    `distance` and `threshold` are cosine distances (0 to 2), `percentile` is a share (0 to 1).
    """

    kind: BoundaryKind
    reason: str
    distance: float | None = None
    threshold: float | None = None
    percentile: float | None = None


START = Boundary(BoundaryKind.START, "The document begins.")
END = Boundary(BoundaryKind.END, "The document ends.")

TokenRange = tuple[int, int]
"""Half-open range of positions in the token stream."""


def length(*ranges: TokenRange) -> int:
    """Tokens of ranges together."""
    return sum(end - start for start, end in ranges)


def section_begins(heading: Node) -> Boundary:
    """The boundary of a chunk that begins with a heading."""
    return Boundary(BoundaryKind.HEADING, f"A section begins: {heading.text[:80]}")


@dataclass(frozen=True, slots=True)
class Cut:
    """One chunk as ranges of the token stream, all half-open.

    Own tokens are `start:end`, and those of `further` pieces behind them, in reading order, where
    a chunk joins what is not next to each other. The `overlap` tokens before the first piece
    belong to the previous chunk. `context` holds ranges of headings (and header rows) that are
    repeated, each before the first piece behind it. `boundary` says why the chunk begins at
    `start`. A `statement` is what a language model says that the own tokens say: it is searched in
    their place, and never quoted.
    """

    start: int
    end: int
    boundary: Boundary
    overlap: int = 0
    context: tuple[TokenRange, ...] = ()
    further: tuple[TokenRange, ...] = ()
    statement: str = ""

    @property
    def pieces(self) -> tuple[TokenRange, ...]:
        """The ranges of own tokens in reading order; almost always a single one."""
        return (self.start, self.end), *self.further

    @property
    def token_count(self) -> int:
        """Tokens of own text, overlap and context together."""
        return length(*self.pieces, *self.context) + self.overlap

    @property
    def parts(self) -> Iterator[tuple[TokenRange, Role]]:
        """Token ranges with their roles in the order of the content."""
        leading = [heading for heading in self.context if heading[0] < self.start]
        inner = [heading for heading in self.context if heading[0] >= self.start]
        yield from ((heading, Role.HEADING) for heading in leading)
        if self.overlap:
            yield (self.start - self.overlap, self.start), Role.OVERLAP
        own = [(piece, Role.OWN) for piece in self.pieces]
        yield from sorted([*own, *((heading, Role.HEADING) for heading in inner)])

    @property
    def tokens_by_role(self) -> dict[Role, int]:
        """How many tokens are its own, repeated from its neighbour, and headings."""
        counts = dict.fromkeys(Role, 0)
        for tokens, role in self.parts:
            counts[role] += length(tokens)
        return counts


@dataclass(frozen=True)
class Sentences:
    """Sentences of a stream: `starts` (n,) token positions; `distances` (n - 1,) cosine
    distances between the embeddings of neighbours.
    """

    starts: NDArray[np.int32]
    distances: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AgentStep:
    """A call of a tool by the Refiner, in the order of its doing; all of it in short.

    `thought` is what the model said with it, in its own words. `chunk` is the index of the chunk
    that it is about, -1 where there is none.
    """

    tool: str
    arguments: str
    answer: str
    thought: str = ""
    chunk: int = -1


@dataclass(frozen=True, slots=True)
class Making:
    """How the cuts of a document came about, for those who look at them.

    `model` is the language model that took part, empty if none did. `notices` say what people
    should know, such as that the model failed and rules took its place. `repairs` say what was
    wrong with a plan of the model, and what was made of it. `use` is what it cost;
    `rewriting` estimates what a model would have had to write to give the text back: its tokens
    in this stream, not those of the service.
    `steps` says how much each step left, where a strategy has several, and `record` what it was.
    `agent_steps` are the calls by which a model sliced sections and refined chunks.
    """

    model: str = ""
    notices: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()
    use: ModelUse | None = None
    rewriting: int = 0
    steps: str = ""
    record: StepRecord | None = None
    agent_steps: tuple[AgentStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Cutting:
    """The cuts of a document in reading order, and how they came about.

    Together the pieces of the cuts hold every token of the stream: once, or as often as statements
    are made of it. Where no cut has further pieces, they follow each other. What the first says of
    its boundary does not count: the document begins there.
    """

    cuts: Sequence[Cut]
    making: Making = field(default_factory=Making)


@dataclass(frozen=True)
class ChunkSource:
    """What a strategy may read; sentences are embedded only if it asks for them.

    `model` is the language model to ask, None where the way without one is wanted.
    """

    stream: TokenStream
    sentences: Callable[[], Sentences]
    model: LanguageModel | None = None
    progress: Progress | None = None


OptionsT = TypeVar("OptionsT", bound=ChunkingOptions)


class Chunker(Protocol[OptionsT]):
    """A strategy: where to cut a document."""

    name: str
    title: str
    options: type[OptionsT]

    def cut(self, source: ChunkSource, options: OptionsT) -> Cutting:
        """Where to cut a document that has text.

        An error of the language model never leaves it: rules take its place, and the making
        says so.

        Raises:
            Cancelled: `source.progress` asked for it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Chunk:
    """A passage: verbatim slices of nodes, and what is known about them.

    `content` joins the slices by their declared separators. `lineage` holds node indexes of the
    headings above the first own text, the highest first, that text included if it is a heading.
    `signature` (3 to 8 words on its topic), `supplement` and the `descriptions` of its figures are
    what the Refiner adds; they are no part of the content.
    """

    id: str
    index: int
    content: str
    segments: tuple[Segment, ...]
    cut: Cut
    lineage: tuple[int, ...]
    pages: tuple[int, ...]
    element_types: tuple[ElementType, ...]
    ends: Boundary
    signature: str = ""
    supplement: tuple[SupplementEntry, ...] = ()
    descriptions: tuple[FigureDescription, ...] = ()

    @property
    def begins(self) -> Boundary:
        """Why the chunk begins where it begins."""
        return self.cut.boundary

    @property
    def token_count(self) -> int:
        """Tokens of own text, overlap and headings together."""
        return self.cut.token_count


@dataclass(frozen=True)
class ChunkingResult:
    """All chunks of a document, with how they were made.

    `ids` are those of the chunks where they are known without looking at these; else empty.
    `searches_lineage` says whether the headings above a chunk are searched with it, and
    `embeds_added` whether what the Refiner added is in its vector, too.

    Source: thesis, section 3.2.4.
    """

    strategy: str
    options: ChunkingOptions
    chunks: Sequence[Chunk]
    stream: TokenStream
    making: Making = field(default_factory=Making)
    searches_lineage: bool = True
    embeds_added: bool = False
    ids: tuple[str, ...] = field(default=(), compare=False)

    @property
    def sir(self) -> Sir:
        """The tree that was chunked."""
        return self.stream.sir

    @property
    def document(self) -> str:
        """The SHA-256 of the file."""
        return self.sir.document

    @cached_property
    def by_id(self) -> Mapping[str, Chunk]:
        """The chunks under their ids."""
        return ChunksById(self.ids or [chunk.id for chunk in self.chunks], self.chunks)

    def on_pages(self, pages: Iterable[int]) -> list[Chunk]:
        """The chunks with text of their own or a repeated one on these 1-based pages."""
        among = set(pages)
        return [chunk for chunk in self.chunks if not among.isdisjoint(chunk.pages)]

    @cached_property
    def owners(self) -> NDArray[np.int64]:
        """(tokens,) The index of the chunk that owns each token, the first of several."""
        owners = np.full(len(self.stream), -1, np.int64)
        for chunk in reversed(self.chunks):
            for start, end in chunk.cut.pieces:
                owners[start:end] = chunk.index
        return owners
