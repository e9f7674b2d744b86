"""The retriever inside of LangChain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from langchain_core.documents import Document
from pydantic import ValidationError

from sightline.retrievers.langchain import SightlineRetriever
from tests.sightline.conftest import QUESTION

if TYPE_CHECKING:
    from sightline import Library


def test_it_is_a_step_of_a_chain(library: Library) -> None:
    def ids(documents: list[Document]) -> list[str | None]:
        return [document.id for document in documents]

    chain = SightlineRetriever(library=library, limit=2) | ids
    hits = library.search(QUESTION, limit=2)
    assert chain.batch([QUESTION, QUESTION]) == [[hit.chunk.id for hit in hits]] * 2


def test_documents_are_written_and_read_as_they_are(library: Library) -> None:
    found = SightlineRetriever(library=library).invoke(QUESTION)
    assert [Document.model_validate_json(each.model_dump_json()) for each in found] == found


def test_one_name_is_not_taken_for_a_list_of_letters(library: Library) -> None:
    with pytest.raises(ValidationError, match="documents"):
        SightlineRetriever.model_validate({"library": library, "documents": "narrative.pdf"})


def test_a_field_that_it_does_not_have_is_refused_rather_than_passed_over(library: Library) -> None:
    with pytest.raises(ValidationError, match="top_k"):
        SightlineRetriever.model_validate({"library": library, "top_k": 3})
