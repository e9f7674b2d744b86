"""Chunks of documents, cut once for each configuration: by rules, or as a language model plans."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering.query.document_words import (
    DocumentWords,
    pack_document_words,
    read_document_words,
    unpack_document_words,
)
from core.embedding import open_encoder
from core.errors import NotFound
from core.lru_cache import LruCache
from core.retrieval.chunk_words import ChunkWords, pack_words, unpack_words
from core.retrieval.lexicon import Lexicon
from core.workbench.chunk_maker import ChunkMaker, with_notice
from core.workbench.sentence_store import SentenceStore

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult, Sentences
    from core.configuration import Configuration
    from core.embedding.base import Encoder
    from core.progress import Progress
    from core.workbench.document_trees import ModelGetter
    from core.workbench.documents import Documents
    from core.workbench.embedding_turns import EmbeddingTurns
    from core.workbench.renewals import Renewals

_WORDS = "words"
"""The stage that keeps the words of chunks."""
_DOCUMENT_WORDS = "document_words"
"""The stage that keeps what documents say of their words."""
_NO_KEY = (
    "A plan by a language model was asked for, but there is no key: rules planned instead. Choose "
    "a model on the page Settings, or set GEMINI_API_KEY or SIGHTLINE_MODEL."
)


class ChunkGone(NotFound):
    """A chunk that a search found is none of its document any more."""


class Chunks:
    """Chunks of documents and what they are cut by; it loads encoders when they are needed."""

    def __init__(self, documents: Documents, model: ModelGetter, turns: EmbeddingTurns) -> None:
        self._documents = documents
        self._library = documents.library
        self._model = model
        self.lexicon = Lexicon()
        self._encoders: LruCache[Encoder] = LruCache(4)
        self._sentences = SentenceStore(documents, turns, self.encoder)
        self._maker = ChunkMaker(documents, self._sentences, model)

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
            self._maker.up_to_date(document, usable)
        result = self._maker.made(document, usable, progress).result
        return result if config.model == "" or usable.model else with_notice(result, _NO_KEY)

    def found(
        self, document: str, config: Configuration, chunk: str
    ) -> tuple[ChunkingResult, Chunk]:
        """A chunk that a search found, by its id; chunks that must be cut for it are kept on disk.

        From there one is read again without the others: of a long document in a tenth of the time.
        Raises as `of`.

        Raises:
            ChunkGone: no chunk has this id, as where the document was changed meanwhile.
        """
        result = self.of(document, config)
        self._maker.keep(document, self.usable(config))
        if chunk not in result.by_id:
            raise self.gone(document)
        return result, result.by_id[chunk]

    def gone(self, document: str) -> ChunkGone:
        """The error for a document that lacks a chunk that was found; it is not held any more."""
        self._documents.forget(document)
        self.forget(document)
        name = self._library.get(document).name
        return ChunkGone(f"{name} was changed while it was searched. Ask again.")

    @property
    def renewals(self) -> Renewals:
        """Which documents are to be read anew before their chunks are those of this version."""
        return self._documents.renewals

    def words(self, document: str, config: Configuration) -> ChunkWords:
        """The words of the chunks of a document as it is now; once read, they are kept on disk.

        Chunks in memory that another process made out of date are let go of, so that `of` knows
        the same ones. Raises as `of`.
        """
        self._library.require(document)
        usable = self.usable(config)
        with self._library.at_one_moment(document):
            sources = self._maker.up_to_date(document, usable)
            name, source = f"{sources.tree}-{usable.chunks_key}", repr(tuple(sources))
            content = self._library.load_cached(document, _WORDS, name)
        if content and (stored := unpack_words(content, source)):
            return stored
        made = self._maker.made(document, usable)
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
        return self._maker.sizes(self.usable(config))

    def has(self, document: str, config: Configuration) -> bool:
        """Whether `of` would answer without asking a language model."""
        usable = self.usable(config)
        return self._maker.holds(document, usable) or self._maker.has_plan(document, usable)

    def drop(self, document: str, config: Configuration) -> None:
        """Lets go of the chunks by one configuration, and of the plan that they were made by."""
        self._maker.drop(document, self.usable(config))

    def forget(self, document: str) -> None:
        """See `Documents.forget`."""
        self._maker.forget(document)

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
        with self._sentences.turn(document, encoder, progress):
            return self._sentences.of(document, encoder, progress)

    def has_sentences(self, document: str, encoder: str) -> bool:
        """Whether `sentences` would answer at once."""
        return self._sentences.has(document, encoder)
