"""Documents of the real data, read, chunked and indexed as the app does it."""

from __future__ import annotations

import sys
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pymupdf

from core.chunking import chunk, make_options
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.configuration import Configuration
from core.embedding import open_encoder
from core.evaluation.cached_encoder import CachedEncoder
from core.evidence.numbered_lines import Evidence, gather
from core.indexing.base import ChunkMatch
from core.indexing.memory import memory_store
from core.indexing.search_text import index_items
from core.parsing import get_parser
from core.refining import cut
from core.retrieval.lexicon import Lexicon
from core.retrieval.ranking import retrieve
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from benchmarks.questions import Question
    from core.embedding.base import Encoder
    from core.indexing.hybrid import VectorStore
    from core.retrieval.base import Hit
    from core.sir import Sir


@contextmanager
def remembering_encoder() -> Iterator[CachedEncoder]:
    """The usual embedding model, which remembers while the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        yield CachedEncoder(open_encoder(), Path(folder))


@dataclass(frozen=True)
class Shelf:
    """Chunked documents by name, in one index."""

    config: Configuration
    results: Mapping[str, ChunkingResult]
    store: VectorStore
    encoder: Encoder
    lexicon: Lexicon

    def lookup(self, match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
        """The chunk of a match."""
        result = next(r for r in self.results.values() if r.document == match.document)
        return result, result.by_id[match.chunk_id]

    def hits(self, question: str, within: Sequence[str] | None = None) -> list[Hit]:
        """The first chunks as the app ranks them, of all documents or of those `within`."""
        return retrieve(
            self.store,
            self.encoder,
            question,
            self.lookup,
            self.lexicon,
            self.config.retrieval,
            within,
        )

    def retrieved(self, question: Question) -> list[Chunk]:
        """The first chunks of the question's document."""
        within = [self.results[question.document].document]
        return [self.lookup(hit)[1] for hit in self.hits(question.text, within)]


def parsed(path: Path, parser: str = "structural_rule", **options: object) -> Sir:
    """A PDF as a parser reads it, in this process. Raises as `Parser.parse`."""
    chosen = get_parser(parser)
    with pymupdf.open(path) as pdf:
        return chosen.parse(pdf, path.stem, chosen.options.model_validate(options))


def read(path: Path) -> TokenStream:
    """The token stream of a PDF by rules. Raises as `Parser.parse`."""
    return tokenize(parsed(path), minilm_tokenizer())


def usual_contents(sir: Sir) -> list[str]:
    """Contents, headings and what else of the chunks of the app's own configuration is searched."""
    config, stream = Configuration.default(), tokenize(sir, minilm_tokenizer())
    source = ChunkSource(stream, lambda: measure_sentences(stream, open_encoder()))
    return [one.content for one in chunk(source, config.strategy, config.options).chunks]


def in_small_chunks(path: Path) -> ChunkingResult:
    """A PDF by rules in chunks of 128 tokens, as the checks of claims are measured on."""
    options = make_options("hierarchical", {"max_tokens": 128})
    return chunk(ChunkSource(read(path), no_sentences), "hierarchical", options)


def matches_of(result: ChunkingResult) -> list[ChunkMatch]:
    """All chunks of a document as if they were found."""
    return [ChunkMatch(one.id, result.document, None, None) for one in result.chunks]


def all_lines(result: ChunkingResult, matches: Sequence[ChunkMatch]) -> Evidence:
    """All lines of chunks of a document, numbered."""
    lookup = {one.id: (result, one) for one in result.chunks}
    return gather(matches, lambda match: lookup[match.chunk_id], sys.maxsize)


def put_on_shelf(
    streams: Mapping[str, TokenStream], config: Configuration, encoder: Encoder
) -> Shelf:
    """The documents by a configuration that needs no sentences, in memory."""
    results = {
        name: cut(ChunkSource(one, no_sentences), config.strategy, config.options, config.refining)
        for name, one in streams.items()
    }
    store = memory_store()
    for result in results.values():
        store.add(index_items(result), encoder, neighbourhood=config.neighbourhood)
    return Shelf(config, results, store, encoder, Lexicon())


def no_sentences() -> Sentences:
    """Stands for sentences where the strategy measures no distances. Raises `ValueError`."""
    raise ValueError("the strategies measured here need no sentences")
