"""Chunks of a library for frameworks that build on retrieval, each with its exact lines.

`langchain`, `llama_index` and `haystack` hold a retriever each, the last a converter, too. None is
imported before it is asked for.
"""

from sightline.retrievers.metadata import lines_of, metadata_of

__all__ = ["lines_of", "metadata_of"]
