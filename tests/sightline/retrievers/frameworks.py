"""The retrievers of all frameworks behind one form, so that one set of tests runs over them.

The frameworks are imported where they are used: every process that runs tests imports this module,
and one of them needs them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from haystack import Document
    from langchain_core.documents import Document as LangChainDocument
    from llama_index.core.schema import NodeWithScore

    from sightline import Library
    from sightline.retrievers.haystack import SightlineRetriever as HaystackRetriever
    from sightline.retrievers.langchain import SightlineRetriever as LangChainRetriever
    from sightline.retrievers.llama_index import SightlineRetriever as LlamaIndexRetriever


@dataclass(frozen=True)
class Found:
    """What a framework gives for a chunk."""

    id: str
    text: str
    score: float | None
    metadata: dict[str, Any]


Retrieve = Callable[..., list[Found]]
"""Takes a library, a question, and what the retriever takes beside the library."""


def langchain(library: Library, question: str, **options: Any) -> list[Found]:
    """What the retriever for LangChain gives."""
    return _of_langchain(_langchain(library, options).invoke(question))


async def langchain_later(library: Library, question: str, **options: Any) -> list[Found]:
    """The same, awaited."""
    return _of_langchain(await _langchain(library, options).ainvoke(question))


def llama_index(library: Library, question: str, **options: Any) -> list[Found]:
    """What the retriever for LlamaIndex gives."""
    return _of_llama_index(_llama_index(library, options).retrieve(question))


async def llama_index_later(library: Library, question: str, **options: Any) -> list[Found]:
    """The same, awaited."""
    return _of_llama_index(await _llama_index(library, options).aretrieve(question))


def haystack(library: Library, question: str, **options: Any) -> list[Found]:
    """What the retriever for Haystack gives."""
    return of_haystack(_haystack(library, **options).run(question)["documents"])


async def haystack_later(library: Library, question: str, **options: Any) -> list[Found]:
    """The same in a pipeline, awaited."""
    from haystack import Pipeline

    pipeline = Pipeline()
    pipeline.add_component("retriever", _haystack(library, **options))
    given = await pipeline.run_async({"retriever": {"query": question}})
    return of_haystack(given["retriever"]["documents"])


def of_haystack(documents: Iterable[Document]) -> list[Found]:
    """Documents of Haystack as values to compare."""
    return [Found(each.id, each.content or "", each.score, each.meta) for each in documents]


def awaited(later: Callable[..., Coroutine[Any, Any, list[Found]]]) -> Retrieve:
    """A function that waits for what another promises."""

    def retrieve(library: Library, question: str, **options: Any) -> list[Found]:
        return asyncio.run(later(library, question, **options))

    return retrieve


RETRIEVERS: dict[str, Retrieve] = {
    "langchain": langchain,
    "llama_index": llama_index,
    "haystack": haystack,
}
LATER = {
    "langchain": langchain_later,
    "llama_index": llama_index_later,
    "haystack": haystack_later,
}


def _langchain(library: Library, options: dict[str, Any]) -> LangChainRetriever:
    from sightline.retrievers.langchain import SightlineRetriever

    return SightlineRetriever(library=library, **options)


def _llama_index(library: Library, options: dict[str, Any]) -> LlamaIndexRetriever:
    from sightline.retrievers.llama_index import SightlineRetriever

    return SightlineRetriever(library, **options)


def _haystack(library: Library, limit: int | None = None, **more: Any) -> HaystackRetriever:
    """The retriever for Haystack, whose own word for the limit is `top_k`."""
    from sightline.retrievers.haystack import SightlineRetriever

    return SightlineRetriever(library, top_k=limit, **more)


def _of_langchain(documents: Iterable[LangChainDocument]) -> list[Found]:
    """Documents of LangChain, whose score is among the metadata."""
    found = []
    for each in documents:
        metadata = dict(each.metadata)
        score = metadata.pop("score")
        found.append(Found(each.id or "", each.page_content, score, metadata))
    return found


def _of_llama_index(nodes: Iterable[NodeWithScore]) -> list[Found]:
    return [Found(each.node_id, each.text, each.score, each.metadata) for each in nodes]
