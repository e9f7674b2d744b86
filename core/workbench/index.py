"""Indexes of documents, one for each configuration: what is in them, and how it gets there."""

from __future__ import annotations

import logging
from collections import deque
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

from core.chunking import READS_SENTENCES
from core.embedding import is_at_service
from core.errors import (
    OF_ONE_DOCUMENT,
    DiskFull,
    LimitReached,
    NotFound,
    SightlineError,
    StoreUnavailable,
)
from core.indexing import open_all, open_store
from core.indexing.search_text import index_items
from core.lru_cache import LruCache
from core.progress import Progress, part
from core.retrieval.ranking import CANDIDATES
from core.workbench.embedding_backends import EmbeddingBackends
from core.workbench.sentence_store import sentences_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from core.configuration import Configuration
    from core.indexing.base import ChunkMatch
    from core.indexing.hybrid import VectorStore
    from core.retrieval.chunk_words import ChunkWords
    from core.settings import Settings
    from core.workbench.chunks import Chunks
    from core.workbench.embedding_turns import EmbeddingTurns

    LeaveOut = Callable[[str, SightlineError], object]

_LOG = logging.getLogger("sightline")
_SECONDS_TO_READ = 60.0
"""Seconds after which a search begins to read no other document anew."""
_OF_ONE_DOCUMENT = (*OF_ONE_DOCUMENT, NotFound)
"""What keeps one document from being searched; one that is not there was deleted meanwhile."""
_NOTICES = 20
"""Notices that wait for somebody to read them, at most."""


class Index:
    """The indexes of a data folder; one is opened when it is first needed."""

    def __init__(self, settings: Settings, chunks: Chunks, turns: EmbeddingTurns) -> None:
        self._settings = settings
        self._chunks = chunks
        self._turns = turns
        self.backends = EmbeddingBackends(settings)
        self._stores: LruCache[VectorStore] = LruCache(16)
        self._notices: deque[str] = deque(maxlen=_NOTICES)

    def counts(self, config: Configuration) -> dict[str, int]:
        """Documents that can be searched with this configuration, with their numbers of chunks."""
        return self._store(config).documents()

    def missing(self, documents: Sequence[str], config: Configuration) -> list[str]:
        """Those of the documents that cannot be searched so yet, or only in part.

        Where the chunks are in memory, their number is that which must be indexed; of a document
        without any that is nothing.
        """
        counts, sizes = self.counts(config), self._chunks.sizes(config)
        in_part = {name for name, chunks in sizes.items() if counts.get(name, 0) != chunks}
        if not in_part and all(map(counts.__contains__, documents)):
            return []  # As usual; of ten thousand documents the next line takes three times longer.
        known = counts.keys() | sizes.keys()
        return [name for name in documents if name not in known or name in in_part]

    def notices(self) -> tuple[str, ...]:
        """What happened to the indexes that people should know, each told once."""
        notices = tuple(self._notices)
        self._notices.clear()
        return notices

    def add(
        self,
        documents: Sequence[str],
        config: Configuration,
        progress: Progress | None = None,
        leave_out: LeaveOut | None = None,
    ) -> list[str]:
        """Indexes what of the documents could not be searched yet; gives those that have chunks.

        `progress` counts chunks. Documents finished before a cancel stay indexed, as do those
        beside one that cannot be read, which is given to `leave_out` with the reason; without it
        that is an error, as where it leaves no other document.
        """
        absent = self.missing(documents, config)
        if not absent:
            return []
        errors: dict[str, SightlineError] = {}
        sizes: dict[str, int] = {}
        with self._turns.now([(name, config.variant) for name in absent], progress):
            for name in self.missing(absent, config):
                with _noting(errors, name):
                    sizes[name] = len(self._chunks.of(name, config).chunks)
            totals = [*sizes.values()]
            for place, name in enumerate(sizes):
                steps = part(progress, sum(totals[:place]), sum(totals))
                with _noting(errors, name):
                    self._write(name, config, steps)
        _without(documents, errors, leave_out)
        return [name for name in absent if sizes.get(name, 1)]

    def add_ahead(self, document: str, config: Configuration, progress: Progress) -> None:
        """As `add`, for one document for which nobody waits yet.

        Between two batches others go first. `progress` counts chunks, 0 in all while sentences
        must be embedded to cut them. One thread at a time may work so.
        """
        keys = [(document, config.variant), sentences_of(document, config.encoder)]
        with self._turns.ahead(keys, progress) as steps:
            if self.missing([document], config):
                if config.strategy in READS_SENTENCES:
                    self._chunks.sentences(document, config.encoder, lambda *_: steps(0, 0))
                self._write(document, config, steps, stand_aside=lambda: steps(0, 0))

    def is_paid_for(self, config: Configuration) -> bool:
        """Whether a service is sent text of documents to chunk or embed them so."""
        return bool(self._chunks.usable(config).model) or is_at_service(config.encoder)

    def matches(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        words_of: Callable[[str], ChunkWords] | None = None,
        leave_out: LeaveOut | None = None,
    ) -> list[ChunkMatch]:
        """Matches that name chunks of today, in documents that are all indexed while it searches.

        One that is not, or whose index is older, is indexed first, as is one that an earlier
        version read. `words_of` gives the words of these chunks, by default those of
        `Chunks.words`. Documents that cannot be read, or not soon enough, or are deleted meanwhile,
        are left out and given to `leave_out` with the reason; without it that is an error.

        Raises:
            ChunkGone: one was changed once more meanwhile.
            SightlineError: why a document is left out, where no other document is left.
        """
        words_of = words_of or (lambda document: self._chunks.words(document, config))
        matches, documents = self._read_anew(question, config, documents, leave_out)
        old, errors = _outdated(matches, words_of, self.counts(config))
        if not old and not errors:
            return matches
        documents = _without(documents, errors, leave_out)
        with self._turns.now([(document, config.variant) for document in old]):
            for document in sorted(old):
                self._write(document, config, None)
        matches, _ = self._read_anew(question, config, documents, leave_out)
        old, errors = _outdated(matches, words_of)
        for document in (*old, *errors):
            raise errors.get(document) or self._chunks.gone(document)
        return matches

    def remove(self, document: str, config: Configuration) -> None:
        """Takes a document out of the index of one configuration."""
        self._store(config).delete(document)

    def remove_everywhere(self, document: str) -> None:
        """Takes a document out of every index; without room to write it stays, unsearched.

        Raises `StoreUnavailable` once all indexes that can be opened are done.
        """
        self.close()
        unavailable: StoreUnavailable | None = None
        for store in open_all(*self._place(), self._notices.append):
            try:
                store.delete(document)
            except DiskFull as error:
                self._notices.append(f"A document is still in an index, unused: {error}")
                _LOG.warning("a document stays in an index: %s", error)
            except StoreUnavailable as error:
                unavailable = unavailable or error
            finally:
                store.close()
        if unavailable:
            raise unavailable

    def close(self) -> None:
        """Lets go of the indexes; they are opened again when they are needed."""
        for store in self._stores.forget():
            store.close()

    def _write(
        self,
        document: str,
        config: Configuration,
        progress: Progress | None,
        stand_aside: Callable[[], None] | None = None,
    ) -> None:
        """Embeds and writes a document, again where its tree changed meanwhile.

        `stand_aside` lets others go first; without it somebody waits.
        """
        store, encoder = self._store(config), self._chunks.encoder(config.encoder)
        while True:
            result = self._chunks.of(document, config)
            self.backends.prepare(encoder, len(result.chunks), stand_aside)
            store.add(index_items(result), encoder, progress, config.neighbourhood)
            try:
                if self._chunks.of(document, config).chunks is result.chunks:
                    self._chunks.words(document, config)
                    self._chunks.document_words(document)
                    return
            except NotFound:
                store.delete(document)
                raise

    def _read_anew(
        self,
        question: str,
        config: Configuration,
        documents: Sequence[str],
        leave_out: LeaveOut | None,
    ) -> tuple[list[ChunkMatch], Sequence[str]]:
        """Matches of which this version has read every document, and the documents searched.

        None of these left the index while it was searched, as those do that others read anew.

        Raises `ChunkGone` where one does so again and again.
        """
        end, indexed = monotonic() + _SECONDS_TO_READ, set[str]()
        while True:
            matches = self._search(question, config, documents)
            errors: dict[str, SightlineError] = {}
            renewed = False
            for document in dict.fromkeys(match.document for match in matches):
                with _noting(errors, document):
                    renewed |= self._renew(document, end)
            try:
                added = self.add(documents, config, None, errors.setdefault)
            finally:
                documents = _without(documents, errors, leave_out)
            if not (renewed or added or errors):
                return matches, documents
            for document in indexed.intersection(added):
                raise self._chunks.gone(document)
            indexed.update(added)

    def _renew(self, document: str, end: float) -> bool:
        """Whether a document was read anew.

        Raises `LimitReached` where it is to be, and the time (`monotonic`) has come; else as
        `Renewals.renew`.
        """
        renewals = self._chunks.renewals
        if monotonic() > end and renewals.is_outdated(document):
            raise LimitReached("There was no time left. Ask again.")
        return renewals.renew(document)

    def _search(
        self, question: str, config: Configuration, documents: Sequence[str]
    ) -> list[ChunkMatch]:
        encoder = self._chunks.encoder(config.encoder)
        return self._store(config).search(question, encoder, CANDIDATES, documents)

    def _store(self, config: Configuration) -> VectorStore:
        variant = self._chunks.usable(config).variant
        return self._stores.get(
            variant, lambda: open_store(variant, *self._place(), self._notices.append)
        )

    def _place(self) -> tuple[Path, str | None, str | None]:
        key = self._settings.qdrant_api_key
        folder = self._settings.home / "index"
        return folder, self._settings.qdrant_url, key.get_secret_value() if key else None


def _without(
    documents: Sequence[str], errors: Mapping[str, SightlineError], leave_out: LeaveOut | None
) -> Sequence[str]:
    """The documents but those with errors, which are left out; raises one if that leaves none."""
    left = [document for document in documents if document not in errors] if errors else documents
    for document, error in errors.items():
        if leave_out is None:
            raise error
        leave_out(document, error)
    if errors and not left:
        raise next(iter(errors.values()))
    return left


def _outdated(
    matches: Sequence[ChunkMatch],
    words_of: Callable[[str], ChunkWords],
    counts: Mapping[str, int] | None = None,
) -> tuple[set[str], dict[str, SightlineError]]:
    """The documents of matches whose chunks are none of those that have words, or are fewer or more
    by the `counts` of an index; and those of which no words can be read."""
    old: set[str] = set()
    errors: dict[str, SightlineError] = {}
    for document in {match.document for match in matches}:
        with _noting(errors, document):
            places = words_of(document).place
            is_whole = counts is None or counts.get(document) == len(places)
            if not is_whole or any(
                m.document == document and m.chunk_id not in places for m in matches
            ):
                old.add(document)
    return old, errors


@contextmanager
def _noting(errors: dict[str, SightlineError], document: str) -> Iterator[None]:
    try:
        yield
    except _OF_ONE_DOCUMENT as error:
        errors[document] = error
