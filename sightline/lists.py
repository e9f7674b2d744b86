"""Lists of results as objects, which is how HTTP and MCP hand them out."""

from __future__ import annotations

from pydantic import BaseModel, Field

from sightline.results import Chunk, Document, Hit


class DocumentList(BaseModel):
    """Documents, in the order in which they were added."""

    documents: tuple[Document, ...]


class HitList(BaseModel):
    """Chunks that were found, the best first."""

    hits: tuple[Hit, ...]
    notice: str = Field(
        default="", description="What people should know, such as that a document is left out."
    )


class ChunkList(BaseModel):
    """A part of the chunks of a document, in reading order; `total` counts all of them."""

    total: int
    offset: int
    limit: int
    chunks: tuple[Chunk, ...]
