"""The text by which a chunk is found; what is shown and quoted stays the chunk's own content."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.refining.supplement_sources import entry_text
from core.spans import Role

if TYPE_CHECKING:
    from core.chunking.base import Chunk
    from core.sir import Sir


def embedding_text(sir: Sir, chunk: Chunk) -> str:
    """Lineage, signature, context supplement, content and figures, each where there is one.

    Of the lineage, the headings that the content lacks; of the supplement, each term with the
    words of the document that explain it; of figures, what a language model says of them.

    Source: TopoChunker, section 3.3.
    """
    shown = {segment.node for segment in chunk.segments if segment.role is not Role.OVERLAP}
    path = [sir.nodes[node].text for node in chunk.lineage if node not in shown]
    context = [f"{entry.term}: {entry_text(sir, entry)}" for entry in chunk.supplement]
    signature = [chunk.signature] if chunk.signature else []
    figures = [description.text for description in chunk.descriptions]
    return "\n".join([*path, *signature, *context, chunk.content, *figures])
