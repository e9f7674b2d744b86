"""The content words of a document, read once.

A word is a stem as the BM25 index knows it; stop words are left out, so two words that follow
each other here stand together in the text but for small words between them.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.lru_cache import LruCache
from core.retrieval.chunk_words import ChunkWords, Meaning, run_starts
from core.text.content_words import stem_id, stems_of
from core.text.words import LETTERS_AND_DIGITS, searched_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from core.chunking.base import Chunk, ChunkingResult
    from core.sir import Sir
    from core.tokens import TokenStream

_REMEMBERED = 32
"""Chunkings whose words are kept: some 6 MB for one of 300 pages."""


class _Added(NamedTuple):
    """A text that a chunk is found by and that is none of the document's; `page` is its page."""

    text: str
    page: int


def read_words(result: ChunkingResult) -> ChunkWords:
    """The words of a chunked document, read and stemmed: about a second for 500 pages."""
    return _Reading(result).words(result)


class _Reading:
    """The words of a document while they are read, each with a key of its node and place."""

    def __init__(self, result: ChunkingResult) -> None:
        stream = result.stream
        self._language = stream.sir.language
        self._added = [added_texts(stream.sir, chunk) for chunk in result.chunks]
        texts = [node.text for node in stream.sir.nodes]
        texts += [added.text for each in self._added for added in each]
        self._width = 1 + max(map(len, texts), default=0)
        self._read(stream, texts)

    def words(self, result: ChunkingResult) -> ChunkWords:
        """The words with the chunks in them."""
        low, high, owner, quoted = self._cut(result)
        first, segments = _by_word(low, high, len(self._stem))
        pages = [main_page(result.stream, chunk) for chunk in result.chunks]
        return ChunkWords(
            language=self._language,
            ids=tuple(chunk.id for chunk in result.chunks),
            stem=self._stem,
            page=self._page,
            low=low,
            high=high,
            owner=owner,
            quoted=quoted,
            first=first,
            segments=segments,
            chunk_page=np.array(pages, np.int32),
            meanings=self._meanings(result, low, high, owner),
        )

    def _read(self, stream: TokenStream, texts: Sequence[str]) -> None:
        """Descriptions stand behind the nodes, as if they were further ones."""
        stems: list[int] = []
        keys: list[int] = []
        first = len(stream.sir.nodes)
        for node in (*range(stream.sir.flow), *range(first, len(texts))):
            for match in LETTERS_AND_DIGITS.finditer(texts[node]):
                stem = stem_id(searched_form(match.group()), self._language)
                if stem is not None:
                    stems.append(stem)
                    keys.append(node * self._width + match.start())
        self._stem = np.array(stems, np.uint32)
        self._key = np.array(keys, np.int64)
        tokens = stream.tokens
        token_key = tokens.node.astype(np.int64) * self._width + tokens.start
        at = np.searchsorted(token_key, self._key, side="right") - 1
        pages = stream.page if len(stream) else np.zeros(1, np.int32)
        self._page = pages[np.maximum(at, 0)]
        for place, added in enumerate(chain.from_iterable(self._added), first):
            low, high = np.searchsorted(self._key, [place * self._width, (place + 1) * self._width])
            self._page[low:high] = added.page

    def _cut(
        self, result: ChunkingResult
    ) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], NDArray[np.bool_]]:
        """See `low`, `high`, `owner` and `quoted` of `ChunkWords`."""
        nodes, lineage = result.sir.nodes, result.searches_lineage
        starts: list[int] = []
        ends: list[int] = []
        owner: list[int] = []
        quoted: list[bool] = []
        further = len(nodes)
        for index, chunk in enumerate(result.chunks):
            places = [(s.node, s.start, s.end, True) for s in chunk.segments]
            own = {segment.node for segment in chunk.segments}
            above = [node for node in chunk.lineage if lineage and node not in own]
            places += [(node, 0, len(nodes[node].text), False) for node in above]
            for added in self._added[index]:
                places.append((further, 0, len(added.text), True))
                further += 1
            for node, start, end, inside in places:
                starts.append(node * self._width + start)
                ends.append(node * self._width + end)
                owner.append(index)
                quoted.append(inside)
        low = np.searchsorted(self._key, np.array(starts, np.int64)).astype(np.int32)
        high = np.searchsorted(self._key, np.array(ends, np.int64)).astype(np.int32)
        return low, high, np.array(owner, np.int32), np.array(quoted, bool)

    def _meanings(
        self,
        result: ChunkingResult,
        low: NDArray[np.int32],
        high: NDArray[np.int32],
        owner: NDArray[np.int32],
    ) -> tuple[Meaning, ...]:
        """What terms mean by the supplements of their chunks, and where they stand in these."""
        explained = [self._explained(chunk) for chunk in result.chunks]
        places: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
        for first, end, chunk in zip(low.tolist(), high.tolist(), owner.tolist(), strict=True):
            if explained[chunk]:
                inside = self._stem[first:end].tolist()
                for term, meaning in explained[chunk]:
                    places[meaning].update(first + at for at in run_starts(inside, term))
        return tuple(Meaning(stems, tuple(sorted(at))) for stems, at in places.items() if at)

    def _explained(self, chunk: Chunk) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The stems of terms of a chunk and of what they mean, where both have any."""
        pairs = [
            (
                tuple(stems_of(entry.term, self._language)),
                tuple(stems_of(entry.meaning, self._language)),
            )
            for entry in chunk.supplement
        ]
        return [(term, meaning) for term, meaning in pairs if term and meaning]


def _by_word(
    low: NDArray[np.int32], high: NDArray[np.int32], words: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The segments that hold each word: see `first` and `segments` of `ChunkWords`."""
    sizes = high - low
    segments = np.repeat(np.arange(len(low), dtype=np.int32), sizes)
    held = np.arange(len(segments)) - np.repeat(np.cumsum(sizes) - sizes - low, sizes)
    order = np.argsort(held, kind="stable")
    first = np.searchsorted(held[order], np.arange(words + 1))
    return first.astype(np.int32), segments[order]


def added_texts(sir: Sir, chunk: Chunk) -> list[_Added]:
    """The descriptions of a chunk's figures, on the pages of these."""
    added: list[_Added] = []
    for description in chunk.descriptions:
        pages = [box.page for box in sir.nodes[description.node].regions]
        added.append(_Added(description.text, min(pages, default=0)))
    return added


def main_page(stream: TokenStream, chunk: Chunk) -> int:
    """The page that most of a chunk's own tokens stand on, the first of equals; 0 if nowhere."""
    pages = np.concatenate([stream.page[start:end] for start, end in chunk.cut.pieces])
    pages = pages[pages > 0]
    return int(np.bincount(pages).argmax()) if len(pages) else 0


class Lexicon:
    """The words of the chunkings used last."""

    def __init__(self) -> None:
        """Holds nothing yet."""
        self._held: LruCache[ChunkWords] = LruCache(_REMEMBERED)

    def of(self, result: ChunkingResult) -> ChunkWords:
        """The words of a chunking, read when it is first met."""
        own = tuple((c.id, c.descriptions, c.supplement) for c in result.chunks)
        return self._held.get((own, result.searches_lineage), lambda: read_words(result))
