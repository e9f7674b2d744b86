"""The retriever inside of LangChain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pydantic import ValidationError

from tests.sightline.conftest import QUESTION

if TYPE_CHECKING:
    from langchain_core.documents import Document

    from sightline import Library


def test_it_is_a_step_of_a_chain(library: Library) -> None:
    from sightline.retrievers.langchain import SightlineRetriever

    def ids(documents: list[Document]) -> list[str | None]:
        return [document.id for document in documents]

    chain = SightlineRetriever(library=library, limit=2) | ids
    hits = library.search(QUESTION, limit=2)
    assert chain.batch([QUESTION, QUESTION]) == [[hit.chunk.id for hit in hits]] * 2


def test_one_name_is_not_taken_for_a_list_of_letters(library: Library) -> None:
    from sightline.retrievers.langchain import SightlineRetriever

    with pytest.raises(ValidationError, match="documents"):
        SightlineRetriever.model_validate({"library": library, "documents": "narrative.pdf"})
