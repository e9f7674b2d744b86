"""From file to answer: the stages in their order, each result cached under document and options.

The app and the command line talk to the `Workbench` only. It may be shared between threads.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING

from core.answering import open_answerer
from core.answering.generative import GenerativeAnswerer
from core.answering.languages import differ, language_of
from core.chunking import READS_SENTENCES
from core.embedding import MEANING, MULTILINGUAL, is_at_service
from core.errors import DiskFull, NotFound
from core.indexing import open_all, open_store
from core.indexing.base import IndexItem
from core.indexing.text import embedding_text
from core.memory import Memory
from core.pipeline.chunkings import Chunkings, sentences_of
from core.progress import part
from core.retrieval.ranking import CANDIDATES, rank, taken
from core.retrieval.words import Lexicon

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.answering.base import Answer, Answerer, AnswerOptions, Exchange, Listen
    from core.answering.extractive import LookedAt
    from core.chunking.base import Chunk, ChunkingResult
    from core.indexing.base import Hit, VectorStore
    from core.progress import Progress
    from core.recipe import Recipe
    from core.settings import Settings


_LOG = logging.getLogger("sightline")
_NOTICES = 20
"""Notices that wait for somebody to read them, at most."""


class Workbench(Chunkings):
    """Documents in, chunks and answers out; nothing is computed twice."""

    def __init__(self, settings: Settings) -> None:
        """Opens the library in the data folder; loads no model and no index."""
        super().__init__(settings)
        self._stores: Memory[VectorStore] = Memory(16)
        self._answerers: Memory[Answerer] = Memory(1)
        self._lexicon = Lexicon()
        self._notices: deque[str] = deque(maxlen=_NOTICES)
        self.on_change: Callable[[str], None] | None = None
        """Called with each document that left the indexes, since it was deleted or changed."""

    def chunk_again(self, document: str, recipe: Recipe) -> None:
        """Forget the chunks of a document by a recipe, as when the model failed for them.

        They leave the index, too. What the model answered before is still known and costs
        nothing.
        """
        usable = self._usable(recipe)
        self._plan_path(document, usable).unlink(missing_ok=True)
        self._chunks.forget(lambda key: key == (document, usable.key))
        self._store(usable).delete(document)

    def indexed(self, recipe: Recipe) -> dict[str, int]:
        """Documents that can be searched with this recipe, with their numbers of chunks."""
        return self._store(recipe).documents()

    def unindexed(self, documents: Sequence[str], recipe: Recipe) -> list[str]:
        """Those of the documents that cannot be searched with this recipe yet, or only in part.

        Where the chunks are in memory, their number is that which must be indexed.
        """
        known = self.indexed(recipe)
        return [name for name in documents if not self._is_whole(name, known.get(name), recipe)]

    def notices(self) -> tuple[str, ...]:
        """What happened to the indexes that people should know, each told once."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def index(
        self, documents: Sequence[str], recipe: Recipe, progress: Progress | None = None
    ) -> None:
        """Chunks, embeds and indexes those of the documents that are not indexed yet.

        `progress` counts chunks. Documents finished before a cancel stay indexed.
        """
        absent = self.unindexed(documents, recipe)
        if not absent:
            return
        with self._turns.now([(name, recipe.variant) for name in absent], progress):
            absent = self.unindexed(absent, recipe)
            totals = [len(self.chunks(name, recipe).chunks) for name in absent]
            for place, name in enumerate(absent):
                steps = part(progress, sum(totals[:place]), sum(totals))
                self._index(name, recipe, steps)

    def index_ahead(self, document: str, recipe: Recipe, progress: Progress) -> None:
        """As `index`, for one document for which nobody waits yet.

        Between two batches others go first. `progress` counts chunks, 0 in all while sentences
        must be embedded to cut them. One thread at a time may work so.
        """
        keys = [(document, recipe.variant), sentences_of(document, recipe.encoder)]
        with self._turns.ahead(keys, progress) as steps:
            if self.unindexed([document], recipe):
                if recipe.strategy in READS_SENTENCES:
                    self.sentences(document, recipe.encoder, lambda *_: steps(0, 0))
                self._index(document, recipe, steps)

    def is_paid_for(self, recipe: Recipe) -> bool:
        """Whether a service is sent text of documents to chunk or embed them by the recipe."""
        return bool(self._usable(recipe).model) or is_at_service(recipe.encoder)

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
        and where it fails, the answer is made of sentences of the documents. Its notice says also
        what happened to the index.
        """
        with self._turns.question():
            answer = self._answer(
                question, recipe, documents, options, conversation, by_model, listen
            )
        notice = " ".join(filter(None, [*self.notices(), answer.notice]))
        return replace(answer, notice=notice)

    def _answer(
        self,
        question: str,
        recipe: Recipe,
        documents: Sequence[str],
        options: AnswerOptions | None,
        conversation: Sequence[Exchange],
        by_model: bool,
        listen: Listen | None,
    ) -> Answer:
        self.index(documents, recipe)
        answerer = self._answerer()

        def search(query: str) -> list[Hit]:
            return self._search(query, recipe, documents)

        def lookup(hit: Hit) -> tuple[ChunkingResult, Chunk]:
            return self._found(hit, recipe)

        if self.model is None or not by_model:
            hits = search(question)
            results = {hit.document: lookup(hit)[0] for hit in hits}
            before = [one.question for one in conversation]
            asked = answerer.understood(question, before, list(results.values()))
            hits = search(asked.text) if asked.changed else hits
            answer = answerer.answer(asked.text, hits, lookup, options, recipe.retrieval)
            searched = asked.text if asked.changed else ""
            return replace(answer, question=question, searched=searched)
        writer = GenerativeAnswerer(self.model, self.encoder(MEANING), answerer)
        return writer.answer(
            question, search, lookup, options, conversation, listen, recipe.retrieval
        )

    def looked_at(self, question: str, recipe: Recipe, documents: Sequence[str]) -> LookedAt:
        """What an answer by rules is chosen from: the units in order, each with its features."""
        self.index(documents, recipe)

        def lookup(hit: Hit) -> tuple[ChunkingResult, Chunk]:
            return self._found(hit, recipe)

        hits = self._search(question, recipe, documents)
        return self._answerer().looked_at(question, hits, lookup, recipe.retrieval)

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
        """Also drops the entries of a document in every index."""
        super()._forget(document)
        self.close()
        for store in open_all(*self._index_place(), self._notices.append):
            self._leave(store, document)
            store.close()
        if self.on_change:
            self.on_change(document)

    def _index(self, document: str, recipe: Recipe, progress: Progress | None) -> None:
        """Embeds and writes a document, again where its tree changed meanwhile."""
        store, encoder = self._store(recipe), self.encoder(recipe.encoder)
        while True:
            result = self.chunks(document, recipe)
            items = [
                IndexItem(chunk.id, document, embedding_text(result.sir, chunk))
                for chunk in result.chunks
            ]
            store.add(items, encoder, progress, recipe.neighbourhood)
            try:
                now = self.chunks(document, recipe)
            except NotFound:
                store.delete(document)
                raise
            if now.chunks is result.chunks:
                return

    def _leave(self, store: VectorStore, document: str) -> None:
        """Takes a document out of an index; without room to write it stays, and is not searched."""
        try:
            store.delete(document)
        except DiskFull as error:
            self._notices.append(f"A document is still in an index, unused: {error}")
            _LOG.warning("a document stays in an index: %s", error)

    def _is_whole(self, document: str, indexed: int | None, recipe: Recipe) -> bool:
        """Whether the number of chunks in the index is that of the chunks, where it is known."""
        if indexed is None or not self._chunks.holds((document, self._usable(recipe).key)):
            return indexed is not None
        return len(self.chunks(document, recipe).chunks) == indexed

    def _search(self, question: str, recipe: Recipe, documents: Sequence[str]) -> list[Hit]:
        """Hits in documents; in those of another language than the question, across languages."""
        hits = self._hits(question, recipe, documents)
        asked = language_of(question)
        results = {hit.document: self.chunks(hit.document, recipe) for hit in hits}
        foreign = [
            name
            for name, result in results.items()
            if differ(asked, self._lexicon.of(result).language)
        ]
        if not foreign or recipe.encoder == MULTILINGUAL:
            return hits
        other = replace(recipe, encoder=MULTILINGUAL)
        self.index(foreign, other)
        # Chunks that are cut by an encoder's measure differ, and cannot be named by the others.
        across = [
            hit
            for hit in self._hits(question, other, foreign)
            if hit.chunk_id in results[hit.document].by_id
        ]
        reached = {hit.document for hit in across}
        return [*(hit for hit in hits if hit.document not in reached), *across]

    def _hits(self, question: str, recipe: Recipe, documents: Sequence[str]) -> list[Hit]:
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

    def _answerer(self) -> Answerer:
        """The way to answer by rules, which remembers the documents that it read."""
        return self._answerers.get("", lambda: open_answerer(lexicon=self._lexicon))

    def _store(self, recipe: Recipe) -> VectorStore:
        variant, place = self._usable(recipe).variant, self._index_place()
        return self._stores.get(variant, lambda: open_store(variant, *place, self._notices.append))

    def _index_place(self) -> tuple[Path, str | None, str | None]:
        settings = self.settings
        key = settings.qdrant_api_key
        folder = settings.home / "index"
        return folder, settings.qdrant_url, key.get_secret_value() if key else None
