"""Trees, chunks and vectors of the documents that are measured, each made once and shared."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.answering import open_answerer
from core.chunking.base import Chunk, ChunkingResult, ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.errors import KeyRefused
from core.evaluation.cached_encoder import CachedEncoder
from core.evaluation.cached_reader import CachedReader
from core.evaluation.written_answers import NotedModel, WrittenAnswers
from core.indexing.memory import memory_store
from core.indexing.search_text import index_items
from core.lru_cache import LruCache
from core.refining import cut
from core.retrieval.cross_encoder import open_cross_encoder
from core.retrieval.lexicon import Lexicon
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from core.verification.second_reader import open_second_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.answering.extractive import ExtractiveAnswerer
    from core.configuration import Configuration
    from core.evaluation.outcome import Reply
    from core.evaluation.sweeps.base import Writer
    from core.indexing.base import ChunkMatch
    from core.indexing.hybrid import VectorStore
    from core.progress import Progress
    from core.workbench import Workbench

_REPLIES = 5_000
"""Answers that are held for settings that show them otherwise."""
_FOLDER = "evaluation/vectors"
"""Below the data folder."""


@dataclass(frozen=True)
class Shelf:
    """Documents chunked and indexed by one setting.

    `trees` are the names of the trees that it was made from, by document.
    Seconds are those it took to make chunks and vectors, also where they were made before.
    """

    trees: dict[str, str]
    results: dict[str, ChunkingResult]
    store: VectorStore
    encoder: CachedEncoder
    lexicon: Lexicon
    chunk_seconds: float
    embed_seconds: float

    def lookup(self, match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
        """The chunk of a match, with its chunking."""
        result = self.results[match.document]
        return result, result.by_id[match.chunk_id]


class SharedStages:
    """What settings share over the documents of a workbench. One thread may use it at a time."""

    def __init__(self, bench: Workbench) -> None:
        """Reads from the library of `bench`.

        Its language model chooses routes, and writes answers where a writer is named.
        """
        self._bench = bench
        self._streams: LruCache[tuple[str, TokenStream]] = LruCache(64)
        self._sentences: LruCache[Sentences] = LruCache(64)
        self._encoders: LruCache[CachedEncoder] = LruCache(4)
        self._shelves: LruCache[Shelf] = LruCache(4)
        self._lexicon = Lexicon()
        self.replies: LruCache[Reply] = LruCache(_REPLIES)

    def named_stream(
        self, document: str, parser: str = "", progress: Progress | None = None
    ) -> tuple[str, TokenStream]:
        """The name of a document's tree by a parser, and the token stream made from it.

        Without a parser, both are as in the library. `progress` counts pages. Raises as
        `Documents.trial`.
        """

        def read() -> tuple[str, TokenStream]:
            if not parser:
                return self._bench.documents.named_stream(document)
            stream = tokenize(
                self._bench.documents.trial(document, parser, progress), minilm_tokenizer()
            )
            return self._bench.documents.route_key(document, parser), stream

        return self._streams.get((document, parser), read)

    def parse_seconds(self, documents: Sequence[str], parser: str) -> float:
        """Seconds that reading the documents took when they were read."""
        records = [self._bench.library.get(name) for name in documents]
        seconds = [
            self._bench.documents.route_seconds(record.sha, parser)
            if parser
            else (record.parse.seconds if record.parse else None)
            for record in records
        ]
        return sum(duration or 0.0 for duration in seconds)

    def encoder(self, name: str) -> CachedEncoder:
        """The embedding model of that name, which remembers. Raises as `Chunks.encoder`."""
        folder = self._bench.settings.home / _FOLDER
        return self._encoders.get(
            name, lambda: CachedEncoder(self._bench.chunks.encoder(name), folder)
        )

    @cached_property
    def readings(self) -> CachedReader:
        """The cross-encoder, which remembers. Raises as `CrossEncoder`."""
        return CachedReader(open_cross_encoder())

    @cached_property
    def answerer(self) -> ExtractiveAnswerer:
        """The way to answer without a language model, which remembers what it read."""
        return open_answerer(lexicon=self._lexicon, open_reader=lambda: self.readings)

    def written_answers(self, writer: Writer) -> WrittenAnswers:
        """The answers of a writer; its claims are judged as the settings of the workbench say.

        Raises:
            ModelUnavailable: it is not the language model of the settings, or has no key.
            SetupError: its second reader cannot be opened.
        """
        writer.require(self._bench.settings)
        return self._written_answers

    @cached_property
    def _written_answers(self) -> WrittenAnswers:
        bench = self._bench
        if bench.model is None:
            raise KeyRefused("There is no language model. Choose one on the page Settings.")
        model = NotedModel(bench.model)
        # An answer would do without a second reader that cannot be opened, and be judged otherwise.
        open_second_reader(bench.settings.second_reader, model)
        return WrittenAnswers(model, bench.answers.writer)

    @property
    def prices(self) -> tuple[float, float]:
        """US dollars for a million tokens that a service reads, and that it writes."""
        return self._bench.settings.model_prices

    def shelf(
        self, setting: Configuration, documents: Sequence[str], progress: Progress | None = None
    ) -> Shelf:
        """The documents, chunked and indexed by a setting.

        Settings that differ in the search only get the same shelf while it is held. `progress`
        counts chunks. Raises as `named_stream`, and `Cancelled`.
        """
        key = (setting.parser, setting.variant, tuple(documents))
        return self._shelves.get(key, lambda: self._shelf(setting, documents, progress))

    def _shelf(
        self, setting: Configuration, documents: Sequence[str], progress: Progress | None
    ) -> Shelf:
        begun = time.perf_counter()
        made = {name: self._chunks(name, setting, progress) for name in documents}
        trees = {name: tree for name, (tree, _) in made.items()}
        results = {name: result for name, (_, result) in made.items()}
        cutting = time.perf_counter() - begun
        encoder = self.encoder(setting.encoder)
        before = encoder.seconds
        store = memory_store()
        items = [item for result in results.values() for item in index_items(result)]
        store.add(items, encoder, progress, setting.neighbourhood)
        embedding = encoder.seconds - before
        return Shelf(trees, results, store, encoder, self._lexicon, cutting, embedding)

    def _chunks(
        self, document: str, setting: Configuration, progress: Progress | None
    ) -> tuple[str, ChunkingResult]:
        tree, stream = self.named_stream(document, setting.parser)
        encoder = self.encoder(setting.encoder)

        def sentences() -> Sentences:
            key = (document, setting.parser, tree, encoder.name)
            return self._sentences.get(key, lambda: measure_sentences(stream, encoder, progress))

        source = ChunkSource(stream, sentences)
        return tree, cut(source, setting.strategy, setting.options, setting.refining)
