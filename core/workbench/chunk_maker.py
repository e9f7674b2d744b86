"""How chunks come about: cut by rules, or as a language model plans; what is kept of them."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from core.chunking import PLANNED, READS_SENTENCES
from core.chunking.base import ChunkingResult, ChunkSource, Sentences
from core.chunking.serialization import pack_chunks, unpack_chunks
from core.errors import DataDamaged, DataTooNew
from core.lru_cache import LruCache
from core.refining import cut, searched_as
from core.refining.figures import with_descriptions
from core.refining.stored_descriptions import STAGE as DESCRIPTIONS
from core.refining.stored_descriptions import load_descriptions

if TYPE_CHECKING:
    from core.configuration import Configuration
    from core.progress import Progress
    from core.tokens import TokenStream
    from core.workbench.document_trees import ModelGetter
    from core.workbench.documents import Documents
    from core.workbench.sentence_store import SentenceStore

_PLANS = "plans"
"""The stage that keeps chunks planned by a language model."""
_SEARCHED = "chunks"
"""The stage that keeps chunks by rules of documents that are searched."""


class Sources(NamedTuple):
    """What chunks are made of: the key of the tree, and the times of the files of descriptions of
    its figures and of a plan, 0 for none."""

    tree: str
    described: int
    planned: int


class Made(NamedTuple):
    """Chunks; `sources` is None where they changed while these were made.

    `cut` are the same before anything was said of this making, or of figures.
    """

    result: ChunkingResult
    sources: Sources | None
    cut: ChunkingResult


class ChunkMaker:
    """Makes chunks, and holds those that were made last.

    Every configuration is one that can be used: with the model that there is, if it asks for any.
    """

    def __init__(self, documents: Documents, sentences: SentenceStore, model: ModelGetter) -> None:
        self._documents = documents
        self._library = documents.library
        self._sentences = sentences
        self._model = model
        self._results: LruCache[Made] = LruCache(48)
        # Documents whose chunks this process has put on the disk, or tried to.
        self._kept: LruCache[bool] = LruCache(256)

    def made(self, document: str, config: Configuration, progress: Progress | None = None) -> Made:
        """The chunks of a document; see `Chunks.of`."""
        by_rules = not (config.model and config.strategy in PLANNED)
        embeds = by_rules and config.strategy in READS_SENTENCES
        waits = embeds and not self.holds(document, config)
        turn = self._sentences.turn(document, config.encoder, progress) if waits else nullcontext()
        with turn:
            key = (document, config.chunks_key)
            return self._results.get(key, lambda: self._make(document, config, progress))

    def holds(self, document: str, config: Configuration) -> bool:
        """Whether `made` would answer at once."""
        return self._results.holds((document, config.chunks_key))

    def has_plan(self, document: str, config: Configuration) -> bool:
        """Whether the plan of a language model is kept.

        Raises:
            DataDamaged: it was, and the store has lost it.
        """
        return bool(config.model) and self.sources(document, config).planned > 0

    def sizes(self, config: Configuration) -> dict[str, int]:
        """The numbers of chunks of those documents for which `made` would answer at once."""
        return {
            key[0]: len(made.result.chunks)
            for key, made in self._results.items()
            if isinstance(key, tuple) and key[1] == config.chunks_key
        }

    def sources(self, document: str, config: Configuration) -> Sources:
        """What the chunks would be made of now."""
        tree = self._documents.tree_key(document)
        described = self._library.result_time(document, DESCRIPTIONS, tree)
        if not config.model:
            return Sources(tree, described, 0)
        planned = self._library.result_time(document, _PLANS, _key(tree, config))
        return Sources(tree, described, planned)

    def up_to_date(self, document: str, config: Configuration) -> Sources:
        """What the chunks would be made of now; those made of something else are let go of."""
        sources = self.sources(document, config)
        if self.holds(document, config) and self.made(document, config).sources != sources:
            self._documents.forget(document)
            self.forget(document)
        return sources

    def keep(self, document: str, config: Configuration) -> None:
        """Keeps chunks by rules that had to be cut, once; plans are kept when they are made."""
        made = self.made(document, config)
        if config.model or made.cut.ids or made.sources is None:
            return
        key = _key(made.sources.tree, config)

        def keep() -> bool:
            self._documents.keep(document, _SEARCHED, key, pack_chunks(made.cut))
            return True

        self._kept.get((document, key), keep)

    def drop(self, document: str, config: Configuration) -> None:
        """Lets go of the chunks by one configuration, and of the plan that they were made by."""
        key = _key(self._documents.tree_key(document), config)
        for stage in (_PLANS, _SEARCHED):
            self._library.drop(document, stage, key)
        self._kept.forget(lambda kept: kept == (document, key))
        self._results.forget(lambda made: made == (document, config.chunks_key))

    def forget(self, document: str) -> None:
        """Lets go of all that is in memory of a document."""
        for cache in (self._kept, self._results):
            cache.forget(lambda key: isinstance(key, tuple) and key[0] == document)

    def _make(self, document: str, config: Configuration, progress: Progress | None) -> Made:
        before = self.sources(document, config)
        chunked = self._chunked(document, config, progress)
        result = self._described(document, chunked)
        after = self.sources(document, config)
        name, stream = self._documents.named_stream(document)
        is_of_today = before[:2] == after[:2] and name == after.tree and stream is result.stream
        return Made(result, after if is_of_today else None, chunked)

    def _described(self, document: str, result: ChunkingResult) -> ChunkingResult:
        tree = self._documents.tree_key(document)
        try:
            return with_descriptions(result, load_descriptions(self._library, tree, result.sir))
        except DataDamaged as error:
            return with_notice(result, str(error))

    def _chunked(
        self, document: str, config: Configuration, progress: Progress | None
    ) -> ChunkingResult:
        """Chunks by rules, or by a plan; what was kept of them is read again."""
        # Not the key of `tree_key`: it may be of a tree that was corrected only just now.
        name, stream = self._documents.named_stream(document)
        key = _key(name, config)
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
            return self._sentences.of(document, config.encoder, progress)

        model = self._model() if config.model else None
        source = ChunkSource(stream, sentences, model, progress)
        return cut(source, config.strategy, config.options, config.refining)


def _key(tree: str, config: Configuration) -> str:
    return f"{tree}-{config.chunks_key}"


def with_notice(result: ChunkingResult, notice: str) -> ChunkingResult:
    """The chunks with one more thing that people should know of their making."""
    notices = (*result.making.notices, notice)
    return replace(result, making=replace(result.making, notices=notices))
