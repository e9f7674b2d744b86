"""The text by which a chunk is found; what is shown and quoted stays the chunk's own content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.chunking.base import Role

if TYPE_CHECKING:
    from core.chunking.base import Chunk
    from core.sir import Sir


def embedding_text(sir: Sir, chunk: Chunk) -> str:
    """Headings above the chunk that its content lacks, then the content.

    Source: TopoChunker, section 3.3 (lineage as context of a chunk).
    """
    shown = {segment.node for segment in chunk.segments if segment.role is not Role.OVERLAP}
    path = [sir.nodes[node].text for node in chunk.lineage if node not in shown]
    return "\n".join([*path, chunk.content])
