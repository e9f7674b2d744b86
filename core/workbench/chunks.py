"""Chunks of documents, cut once for each configuration: by rules, or as a language model plans."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from core.answering.query.document_words import (
    pack_document_words,
    read_document_words,
    unpack_document_words,
)
from core.array_files import pack, unpack
from core.chunking import PLANNED, READS_SENTENCES
from core.chunking.base import ChunkSource, Sentences
from core.chunking.sentence_distances import measure_sentences
from core.chunking.serialization import pack_chunks, unpack_chunks
from core.embedding import open_encoder
from core.errors import DataDamaged, DataTooNew
from core.lru_cache import LruCache
from core.refining import cut, searched_as
from core.refining.figures import with_descriptions
from core.refining.stored_descriptions import STAGE as DESCRIPTIONS
from core.refining.stored_descriptions import load_descriptions
from core.retrieval.chunk_words import pack_words, unpack_words
from core.retrieval.lexicon import Lexicon

if TYPE_CHECKING:
    from core.answering.query.document_words import DocumentWords
    from core.chunking.base import Chunk, ChunkingResult
    from core.configuration import Configuration
    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.retrieval.chunk_words import ChunkWords
    from core.tokens import TokenStream
    from core.workbench.documents import Documents, ModelGetter
    from core.workbench.embedding_turns import EmbeddingTurns

_PLANS = "plans"
"""The stage that keeps chunks planned by a language model."""
_SEARCHED = "chunks"
"""The stage that keeps chunks by rules of documents that are searched."""
_WORDS = "words"
"""The stage that keeps the words of chunks."""
_DOCUMENT_WORDS = "document_words"
"""The stage that keeps what documents say of their words."""
_NO_KEY = (
    "A plan by a language model was asked for, but there is no key: rules planned instead. Choose "
    "a model on the page Settings, or set GEMINI_API_KEY or SIGHTLINE_MODEL."
)


class _Sources(NamedTuple):
    """What chunks are made of: the key of the tree, and the times of the files of descriptions of
    its figures and of a plan, 0 for none."""

    tree: str
    described: int
    planned: int


class _Made(NamedTuple):
    """Chunks; `sources` is None where they changed while these were made.

    `cut` are the same before anything was said of this making, or of figures.
    """

    result: ChunkingResult
    sources: _Sources | None
    cut: ChunkingResult


class Chunks:
    """Chunks of documents and what they are cut by; it loads encoders when they are needed."""

    def __init__(self, documents: Documents, model: ModelGetter, turns: EmbeddingTurns) -> None:
        self._documents = documents
        self._library = documents.library
        self._model = model
        self._turns = turns
        self.lexicon = Lexicon()
        self._results: LruCache[_Made] = LruCache(48)
        # Documents whose chunks this process has put on the disk, or tried to.
        self._kept: LruCache[bool] = LruCache(256)
        self._encoders: LruCache[Encoder] = LruCache(4)

    def of(
        self, document: str, config: Configuration, progress: Progress | None = None
    ) -> ChunkingResult:
        """The chunks of a document; a plan of a language model is made once, then kept on disk.

        Any plan is made by the model of the settings; without one rules plan, and the making says
        so. `progress` counts sentences where they must be embedded, and steps of a plan.
        """
        self._library.require(document)
        usable = self.usable(config)
        if self._library.is_shared:
            self._forget_if_old(document, usable)
        result = self._made(document, usable, progress).result
        return result if config.model == "" or usable.model else _with_notice(result, _NO_KEY)

    def found(
        self, document: str, config: Configuration, chunk: str
    ) -> tuple[ChunkingResult, Chunk]:
        """A chunk that a search found, by its id; chunks that must be cut for it are kept on disk.

        From there one is read again without the others: of a long document in a tenth of the time.
        Raises as `of`, and `KeyError` where no chunk has this id.
        """
        result = self.of(document, config)
        self._keep_cut(document, self.usable(config))
        return result, result.by_id[chunk]

    def words(self, document: str, config: Configuration) -> ChunkWords:
        """The words of the chunks of a document as it is now; once read, they are kept on disk.

        Chunks in memory that another process made out of date are let go of, so that `of` knows
        the same ones. Raises as `of`.
        """
        self._library.require(document)
        usable = self.usable(config)
        with self._library.at_one_moment(document):
            sources = self._forget_if_old(document, usable)
            name, source = f"{sources.tree}-{usable.chunks_key}", repr(tuple(sources))
            content = self._library.load_cached(document, _WORDS, name)
        if content and (stored := unpack_words(content, source)):
            return stored
        made = self._made(document, usable)
        words = self.lexicon.of(made.result)
        if made.sources == sources:
            self._documents.keep(document, _WORDS, name, pack_words(words, source))
        return words

    def document_words(self, document: str) -> DocumentWords:
        """What a document as it is now says of its words; once read, it is kept on disk.

        Raises as `of`.
        """
        self._library.require(document)
        tree = self._documents.tree_key(document)
        content = self._library.load_cached(document, _DOCUMENT_WORDS, tree)
        if content and (stored := unpack_document_words(content)):
            return stored
        name, stream = self._documents.named_stream(document)
        words = read_document_words(stream.sir)
        self._documents.keep(document, _DOCUMENT_WORDS, name, pack_document_words(words))
        return words

    def sizes(self, config: Configuration) -> dict[str, int]:
        """The numbers of chunks of those documents for which `of` would answer at once."""
        chunks_key = self.usable(config).chunks_key
        return {
            key[0]: len(made.result.chunks)
            for key, made in self._results.items()
            if isinstance(key, tuple) and key[1] == chunks_key
        }

    def has(self, document: str, config: Configuration) -> bool:
        """Whether `of` would answer without asking a language model."""
        if self.in_memory(document, config):
            return True
        usable = self.usable(config)
        plan = self._plan_key(document, usable)
        return bool(usable.model) and self._library.keeps(document, _PLANS, plan)

    def in_memory(self, document: str, config: Configuration) -> bool:
        """Whether `of` would answer at once."""
        return self._results.holds((document, self.usable(config).chunks_key))

    def drop(self, document: str, config: Configuration) -> None:
        """Lets go of the chunks by one configuration, and of the plan that they were made by."""
        usable = self.usable(config)
        key = self._plan_key(document, usable)
        for stage in (_PLANS, _SEARCHED):
            self._library.drop(document, stage, key)
        self._kept.forget(lambda kept: kept == (document, key))
        self._results.forget(lambda made: made == (document, usable.chunks_key))

    def forget(self, document: str) -> None:
        """See `Documents.forget`."""
        self._kept.forget(lambda key: isinstance(key, tuple) and key[0] == document)
        self._results.forget(lambda key: isinstance(key, tuple) and key[0] == document)

    def usable(self, config: Configuration) -> Configuration:
        """The configuration with the model that there is, if it asks for any."""
        model = self._model() if config.model and config.asks else None
        name = model.name if model else ""
        return config if config.model == name else replace(config, model=name)

    def encoder(self, name: str) -> Encoder:
        """An embedding model, loaded once.

        Raises:
            InvalidOption: there is no such model.
            SetupError: it is missing or damaged.
            KeyRefused: it needs the key of a service, and there is none.
        """
        return self._encoders.get(name, lambda: open_encoder(name, self._model()))

    def sentences(self, document: str, encoder: str, progress: Progress | None = None) -> Sentences:
        """Sentences with the distances of neighbours; embedded once, then kept on disk.

        `progress` counts sentences. Threads that ask at the same time embed them once.
        """
        if self.has_sentences(document, encoder):
            return self._sentences(document, encoder, progress)
        with self._turns.now([sentences_of(document, encoder)], progress):
            return self._sentences(document, encoder, progress)

    def has_sentences(self, document: str, encoder: str) -> bool:
        """Whether `sentences` would answer at once."""
        key = _sentences_key(self._documents.tree_key(document), encoder)
        return self._library.keeps(document, "sentences", key)

    def _sentences(self, document: str, encoder: str, progress: Progress | None) -> Sentences:
        """Without a turn: whoever waits for one must not hold what another thread needs."""
        name, stream = self._documents.named_stream(document)
        key = _sentences_key(name, encoder)
        content = self._library.load_cached(document, "sentences", key)
        if content and (stored := unpack(Sentences, content)):
            return stored
        sentences = measure_sentences(stream, self.encoder(encoder), progress)
        self._documents.keep(document, "sentences", key, pack(sentences))
        return sentences

    def _made(
        self, document: str, usable: Configuration, progress: Progress | None = None
    ) -> _Made:
        """The chunks by a configuration with the model that there is; see `of`."""
        planned = usable.model and usable.strategy in PLANNED
        embeds = usable.strategy in READS_SENTENCES and not planned
        at_once = not embeds or self.in_memory(document, usable)
        if at_once or self.has_sentences(document, usable.encoder):
            turn = nullcontext()
        else:
            turn = self._turns.now([sentences_of(document, usable.encoder)], progress)
        with turn:
            key = (document, usable.chunks_key)
            return self._results.get(key, lambda: self._make(document, usable, progress))

    def _make(self, document: str, config: Configuration, progress: Progress | None) -> _Made:
        before = self._sources(document, config)
        chunked = self._chunked(document, config, progress)
        result = self._described(document, chunked)
        after = self._sources(document, config)
        name, stream = self._documents.named_stream(document)
        is_of_today = before[:2] == after[:2] and name == after.tree and stream is result.stream
        return _Made(result, after if is_of_today else None, chunked)

    def _keep_cut(self, document: str, usable: Configuration) -> None:
        """Keeps chunks by rules that had to be cut, once; plans are kept when they are made."""
        made = self._made(document, usable)
        if usable.model or made.cut.ids or made.sources is None:
            return
        key = f"{made.sources.tree}-{usable.chunks_key}"

        def keep() -> bool:
            self._documents.keep(document, _SEARCHED, key, pack_chunks(made.cut))
            return True

        self._kept.get((document, key), keep)

    def _sources(self, document: str, config: Configuration) -> _Sources:
        """What the chunks would be made of now."""
        tree = self._documents.tree_key(document)
        described = self._library.result_time(document, DESCRIPTIONS, tree)
        if not config.model:
            return _Sources(tree, described, 0)
        plan = f"{tree}-{config.chunks_key}"
        return _Sources(tree, described, self._library.result_time(document, _PLANS, plan))

    def _forget_if_old(self, document: str, usable: Configuration) -> _Sources:
        """What the chunks would be made of now; those made of something else are let go of."""
        sources = self._sources(document, usable)
        key = (document, usable.chunks_key)
        if self._results.holds(key) and self._made(document, usable).sources != sources:
            self._documents.forget(document)
            self.forget(document)
        return sources

    def _plan_key(self, document: str, config: Configuration) -> str:
        return f"{self._documents.tree_key(document)}-{config.chunks_key}"

    def _described(self, document: str, result: ChunkingResult) -> ChunkingResult:
        """The chunks with what a model was asked to say of the figures that they hold."""
        tree = self._documents.tree_key(document)
        try:
            return with_descriptions(result, load_descriptions(self._library, tree, result.sir))
        except DataDamaged as error:
            return _with_notice(result, str(error))

    def _chunked(
        self, document: str, config: Configuration, progress: Progress | None
    ) -> ChunkingResult:
        """Chunks by rules, or by a plan; what was kept of them is read again."""
        # Not the key of `_plan_key`: it may be of a tree that was corrected only just now.
        name, stream = self._documents.named_stream(document)
        key = f"{name}-{config.chunks_key}"
        if stored := self._stored(document, config, key, stream):
            return searched_as(stored, config.refining)
        result = self._cut(document, stream, config, progress)
        if config.model:
            self._documents.keep(document, _PLANS, key, pack_chunks(result))
        return result

    def _stored(
        self, document: str, config: Configuration, key: str, stream: TokenStream
    ) -> ChunkingResult | None:
        """The chunks that were kept of a tree; a damaged file of what rules can cut counts as none.

        Raises `DataTooNew` and `DataDamaged` of a plan.
        """
        stage = _PLANS if config.model else _SEARCHED
        try:
            if content := self._library.load_bytes(document, stage, key):
                path = self._library.stage_path(document, stage, key)
                return unpack_chunks(stream, config.strategy, config.options, content, path)
        except (DataDamaged, DataTooNew):
            if config.model:
                raise
        return None

    def _cut(
        self,
        document: str,
        stream: TokenStream,
        config: Configuration,
        progress: Progress | None,
    ) -> ChunkingResult:
        def sentences() -> Sentences:
            return self._sentences(document, config.encoder, progress)

        model = self._model() if config.model else None
        source = ChunkSource(stream, sentences, model, progress)
        return cut(source, config.strategy, config.options, config.refining)


def _with_notice(result: ChunkingResult, notice: str) -> ChunkingResult:
    notices = (*result.making.notices, notice)
    return replace(result, making=replace(result.making, notices=notices))


def _sentences_key(tree: str, encoder: str) -> str:
    return f"{tree}-{encoder}".replace("/", "_")


def sentences_of(document: str, encoder: str) -> tuple[str, str, str]:
    """The key of sentences where threads take turns."""
    return "sentences", document, encoder
