"""The words of a chunked document as arrays, and as one file that is read in a moment."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from core.text.content_words import stem_list
from core.text.language import Language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_VERSION = 3
"""Raised when other words are read of the same chunks, or when the form changes."""
_CHECKSUM = 4
"""Bytes at the end of a file."""


class Meaning(NamedTuple):
    """The stems of what terms of a document mean, and the words of it that these terms begin at.

    Only where the context supplement of a chunk explains its terms so.
    """

    stems: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ChunkWords:
    """The content words of a document, and where its chunks and pages begin and end in them.

    `stem` (n,) and `page` (n,) describe its content words in reading order. Words `low[r]:high[r]`
    are those of segment r of chunk `owner[r]`, the headings above the chunk included; `quoted[r]`
    is false for headings that are not in its content. The segments that hold word w are
    `segments[first[w]:first[w + 1]]`. Behind the document's words come those that chunks are found
    by beside it, as descriptions of figures. `chunk_page` (chunks,) is the page that most own
    tokens of a chunk stand on, 0 if it is nowhere; `ids` are the chunks in the same order.
    `meanings` are what terms of the chunks mean, which is no text of theirs.
    """

    language: Language
    ids: tuple[str, ...]
    stem: NDArray[np.uint32]
    page: NDArray[np.int32]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    owner: NDArray[np.int32]
    quoted: NDArray[np.bool_]
    first: NDArray[np.int32]
    segments: NDArray[np.int32]
    chunk_page: NDArray[np.int32]
    meanings: tuple[Meaning, ...] = ()

    @cached_property
    def place(self) -> dict[str, int]:
        """The index of each chunk, by its id."""
        return {chunk: index for index, chunk in enumerate(self.ids)}

    def holds(self, chunk: str, stems: Sequence[int]) -> bool:
        """Whether a chunk, named by its id, holds all of these stems."""
        rows = np.flatnonzero(self.owner == self.place[chunk])
        held = [self.stem[self.low[row] : self.high[row]] for row in rows]
        return bool(np.isin(stems, np.concatenate([self.stem[:0], *held])).all())

    def meant_by(self, words: Sequence[str]) -> list[Meaning]:
        """The meanings that stand whole in the words of a question."""
        asked = stem_list(words, self.language)
        return [meaning for meaning in self.meanings if run_starts(asked, meaning.stems)]

    @cached_property
    def pages(self) -> int:
        """One more than the largest number of a page."""
        return 1 + int(max(self.page.max(initial=0), self.chunk_page.max(initial=0)))


_ARRAYS = tuple(field.name for field in fields(ChunkWords))[2:-1]


def run_starts(stems: Sequence[int], run: Sequence[int]) -> list[int]:
    """Where a run of stems begins among others."""
    size = len(run)
    return [at for at in range(len(stems) - size + 1) if tuple(stems[at : at + size]) == tuple(run)]


def pack_words(words: ChunkWords, source: str) -> bytes:
    """Words as the content of a file that names what they were read from.

    A line of JSON, then the arrays one behind the other, then a checksum: `array_files` would
    take ten times as long to open, which counts where a hundred documents are found at once.
    """
    arrays = [np.ascontiguousarray(getattr(words, name)) for name in _ARRAYS]
    head = {
        "version": _VERSION,
        "source": source,
        "language": words.language.value,
        "ids": words.ids,
        "meanings": words.meanings,
        "arrays": [(array.dtype.str, len(array)) for array in arrays],
    }
    parts = [json.dumps(head).encode() + b"\n", *(array.tobytes() for array in arrays)]
    content = b"".join(parts)
    return content + zlib.crc32(content).to_bytes(_CHECKSUM)


def unpack_words(content: bytes, source: str) -> ChunkWords | None:
    """What `pack_words` was given; None if it is damaged, or was read from something else."""
    if not is_whole(content):
        return None
    body = memoryview(content)[:-_CHECKSUM]
    start = content.index(b"\n") + 1
    head = json.loads(content[:start])
    if (head["version"], head["source"]) != (_VERSION, source):
        return None
    arrays = []
    for kind, length in head["arrays"]:
        arrays.append(np.frombuffer(body, kind, length, start))
        start += arrays[-1].nbytes
    meanings = tuple(Meaning(tuple(stems), tuple(at)) for stems, at in head["meanings"])
    return ChunkWords(Language(head["language"]), tuple(head["ids"]), *arrays, meanings=meanings)


def is_whole(content: bytes) -> bool:
    """Whether words are as they were packed."""
    body = memoryview(content)[:-_CHECKSUM]
    return bool(body) and zlib.crc32(body) == int.from_bytes(content[-_CHECKSUM:])
