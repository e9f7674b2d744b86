"""The content words of a document as arrays, and where its chunks and pages begin and end in them.

A word is a stem as the BM25 index knows it; stop words are left out, so two words that follow
each other here stand together in the text but for small words between them.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.indexing.search_text import meanings
from core.lru_cache import LruCache
from core.text.content_words import stem_id
from core.text.words import LETTERS_AND_DIGITS, searched_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.sir import Sir
    from core.tokens import TokenStream

_REMEMBERED = 32
"""Chunkings whose words are kept: some 6 MB for one of 300 pages."""


class _Added(NamedTuple):
    """A text that a chunk is found by and that is none of the document's.

    `page` is that which it is about, 0 for none. Pairs of its words count where it is `quoted`.
    """

    text: str
    page: int
    quoted: bool


class ChunkWords:
    """The words of a chunked document.

    `stem` (n,) int64 and `page` (n,) int32 describe its content words in reading order. Words
    `low[r]:high[r]` are those of a segment of chunk `owner[r]`, the headings above the chunk
    included; `quoted[r]` is false for headings that are not in its content. Behind the document's
    words come those that chunks are found by beside it, as descriptions of figures. `chunk_page`
    (chunks,) is the page that most own tokens of a chunk stand on, 0 if it is nowhere.
    """

    def __init__(self, result: ChunkingResult) -> None:
        """Reads and stems the document once: about a second for 500 pages."""
        stream = result.stream
        self.language = stream.sir.language
        self.place = {chunk.id: index for index, chunk in enumerate(result.chunks)}
        self._added = [added_texts(stream.sir, chunk) for chunk in result.chunks]
        texts = [node.text for node in stream.sir.nodes]
        texts += [added.text for each in self._added for added in each]
        self._width = 1 + max(map(len, texts), default=0)
        self._read(stream, texts)
        self._cut(stream.sir, result.chunks, lineage=result.searches_lineage)
        self.chunk_page = np.array([main_page(stream, c) for c in result.chunks], np.int32)

    def _read(self, stream: TokenStream, texts: Sequence[str]) -> None:
        """Descriptions stand behind the nodes, as if they were further ones."""
        stems: list[int] = []
        keys: list[int] = []
        first = len(stream.sir.nodes)
        for node in (*range(stream.sir.flow), *range(first, len(texts))):
            for match in LETTERS_AND_DIGITS.finditer(texts[node]):
                stem = stem_id(searched_form(match.group()), self.language)
                if stem is not None:
                    stems.append(stem)
                    keys.append(node * self._width + match.start())
        self.stem = np.array(stems, np.int64)
        self._key = np.array(keys, np.int64)
        tokens = stream.tokens
        token_key = tokens.node.astype(np.int64) * self._width + tokens.start
        at = np.searchsorted(token_key, self._key, side="right") - 1
        pages = stream.page if len(stream) else np.zeros(1, np.int32)
        self.page = pages[np.maximum(at, 0)]
        for place, added in enumerate(chain.from_iterable(self._added), first):
            low, high = np.searchsorted(self._key, [place * self._width, (place + 1) * self._width])
            self.page[low:high] = added.page

    def _cut(self, sir: Sir, chunks: Sequence[Chunk], *, lineage: bool) -> None:
        starts: list[int] = []
        ends: list[int] = []
        owner: list[int] = []
        quoted: list[bool] = []
        further = len(sir.nodes)
        for index, chunk in enumerate(chunks):
            places = [(s.node, s.start, s.end, True) for s in chunk.segments]
            own = {segment.node for segment in chunk.segments}
            above = [node for node in chunk.lineage if lineage and node not in own]
            places += [(node, 0, len(sir.nodes[node].text), False) for node in above]
            for added in self._added[index]:
                places.append((further, 0, len(added.text), added.quoted))
                further += 1
            for node, start, end, inside in places:
                starts.append(node * self._width + start)
                ends.append(node * self._width + end)
                owner.append(index)
                quoted.append(inside)
        self.low = np.searchsorted(self._key, np.array(starts, np.int64))
        self.high = np.searchsorted(self._key, np.array(ends, np.int64))
        self.owner = np.array(owner, np.int64)
        self.quoted = np.array(quoted, bool)


def added_texts(sir: Sir, chunk: Chunk) -> list[_Added]:
    """The descriptions of a chunk's figures, on the pages of these, and what its terms mean."""
    added: list[_Added] = []
    for description in chunk.descriptions:
        pages = [box.page for box in sir.nodes[description.node].regions]
        added.append(_Added(description.text, min(pages, default=0), quoted=True))
    added += [_Added(meaning, 0, quoted=False) for meaning in meanings(chunk)]
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
        return self._held.get((own, result.searches_lineage), lambda: ChunkWords(result))
