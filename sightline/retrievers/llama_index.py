"""A library as a retriever of LlamaIndex."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from core.plugins import importing
from sightline.retrievers.metadata import metadata_of

with importing("llama-index", "The retriever for LlamaIndex"):
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from llama_index.core.callbacks import CallbackManager
    from llama_index.core.schema import QueryBundle

    from sightline import Chunk, Library, Recipe

_EMBEDDED = {"section_path"}
_READ = {"document_name", "pages", "section_path"}
"""Keys of the metadata that help a language model to say where something stands."""


class SightlineRetriever(BaseRetriever):
    """The chunks that `Library.search` finds, as nodes whose metadata hold their lines."""

    def __init__(
        self,
        library: Library,
        documents: Sequence[str] | None = None,
        limit: int | None = None,
        recipe: Recipe | None = None,
        callback_manager: CallbackManager | None = None,
    ) -> None:
        """`documents` to search, by name or id, None for all; `limit` (1 to 50) how many chunks.

        Without `limit` the recipe says how many; without `recipe` that of the library holds.
        """
        super().__init__(callback_manager)
        self.library = library
        self.documents = documents
        self.limit = limit
        self.recipe = recipe

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """The chunks, the best first. Raises as `Library.search`."""
        hits = self.library.search(query_bundle.query_str, self.documents, self.limit, self.recipe)
        return [NodeWithScore(node=_node(hit.chunk), score=hit.score) for hit in hits]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        """The same in a thread, so that the event loop goes on."""
        return await asyncio.to_thread(self._retrieve, query_bundle)


def _node(chunk: Chunk) -> TextNode:
    """A chunk with its metadata, of which models are shown what they can use."""
    metadata = metadata_of(chunk)
    return TextNode(
        id_=chunk.id,
        text=chunk.text,
        metadata=metadata,
        excluded_embed_metadata_keys=[key for key in metadata if key not in _EMBEDDED],
        excluded_llm_metadata_keys=[key for key in metadata if key not in _READ],
        relationships={NodeRelationship.SOURCE: RelatedNodeInfo(node_id=chunk.document)},
    )
