"""From file to answer: the stages in their order, each result cached under document and options.

The app and the command line talk to the `Workbench` only. It may be shared between threads.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering import open_answerer
from core.answering.generative import GenerativeAnswerer
from core.chunking.base import ChunkSource
from core.chunking.keeping import pack_chunks, unpack_chunks
from core.embedding import open_encoder
from core.indexing import open_all, open_store
from core.indexing.base import IndexItem
from core.indexing.text import embedding_text
from core.memory import Memory
from core.pipeline.documents import Documents
from core.progress import part
from core.retrieval.ranking import CANDIDATES, rank, taken
from core.retrieval.words import Lexicon
from core.stages import (
    cut,
    measure_sentences,
    pack_sentences,
    unpack_sentences,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from core.answering.base import Answer, Answerer, AnswerOptions, Exchange, Listen
    from core.chunking.base import Chunk, ChunkingResult, Sentences
    from core.embedding.base import Encoder
    from core.indexing.base import Hit, VectorStore
    from core.progress import Progress
    from core.recipe import Recipe
    from core.settings import Settings


_PLANS = "plans"
"""The stage that keeps chunks planned by a language model."""
_NO_KEY = (
    "A plan by a language model was asked for, but there is no key: rules planned instead. Enter "
    "a key on the page Settings, or set GEMINI_API_KEY."
)


class Workbench(Documents):
    """Documents in, chunks and answers out; nothing is computed twice."""

    def __init__(self, settings: Settings) -> None:
        """Opens the library in the data folder; loads no model and no index."""
        super().__init__(settings)
        self._chunks: Memory[ChunkingResult] = Memory(48)
        self._stores: Memory[VectorStore] = Memory(16)
        self._encoders: Memory[Encoder] = Memory(4)
        self._answerers: Memory[Answerer] = Memory(4)
        self._lexicon = Lexicon()

    def sentences(self, document: str, encoder: str, progress: Progress | None = None) -> Sentences:
        """Sentences with the distances of neighbours; embedded once, then kept on disk.

        `progress` counts sentences.
        """
        name, stream = self.named_stream(document)
        key = _sentences_key(name, encoder)
        if held := self.library.load_bytes(document, "sentences", key):
            return unpack_sentences(held)
        found = measure_sentences(stream, self.encoder(encoder), progress)
        self.library.store_bytes(document, "sentences", key, pack_sentences(found))
        return found

    def has_sentences(self, document: str, encoder: str) -> bool:
        """Whether `sentences` would answer at once."""
        key = _sentences_key(self.tree_key(document), encoder)
        return self.library.stage_path(document, "sentences", key).exists()

    def chunks(
        self, document: str, recipe: Recipe, progress: Progress | None = None
    ) -> ChunkingResult:
        """The chunks of a document; a plan of a language model is made once, then kept on disk.

        Any plan is made by the model of the settings; without one rules plan, and the making says
        so. `progress` counts sentences where they must be embedded, and steps of a plan.
        """
        usable = self._usable(recipe)
        result = self._chunks.get(
            (document, usable.key), lambda: self._made(document, usable, progress)
        )
        return result if recipe.model == "" or usable.model else _without_key(result)

    def has_chunks(self, document: str, recipe: Recipe) -> bool:
        """Whether `chunks` would answer without asking a language model."""
        usable = self._usable(recipe)
        if not usable.model or self._chunks.holds((document, usable.key)):
            return self._chunks.holds((document, usable.key))
        return self._plan_path(document, usable).exists()

    def chunk_again(self, document: str, recipe: Recipe) -> None:
        """Forget the chunks of a document by a recipe, as when the model failed for them.

        They leave the index, too. What the model answered before is still known and costs
        nothing.
        """
        usable = self._usable(recipe)
        self._plan_path(document, usable).unlink(missing_ok=True)
        self._chunks.forget(lambda key: key == (document, usable.key))
        self._store(usable).delete(document)

    def encoder(self, name: str) -> Encoder:
        """An embedding model, loaded once.

        Raises:
            InvalidOption: there is no such model.
            SetupError: it is missing or damaged.
            KeyRefused: it needs the key of a service, and there is none.
        """
        return self._encoders.get(name, lambda: open_encoder(name, self.model))

    def indexed(self, recipe: Recipe) -> dict[str, int]:
        """Documents that can be searched with this recipe, with their numbers of chunks."""
        return self._store(recipe).documents()

    def index(
        self, documents: Sequence[str], recipe: Recipe, progress: Progress | None = None
    ) -> None:
        """Chunks, embeds and indexes those of the documents that are not indexed yet.

        `progress` counts chunks. Documents finished before a cancel stay indexed.
        """
        store = self._store(recipe)
        known = store.documents()
        results = [self.chunks(name, recipe) for name in documents if name not in known]
        total, done = sum(len(result.chunks) for result in results), 0
        for result in results:
            items = [
                IndexItem(chunk.id, result.document, embedding_text(result.sir, chunk))
                for chunk in result.chunks
            ]
            steps = part(progress, done, total)
            store.add(items, self.encoder(recipe.encoder), steps, recipe.neighbourhood)
            done += len(items)

    def ask(
        self,
        question: str,
        recipe: Recipe,
        documents: Sequence[str],
        options: AnswerOptions | None = None,
        *,
        conversation: Sequence[Exchange] = (),
        by_model: bool = True,
        listen: Listen | None = None,
    ) -> Answer:
        """An answer from the chunks of `documents`, which are indexed first where they are not.

        The language model writes it where there is one and `by_model` allows it; `listen` hears
        it meanwhile. `conversation` is what was said before, the oldest first. Without a model,
        and where it fails, the answer is made of sentences of the documents.
        """
        self.index(documents, recipe)
        encoder = self.encoder(recipe.encoder)
        answerer = self._answerers.get(
            recipe.encoder, lambda: open_answerer(encoder, lexicon=self._lexicon)
        )

        def search(query: str) -> list[Hit]:
            return self._search(query, recipe, documents)

        def lookup(hit: Hit) -> tuple[ChunkingResult, Chunk]:
            return self._found(hit, recipe)

        if self.model is None or not by_model:
            return answerer.answer(question, search(question), lookup, options, recipe.retrieval)
        writer = GenerativeAnswerer(self.model, encoder, answerer)
        return writer.answer(
            question, search, lookup, options, conversation, listen, recipe.retrieval
        )

    def retrieve(
        self, question: str, recipe: Recipe, documents: Sequence[str]
    ) -> list[tuple[Hit, ChunkingResult, Chunk]]:
        """The first chunks for a question, ranked as `ask` ranks them, each with its chunking.

        How many is said by `recipe.retrieval`. `documents` are indexed first where they are not.
        """
        self.index(documents, recipe)

        def lookup(hit: Hit) -> tuple[ChunkingResult, Chunk]:
            return self._found(hit, recipe)

        hits = self._search(question, recipe, documents)
        ranked = rank(question, hits, lookup, self._lexicon, recipe.retrieval)
        return [(hit, *lookup(hit)) for hit in taken(ranked, recipe.retrieval)]

    def delete(self, document: str) -> None:
        """Removes a document, its results and its entries in every index.

        Raises:
            NotFound: the library has no such document.
        """
        self.library.delete(document)
        self._forget(document)

    def close(self) -> None:
        """Lets go of the indexes; the workbench can still be used."""
        for store in self._stores.forget():
            store.close()

    def _forget(self, document: str) -> None:
        """Drops what is held of a document in memory, and its entries in every index."""
        super()._forget(document)
        self._chunks.forget(lambda key: isinstance(key, tuple) and key[0] == document)
        self.close()
        for store in open_all(*self._index_place()):
            store.delete(document)
            store.close()

    def _usable(self, recipe: Recipe) -> Recipe:
        """The recipe with the model that there is, if it asks for any."""
        model = self.model.name if recipe.model and self.model else ""
        return replace(recipe, model=model)

    def _plan_path(self, document: str, recipe: Recipe) -> Path:
        return self.library.stage_path(document, _PLANS, self._plan_key(document, recipe))

    def _plan_key(self, document: str, recipe: Recipe) -> str:
        return f"{self.tree_key(document)}-{recipe.key}"

    def _made(self, document: str, recipe: Recipe, progress: Progress | None) -> ChunkingResult:
        """Chunks by rules, or by a plan, which is read again where it was made before."""
        if not recipe.model:
            return self._cut(document, recipe, progress)
        key = self._plan_key(document, recipe)
        if held := self.library.load_bytes(document, _PLANS, key):
            stream = self.stream(document)
            if kept := unpack_chunks(stream, recipe.strategy, recipe.options, held):
                return kept
        result = self._cut(document, recipe, progress)
        self.library.store_bytes(document, _PLANS, key, pack_chunks(result))
        return result

    def _cut(self, document: str, recipe: Recipe, progress: Progress | None) -> ChunkingResult:
        def sentences() -> Sentences:
            return self.sentences(document, recipe.encoder, progress)

        model = self.model if recipe.model else None
        source = ChunkSource(self.stream(document), sentences, model, progress)
        return cut(source, recipe)

    def _search(self, question: str, recipe: Recipe, documents: Sequence[str]) -> list[Hit]:
        """Hits that name chunks of today; a document whose index is older is indexed anew."""
        store, encoder = self._store(recipe), self.encoder(recipe.encoder)
        hits = store.search(question, encoder, CANDIDATES, documents)
        old = {
            hit.document
            for hit in hits
            if hit.chunk_id not in self.chunks(hit.document, recipe).by_id
        }
        if not old:
            return hits
        for document in old:
            store.delete(document)
        self.index(sorted(old), recipe)
        return store.search(question, encoder, CANDIDATES, documents)

    def _found(self, hit: Hit, recipe: Recipe) -> tuple[ChunkingResult, Chunk]:
        result = self.chunks(hit.document, recipe)
        return result, result.by_id[hit.chunk_id]

    def _store(self, recipe: Recipe) -> VectorStore:
        variant, place = self._usable(recipe).variant, self._index_place()
        return self._stores.get(variant, lambda: open_store(variant, *place))

    def _index_place(self) -> tuple[Path, str | None, str | None]:
        settings = self.settings
        key = settings.qdrant_api_key
        folder = settings.home / "index"
        return folder, settings.qdrant_url, key.get_secret_value() if key else None


def _without_key(result: ChunkingResult) -> ChunkingResult:
    """The chunking with a notice that no model took part in it."""
    notices = (*result.making.notices, _NO_KEY)
    return replace(result, making=replace(result.making, notices=notices))


def _sentences_key(tree: str, encoder: str) -> str:
    return f"{tree}-{encoder}".replace("/", "_")
