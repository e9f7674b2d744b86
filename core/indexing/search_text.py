"""What a chunk is found by; what is shown and quoted stays the chunk's own content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.indexing.base import IndexItem
from core.refining.supplement_sources import entry_words
from core.spans import Role

if TYPE_CHECKING:
    from core.chunking.base import Chunk, ChunkingResult


def index_items(result: ChunkingResult) -> list[IndexItem]:
    """All chunks of a document as an index takes them.

    Unless the result says otherwise, a context supplement is searched by the words of its meanings
    only, and a signature, which repeats words of the chunk, not at all. In the vector, where
    TopoChunker has both, they draw a chunk that uses a term to the questions for the term, away
    from what it says itself: see `benchmarks/ablations.py`. These words decide which chunks
    are looked at; in which order, `core.retrieval.lexical` does.
    """
    return [
        IndexItem(
            chunk.id,
            result.document,
            embedding_text(result, chunk),
            "" if result.embeds_added else "\n".join(meanings(chunk)),
        )
        for chunk in result.chunks
    ]


def embedding_text(result: ChunkingResult, chunk: Chunk) -> str:
    """Lineage, what the Refiner added, content and figures, as far as they are to be embedded.

    Of the lineage, the headings that the content lacks; of a supplement, each term with what it
    means; of figures, what a language model says of them. The statement of a proposition stands
    in the place of the content.

    Source: TopoChunker, section 3.3.
    """
    sir, added = result.sir, list[str]()
    shown = {segment.node for segment in chunk.segments if segment.role is not Role.OVERLAP}
    above = chunk.lineage if result.searches_lineage else ()
    path = [sir.nodes[node].text for node in above if node not in shown]
    if result.embeds_added:
        added += [chunk.signature] if chunk.signature else []
        added += [f"{entry.term}: {entry_words(sir, entry)}" for entry in chunk.supplement]
    figures = [description.text for description in chunk.descriptions]
    content = chunk.cut.statement or chunk.content
    return "\n".join([*path, *added, content, *figures])


def meanings(chunk: Chunk) -> list[str]:
    """What the terms of a chunk mean, each meaning once.

    An entry without a meaning of its own is shown only: its source is a sentence that says more.
    """
    return list(dict.fromkeys(entry.meaning for entry in chunk.supplement if entry.meaning))
