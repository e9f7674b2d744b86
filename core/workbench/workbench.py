"""From file to answer: the stages in their order, each result cached under document and options.

The app and the command line talk to the `Workbench` only. It may be shared between threads.
"""

from __future__ import annotations

import logging
from collections import deque
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING

from core.answering import open_answerer
from core.answering.base import AnswerOptions
from core.answering.generative import GenerativeAnswerer
from core.answering.query.question_parts import parts_of
from core.answering.rule_answerer import RuleAnswerer, matches_across_languages
from core.chunking import READS_SENTENCES
from core.embedding import MEANING, MULTILINGUAL, is_at_service
from core.errors import DiskFull, NotFound
from core.indexing import open_all, open_store
from core.indexing.base import IndexItem
from core.indexing.search_text import embedding_text
from core.lru_cache import Memory
from core.progress import part
from core.retrieval.lexicon import Lexicon
from core.retrieval.ranking import CANDIDATES, rank, taken
from core.workbench.chunks import Chunkings, sentences_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from core.answering.base import Answer, Exchange, Listen
    from core.answering.extractive import ExtractiveAnswerer, UnitRanking
    from core.chunking.base import Chunk, ChunkingResult
    from core.configuration import Recipe
    from core.indexing.base import ChunkMatch, VectorStore
    from core.progress import Progress
    from core.retrieval.base import Hit
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
        self._answerers: Memory[ExtractiveAnswerer] = Memory(1)
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
        as_asked: bool = False,
    ) -> Answer:
        """An answer from the chunks of `documents`, which are indexed first where they are not.

        The language model writes it where there is one and `by_model` allows it; `listen` hears
        it meanwhile. `conversation` is what was said before, the oldest first. Without a model,
        and where it fails, the answer is made of sentences of the documents. Its notice says also
        what happened to the index. With `as_asked` the question is searched exactly as typed:
        neither spelling nor abbreviations nor what was said before change it.
        """
        conversation = () if as_asked else conversation
        with self._turns.question():
            answer = self._answer(
                question, recipe, documents, options, conversation, by_model, listen, as_asked
            )
        notice = " ".join(filter(None, [*self.notices(), answer.notice]))
        return replace(answer, notice=notice, as_asked=as_asked)

    def _answer(
        self,
        question: str,
        recipe: Recipe,
        documents: Sequence[str],
        options: AnswerOptions | None,
        conversation: Sequence[Exchange],
        by_model: bool,
        listen: Listen | None,
        as_asked: bool,
    ) -> Answer:
        self.index(documents, recipe)
        answerer = self._answerer()

        def search(query: str) -> list[ChunkMatch]:
            return self._search(query, recipe, documents)

        def lookup(match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
            return self._found(match, recipe)

        options = options or AnswerOptions()
        rules = RuleAnswerer(answerer, search, lookup, options, recipe.retrieval)
        before = [one.question for one in conversation]
        if self.model is None or not by_model:
            return rules.answer(question, before, as_asked=as_asked)
        writer = GenerativeAnswerer(self.model, self.encoder(MEANING), rules)
        answer = writer.answer(question, conversation, listen, as_asked=as_asked)
        if answer.model or as_asked or not parts_of(question):
            return answer
        return replace(rules.answer(question, before), notice=answer.notice)

    def rank_units(self, question: str, recipe: Recipe, documents: Sequence[str]) -> UnitRanking:
        """What an answer by rules is chosen from: the units in order, each with its features."""
        self.index(documents, recipe)

        def lookup(match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
            return self._found(match, recipe)

        hits = self._search(question, recipe, documents)
        return self._answerer().rank_units(question, hits, lookup, recipe.retrieval)

    def retrieve(
        self, question: str, recipe: Recipe, documents: Sequence[str]
    ) -> list[tuple[Hit, ChunkingResult, Chunk]]:
        """The first chunks for a question, ranked as `ask` ranks them, each with its chunking.

        How many is said by `recipe.retrieval`. `documents` are indexed first where they are not.
        """
        self.index(documents, recipe)

        def lookup(match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
            return self._found(match, recipe)

        matches = self._search(question, recipe, documents)
        ranked = rank(question, matches, lookup, self._lexicon, recipe.retrieval)
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

    def _search(self, question: str, recipe: Recipe, documents: Sequence[str]) -> list[ChunkMatch]:
        """Matches in documents; where these are in another language than the question, across."""
        matches = self._matches(question, recipe, documents)
        if recipe.encoder == MULTILINGUAL:
            return matches
        other = replace(recipe, encoder=MULTILINGUAL)

        def search(foreign: list[str]) -> list[ChunkMatch]:
            self.index(foreign, other)
            return self._matches(question, other, foreign)

        def chunking(document: str) -> ChunkingResult:
            return self.chunks(document, recipe)

        return matches_across_languages(question, matches, chunking, search)

    def _matches(self, question: str, recipe: Recipe, documents: Sequence[str]) -> list[ChunkMatch]:
        """Matches that name chunks of today; a document whose index is older is indexed anew."""
        store, encoder = self._store(recipe), self.encoder(recipe.encoder)
        matches = store.search(question, encoder, CANDIDATES, documents)
        old = {
            match.document
            for match in matches
            if match.chunk_id not in self.chunks(match.document, recipe).by_id
        }
        if not old:
            return matches
        for document in old:
            store.delete(document)
        self.index(sorted(old), recipe)
        return store.search(question, encoder, CANDIDATES, documents)

    def _found(self, match: ChunkMatch, recipe: Recipe) -> tuple[ChunkingResult, Chunk]:
        result = self.chunks(match.document, recipe)
        return result, result.by_id[match.chunk_id]

    def _answerer(self) -> ExtractiveAnswerer:
        """The way to answer by rules, which remembers the documents that it read."""
        return self._answerers.get("", lambda: open_answerer(self._lexicon, self._title_of))

    def _title_of(self, document: str) -> str:
        """What a document is called: its title and the name of its file."""
        record = self.library.get(document)
        return f"{record.title} {PurePath(record.name).stem}"

    def _store(self, recipe: Recipe) -> VectorStore:
        variant, place = self._usable(recipe).variant, self._index_place()
        return self._stores.get(variant, lambda: open_store(variant, *place, self._notices.append))

    def _index_place(self) -> tuple[Path, str | None, str | None]:
        settings = self.settings
        key = settings.qdrant_api_key
        folder = settings.home / "index"
        return folder, settings.qdrant_url, key.get_secret_value() if key else None
