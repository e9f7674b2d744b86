"""How far two chunkings agree, in figures with their meaning and source."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.comparison.figures import Figure, decimal, share
from core.evaluation.agreement.chunk_agreement import chunk_agreement, own_ranges

if TYPE_CHECKING:
    from components.chunks.compare_marks import Two
    from core.evaluation.agreement.chunk_agreement import ChunkAgreement

ABOUT = "How far A and B agree. That says how alike they are, not which is better."
"""What all of the figures say."""


def agreement(two: Two, page: int | None) -> ChunkAgreement:
    """The agreement over the tokens of a 1-based page, or over all."""
    among = None if page is None else two.one.stream.page == page
    return chunk_agreement(own_ranges(two.one), own_ranges(two.other), among)


def agreement_in_words(found: ChunkAgreement, chunks: tuple[int, int]) -> str:
    """The figures in a sentence; `chunks` are those of A and of B in the whole document."""
    cuts = found.boundaries
    places = len(cuts.both) + len(cuts.differing)
    if not places:
        return "Neither cuts here."
    if not cuts.differing:
        return f"Both cut at the same {places:,} place{'s' if places > 1 else ''}."
    said = f"The two cut at {len(cuts.both):,} of {places:,} places alike"
    if chunks[0] == chunks[1]:
        return f"{said}; both make {chunks[0]:,} chunks."
    return f"{said}; {'A' if chunks[0] > chunks[1] else 'B'} cuts finer."


def agreement_figures(found: ChunkAgreement) -> list[Figure]:
    """The agreement as figures, what most people ask for first."""
    cuts = found.boundaries
    return [
        Figure(
            "Boundaries",
            f"{len(cuts.both):,} in both, {len(cuts.one):,} only A, {len(cuts.other):,} only B",
            "Where chunks begin, at exactly the same token. Overlap and headings put in front "
            "move no boundary.",
        ),
        Figure(
            "F1",
            decimal(cuts.f1),
            "Boundaries in both, by the mean number of boundaries of A and of B: 1 where all are "
            "the same. A dash where neither cuts.",
        ),
        Figure(
            "Pk",
            decimal(found.pk),
            f"Share of pairs of tokens, {found.window} apart, that only one of the two parts: 0 "
            "where all are parted alike. The distance is half the mean chunk of both. Source: "
            "Beeferman, Berger and Lafferty (1999).",
        ),
        Figure(
            "WindowDiff",
            decimal(found.window_diff),
            f"Share of windows of {found.window} tokens in which A and B have not the same number "
            f"of boundaries: 0 where all have. Source: Pevzner and Hearst (2002).",
        ),
        Figure(
            "Overlap",
            decimal(found.overlap),
            "Mean, over the chunks of both, of the greatest share of tokens (Jaccard) with one "
            "chunk of the other: 1 where all chunks are the same.",
        ),
        Figure(
            "Same chunk",
            share(found.same),
            "Share of tokens whose chunk is exactly the same in both: 100 % where all chunks are.",
        ),
    ]
