"""Answers to questions, and the chunks that they are made of."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

from core.answering import open_answerer
from core.answering.document_lookup import DocumentLookup
from core.answering.generative import GenerativeAnswerer
from core.answering.query.asked_text import require_words
from core.answering.query.question_parts import parts_of
from core.answering.rule_answerer import RuleAnswerer, matches_across_languages
from core.answering.stated_quantities import with_asked
from core.configuration import AnswerOptions, Configuration
from core.embedding import MULTILINGUAL
from core.errors import OF_ONE_DOCUMENT, NotFound
from core.lru_cache import LruCache
from core.retrieval.ranking import rank_by_words, taken
from core.text.language import Language
from core.verification.second_reader import open_second_reader
from core.workbench.answer_notices import AnswerNotices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from core.answering.base import Answer, Exchange, Listen
    from core.answering.extractive import ExtractiveAnswerer, UnitRanking
    from core.answering.query.document_words import DocumentWords
    from core.chunking.base import Chunk, ChunkingResult
    from core.indexing.base import ChunkMatch
    from core.library import Library
    from core.llm.model import LanguageModel
    from core.retrieval.base import ChunkLookup, Hit
    from core.retrieval.chunk_words import ChunkWords
    from core.workbench.answer_notices import LeftOut
    from core.workbench.chunks import Chunks
    from core.workbench.document_trees import ModelGetter
    from core.workbench.embedding_turns import EmbeddingTurns
    from core.workbench.index import Index

T = TypeVar("T")
_SEARCHES = 3
"""How often documents are searched, at most, where they are changed meanwhile."""
_UNREADABLE = 20
"""Documents, at most, that turn out to be unreadable one after the other as they are quoted."""


class Answers:
    """Questions in, answers out; documents are indexed first where they are not.

    With `strict`, claims of a model need a higher probability to count as supported; the
    `second_reader`, named as in the settings, reads them once more.
    """

    def __init__(
        self,
        library: Library,
        chunks: Chunks,
        index: Index,
        model: ModelGetter,
        turns: EmbeddingTurns,
        *,
        strict: bool,
        second_reader: str = "",
    ) -> None:
        self._library = library
        self._chunks = chunks
        self._index = index
        self._notices = AnswerNotices(library, index)
        self._model = model
        self._turns = turns
        self._strict = strict
        self._second_reader = second_reader
        self._answerers: LruCache[ExtractiveAnswerer] = LruCache(1)

    def ask(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        options: AnswerOptions | None = None,
        *,
        conversation: Sequence[Exchange] = (),
        by_model: bool = True,
        listen: Listen | None = None,
        as_asked: bool = False,
    ) -> Answer:
        """An answer from the chunks of `documents`.

        The language model writes it where there is one and `by_model` allows it; `listen` hears
        it meanwhile. `conversation` is what was said before, the oldest first. Without a model,
        and where it fails, the answer is made of sentences of the documents. Its notice says also
        what happened to the index, which documents are left out since they cannot be read, and
        which pages since time was lacking for them. With `as_asked` the question is searched
        exactly as typed: neither spelling nor abbreviations nor what was said before change it.
        """
        require_words(question)
        self._library.require(*documents)
        self._library.permissions.asked(len(documents))
        conversation = () if as_asked else conversation
        left_out: LeftOut = {}
        answered = partial(self._answer, question, config, documents, left_out, options)
        with self._turns.question():
            answer = _readable(lambda: answered(conversation, by_model, listen, as_asked), left_out)
        notice = " ".join(self._notices.of(documents, left_out, answer.notice))
        return with_asked(replace(answer, notice=notice, as_asked=as_asked))

    def prepare(self) -> None:
        """Loads what answers by rules, which takes seconds, so that no question waits for it.

        What reads other texts than English is loaded where there are any.

        Raises:
            SetupError: a model that answers is missing or damaged.
        """
        from core.embedding.multilingual import open_multilingual
        from core.retrieval.cross_encoder import open_cross_encoder

        self._answerer()
        open_cross_encoder()
        read = (record.parse for record in self._library.list() if record.parse)
        if any(parse.language != Language.ENGLISH.value for parse in read):
            open_multilingual()

    def writer(self, model: LanguageModel, rules: RuleAnswerer) -> GenerativeAnswerer:
        """Lets `model` answer from what `rules` find, its claims checked as the settings say."""
        second_reader = partial(open_second_reader, self._second_reader, model)
        return GenerativeAnswerer(model, rules, self._strict, second_reader)

    def rank_units(
        self, question: str, config: Configuration, documents: Sequence[str]
    ) -> UnitRanking:
        """What an answer by rules is chosen from: the units in order, each with its features.

        A document that cannot be read is an error.
        """
        self._library.require(*documents)
        words_of, lookup = self._words(config), self._lookup(config)
        hits = self._search(question, config, documents, words_of)
        known = DocumentLookup(words_of, cache(self._chunks.document_words))
        return self._answerer().rank_units(question, hits, lookup, config.retrieval, known)

    def hits(self, question: str, config: Configuration, documents: Sequence[str]) -> list[Hit]:
        """The first chunks for a question, ranked as `ask` ranks them, of which no text is read.

        How many is said by `config.retrieval`. A document that cannot be read is an error.
        """
        self._library.require(*documents)
        return self._hits(question, config, documents, None)

    def retrieve(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        notify: Callable[[str], object] | None = None,
    ) -> list[tuple[Hit, ChunkingResult, Chunk]]:
        """The `hits` for a question, each with its chunking.

        `notify` is told what the notice of an answer would say of the index, and of documents and
        pages that are left out; without it a document that cannot be read is an error.
        """
        require_words(question)
        self._library.require(*documents)
        left_out: LeftOut | None = {} if notify else None
        lookup = self._lookup(config, left_out)
        results = _readable(
            lambda: [
                (hit, *lookup(hit)) for hit in self._hits(question, config, documents, left_out)
            ],
            left_out,
        )
        if notify and left_out is not None:
            for notice in self._notices.of(documents, left_out):
                notify(notice)
        return results

    def _answer(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        left_out: LeftOut,
        options: AnswerOptions | None,
        conversation: Sequence[Exchange],
        by_model: bool,
        listen: Listen | None,
        as_asked: bool,
    ) -> Answer:
        answerer, model = self._answerer(), self._model()
        lookup = self._lookup(config, left_out)
        words_of = cache(partial(self._chunks.words, config=config))

        def search(query: str) -> list[ChunkMatch]:
            words_of.cache_clear()  # what is found is compared with the chunks of this moment
            return self._search(query, config, documents, words_of, left_out)

        def document_words(document: str) -> DocumentWords:
            with _noting(left_out, document):
                return self._chunks.document_words(document)

        options = options or AnswerOptions()
        known = DocumentLookup(words_of, cache(document_words))
        rules = RuleAnswerer(answerer, search, lookup, options, config.retrieval, known)
        before = [exchange.question for exchange in conversation]
        if model is None or not by_model:
            return rules.answer(question, before, as_asked=as_asked)
        writer = self.writer(model, rules)
        answer = writer.answer(question, conversation, listen, as_asked=as_asked)
        if answer.model or as_asked or not parts_of(question):
            return answer
        return replace(rules.answer(question, before), notice=answer.notice)

    def _hits(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        left_out: LeftOut | None,
    ) -> list[Hit]:
        words_of = self._words(config)
        matches = self._search(question, config, documents, words_of, left_out)
        return taken(rank_by_words(question, matches, words_of, config.retrieval), config.retrieval)

    def _search(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        words_of: Callable[[str], ChunkWords],
        left_out: LeftOut | None = None,
    ) -> list[ChunkMatch]:
        """Matches in documents; where these are in another language than the question, across.

        Those that cannot be read come to those that are left out already; without a place for them
        that is an error.
        """
        leave_out = None if left_out is None else left_out.setdefault
        if left_out:
            documents = [each for each in documents if each not in left_out]
            if not documents:
                raise next(iter(left_out.values()))
        matches = self._index.matches(question, config, documents, words_of, leave_out)
        if config.encoder == MULTILINGUAL:
            return matches
        other = replace(config, encoder=MULTILINGUAL)

        def search(foreign: list[str]) -> list[ChunkMatch]:
            return self._index.matches(question, other, foreign, leave_out=leave_out)

        matches = matches_across_languages(question, matches, words_of, search)
        return [match for match in matches if not left_out or match.document not in left_out]

    def _words(self, config: Configuration) -> Callable[[str], ChunkWords]:
        return cache(partial(self._chunks.words, config=config))

    def _lookup(self, config: Configuration, left_out: LeftOut | None = None) -> ChunkLookup:
        def lookup(match: ChunkMatch) -> tuple[ChunkingResult, Chunk]:
            with _noting(left_out, match.document):
                return self._chunks.found(match.document, config, match.chunk_id)

        return lookup

    def _answerer(self) -> ExtractiveAnswerer:
        return self._answerers.get("", lambda: open_answerer(self._chunks.lexicon, self._title_of))

    def _title_of(self, document: str) -> str:
        record = self._library.get(document)
        return f"{record.title} {PurePath(record.name).stem}"


@contextmanager
def _noting(left_out: LeftOut | None, document: str) -> Iterator[None]:
    """Notes that a document cannot be read, and raises why: it is to be searched without it."""
    try:
        yield
    except OF_ONE_DOCUMENT as error:
        if left_out is not None:
            left_out.setdefault(document, error)
        raise


def _readable(search: Callable[[], T], left_out: LeftOut | None) -> T:
    """What `search` gives, made again without a document that it noted in `left_out`.

    Raises as `_settled`.
    """
    for _ in range(_UNREADABLE):
        known = len(left_out or ())
        try:
            return _settled(search)
        except OF_ONE_DOCUMENT:
            if len(left_out or ()) == known:
                raise
    return _settled(search)


def _settled(search: Callable[[], T]) -> T:
    """What `search` gives, made again where a document was changed before its chunks were read.

    Raises `ChunkGone` where documents are changed again and again.
    """
    for _ in range(_SEARCHES - 1):
        with suppress(NotFound):  # of a chunk, or of a document that was deleted
            return search()
    return search()
