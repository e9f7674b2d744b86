"""What is said of chunks in words and figures."""

from __future__ import annotations

from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

from core.page_names import pages_in_words
from core.spans import Role
from core.text.one_line import beginning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.chunking.base import Chunk, ChunkingResult
    from core.sir import Sir

_PATH = 160


class Summary(NamedTuple):
    """Figures of a chunking; the tokens of a chunk include its overlap and its headings."""

    chunks: int
    mean: float
    median: float
    largest: int


def summary(result: ChunkingResult) -> Summary:
    """Number of chunks and their sizes; all 0 for a document without text."""
    sizes = [chunk.token_count for chunk in result.chunks] or [0]
    return Summary(len(result.chunks), fmean(sizes), median(sizes), max(sizes))


def size_in_words(chunk: Chunk) -> str:
    """Such as `128 = 90 own + 25 overlap + 13 heading`, or only the number if all are own."""
    counts = chunk.cut.tokens_by_role
    names = {Role.OWN: "own", Role.OVERLAP: "overlap", Role.HEADING: "heading"}
    parts = [f"{counts[role]} {names[role]}" for role in names if counts[role]]
    return f"{chunk.token_count} = {' + '.join(parts)}" if len(parts) > 1 else parts[0]


def piece_in_words(result: ChunkingResult, chunk: Chunk, number: int) -> str:
    """Which piece of a chunk it is, counted from 1, and where: `piece 2 of 3, page 7`.

    Empty where the chunk is all of one piece.
    """
    pieces = chunk.cut.pieces
    if len(pieces) == 1:
        return ""
    pages = set(result.stream.page[slice(*pieces[number - 1])].tolist()) - {0}
    where = pages_in_words(result.sir.pages, pages)
    return f"piece {number} of {len(pieces)}, {where}"


def path_in_words(sir: Sir, lineage: Sequence[int]) -> str:
    """The headings above something, the highest first; the middle is left out of a long path."""
    texts = [" ".join(sir.nodes[index].text.split()) for index in lineage]
    path = " › ".join(texts)
    if len(path) > _PATH and len(texts) > 2:
        path = f"{texts[0]} › … › {texts[-1]}"
    return beginning(path, _PATH)


def sharers(result: ChunkingResult, chunk: Chunk) -> dict[Role, list[int]]:
    """Numbers (from 1) of the chunks that repeat words of this one, by what for."""
    by_role: dict[Role, list[int]] = {Role.OVERLAP: [], Role.HEADING: []}
    for other in result.chunks:
        for (start, end), role in other.cut.parts:
            if role is not Role.OWN and any(a < end and start < b for a, b in chunk.cut.pieces):
                by_role[role].append(other.index + 1)
    return {role: sorted(set(numbers)) for role, numbers in by_role.items()}
