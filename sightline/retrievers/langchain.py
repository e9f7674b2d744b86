"""A library as a retriever of LangChain."""

from collections.abc import Sequence

from pydantic import ConfigDict

from core.plugins import importing
from sightline import Hit, Library, Recipe
from sightline.retrievers.metadata import metadata_of

with importing("langchain", "The retriever for LangChain"):
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever


class SightlineRetriever(BaseRetriever):
    """The chunks that `Library.search` finds, as documents whose metadata hold their lines."""

    model_config = ConfigDict(extra="forbid")

    library: Library
    documents: Sequence[str] | None = None
    """Names or ids of the documents to search; None for all."""
    limit: int | None = None
    """How many chunks, 1 to 50; None for as many as the recipe says."""
    recipe: Recipe | None = None
    """How documents are cut and searched; None for the recipe of the library."""

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        """The chunks, the best first. Raises as `Library.search`."""
        hits = self.library.search(query, self.documents, self.limit, self.recipe)
        return [_document(hit) for hit in hits]


def _document(hit: Hit) -> Document:
    """A chunk with the metadata of `metadata_of`, and `score`, for which there is no field."""
    metadata = {**metadata_of(hit.chunk), "score": hit.score}
    return Document(id=hit.chunk.id, page_content=hit.chunk.text, metadata=metadata)
