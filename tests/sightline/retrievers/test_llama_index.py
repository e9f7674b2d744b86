"""What models of LlamaIndex are shown of a node."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sightline.conftest import QUESTION

if TYPE_CHECKING:
    from llama_index.core.schema import NodeWithScore

    from sightline import Library


@pytest.fixture
def found(library: Library) -> NodeWithScore:
    from sightline.retrievers.llama_index import SightlineRetriever

    return SightlineRetriever(library).retrieve(QUESTION)[0]


def test_a_language_model_reads_name_pages_and_headings_but_no_boxes(found: NodeWithScore) -> None:
    from llama_index.core.schema import MetadataMode

    head, _, text = found.node.get_content(MetadataMode.LLM).partition("\n\n")
    assert text == found.text
    assert [line.partition(": ")[0] for line in head.splitlines()] == [
        "document_name",
        "pages",
        "section_path",
    ]


def test_an_embedding_takes_in_headings_and_nothing_that_is_no_words(found: NodeWithScore) -> None:
    from llama_index.core.schema import MetadataMode

    head, _, text = found.node.get_content(MetadataMode.EMBED).partition("\n\n")
    assert text == found.text
    assert head.startswith("section_path: ")
    assert head.count("\n") == 0


def test_the_source_of_a_node_is_its_document(found: NodeWithScore) -> None:
    assert found.node.ref_doc_id == found.metadata["document"]
