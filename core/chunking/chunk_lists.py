"""Chunks of which those that nobody looks at need not be put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from core.chunking.base import Chunk


class LazyChunks(Sequence["Chunk"]):
    """Chunks that `make`, given an index, puts together when each is first looked at."""

    def __init__(self, size: int, make: Callable[[int], Chunk]) -> None:
        self._made: list[Chunk | None] = [None] * size
        self._make = make

    def __len__(self) -> int:
        return len(self._made)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Chunk]: ...

    def __getitem__(self, index: int | slice) -> Chunk | Sequence[Chunk]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        place = range(len(self))[index]
        chunk = self._made[place]
        if chunk is None:
            chunk = self._made[place] = self._make(place)
        return chunk

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    __hash__ = None


class ChunksById(Mapping[str, "Chunk"]):
    """Chunks under their ids."""

    def __init__(self, ids: Sequence[str], chunks: Sequence[Chunk]) -> None:
        """`ids` are those of the chunks, in their order."""
        self._place = {name: place for place, name in enumerate(ids)}
        self._chunks = chunks

    def __getitem__(self, name: str) -> Chunk:
        return self._chunks[self._place[name]]

    def __contains__(self, name: object) -> bool:
        return name in self._place

    def __iter__(self) -> Iterator[str]:
        return iter(self._place)

    def __len__(self) -> int:
        return len(self._place)
