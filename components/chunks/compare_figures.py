"""How far two chunkings agree, in figures with their meaning and source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.comparison.figures import Figure, decimal, share
from core.evaluation.agreement.chunk_agreement import ChunkAgreement, chunk_agreement
from core.text.counts import number_of
from core.text.word_tables import word_table

if TYPE_CHECKING:
    from components.chunks.compare_marks import Two

_MEANINGS = word_table(__file__)
ABOUT = "How far A and B agree. That says how alike they are, not which is better."
"""What all of the figures say."""


def agreement(two: Two, page: int | None) -> ChunkAgreement:
    """The agreement over the tokens of a 1-based page, or over all."""
    among = None if page is None else two.one.stream.page == page
    return chunk_agreement(two.one.owners, two.other.owners, among)


def agreement_in_words(alike: ChunkAgreement, chunks: tuple[int, int]) -> str:
    """The figures in a sentence; `chunks` are those of A and of B in the whole document."""
    cuts = alike.boundaries
    places = len(cuts.both) + len(cuts.differing)
    if not places:
        return "Neither cuts here."
    if not cuts.differing:
        return f"Both cut at the same {number_of(places, 'place')}."
    words = f"The two cut at {len(cuts.both):,} of {places:,} places alike"
    if chunks[0] == chunks[1]:
        return f"{words}; both make {chunks[0]:,} chunks."
    return f"{words}; {'A' if chunks[0] > chunks[1] else 'B'} cuts finer."


def agreement_figures(alike: ChunkAgreement) -> list[Figure]:
    """The agreement as figures, what most people ask for first."""
    cuts = alike.boundaries
    values = {
        "Boundaries": (
            f"{len(cuts.both):,} in both, {len(cuts.one):,} only A, {len(cuts.other):,} only B"
        ),
        "F1": decimal(cuts.f1),
        "Pk": decimal(alike.pk),
        "WindowDiff": decimal(alike.window_diff),
        "Overlap": decimal(alike.overlap),
        "Same chunk": share(alike.same),
    }
    return [
        Figure(name, value, _MEANINGS[name].format(window=alike.window))
        for name, value in values.items()
    ]
