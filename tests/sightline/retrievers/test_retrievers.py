"""What holds for the retrievers of all frameworks: the chunks and lines that the core finds."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking.assembly import line_boxes
from core.configuration.adopted import library_configuration
from core.errors import InvalidOption, NotFound
from core.settings import load_settings
from core.workbench import Workbench
from sightline import Library, Recipe
from sightline.retrievers import lines_of, metadata_of
from tests.sightline.conftest import QUESTION
from tests.sightline.retrievers.frameworks import LATER, RETRIEVERS, Found, Retrieve, awaited

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

NAME = "narrative.pdf"
QUESTIONS = (QUESTION, "When does emergency access end?", "Who organised the roll call?")
FIXED = Recipe.from_json({"strategy": "fixed", "options": {"max_tokens": 64, "overlap": 0.25}})
WAYS = RETRIEVERS | {f"{name} awaited": awaited(later) for name, later in LATER.items()}

Places = list[tuple[Any, ...]]
"""Of each line: page, four edges, location, role."""


@pytest.fixture(params=WAYS)
def retrieve(request: pytest.FixtureRequest) -> Retrieve:
    return WAYS[request.param]


@pytest.fixture(scope="module")
def of_core(prepared_home: Path) -> list[list[tuple[str, str, float, Places]]]:
    """Id, text, score and lines of the chunks that the core finds for each question."""
    workbench = Workbench(load_settings(home=prepared_home))
    config = library_configuration(workbench.settings)
    documents = [record.sha for record in workbench.library.list()]
    found = [workbench.answers.retrieve(each, config, documents) for each in QUESTIONS]
    workbench.close()
    return [
        [
            (
                chunk.id,
                chunk.content,
                hit.score,
                [
                    (line.box.page, *map(float, line.box.edges), line.location, line.role)
                    for line in line_boxes(result.stream, chunk)
                ],
            )
            for hit, result, chunk in hits
        ]
        for hits in found
    ]


def places(found: Found) -> Places:
    """Lines out of the metadata, after these were written and read as JSON."""
    lines = lines_of(json.loads(json.dumps(found.metadata)))
    return [tuple(line.model_dump().values()) for line in lines]


def test_the_same_question_gives_the_chunks_and_lines_of_the_core(
    library: Library, retrieve: Retrieve, of_core: list[list[tuple[str, str, float, Places]]]
) -> None:
    given = [retrieve(library, question) for question in QUESTIONS]
    assert [
        [(each.id, each.text, each.score, places(each)) for each in found] for found in given
    ] == of_core
    assert all(lines for hits in of_core for *_, lines in hits)


def test_metadata_say_which_chunk_it_is_and_where_it_stands(
    library: Library, retrieve: Retrieve
) -> None:
    found = retrieve(library, QUESTION)
    hits = library.search(QUESTION)
    assert [each.metadata for each in found] == [metadata_of(hit.chunk) for hit in hits]
    chunk, metadata = hits[0].chunk, found[0].metadata
    assert metadata == {
        "chunk": chunk.id,
        "document": chunk.document,
        "document_name": "data_security_policy.pdf",
        "pages": list(chunk.pages),
        "section_path": list(chunk.section_path),
        "lines": [line.model_dump() for line in chunk.lines],
    }
    assert library.chunk(metadata["document"], metadata["chunk"]).lines == chunk.lines


def test_documents_number_and_recipe_are_those_of_the_retriever(
    library: Library, retrieve: Retrieve
) -> None:
    options = {"documents": [NAME], "limit": 3, "recipe": FIXED}
    hits = library.search(QUESTION, [NAME], 3, FIXED)
    assert [each.id for each in retrieve(library, QUESTION, **options)] == [
        hit.chunk.id for hit in hits
    ]
    assert {hit.chunk.document_name for hit in hits} == {NAME}
    assert len(hits) == 3


@pytest.mark.parametrize("name", RETRIEVERS)
def test_what_cannot_be_searched_is_said_in_the_words_of_the_library(
    name: str, library: Library
) -> None:
    retrieve = RETRIEVERS[name]
    with pytest.raises(InvalidOption, match="The question is empty"):
        retrieve(library, " ")
    with pytest.raises(InvalidOption, match="holds no word"):
        retrieve(library, "?!")
    with pytest.raises(InvalidOption, match="from 1 to 50"):
        retrieve(library, QUESTION, limit=51)
    with pytest.raises(NotFound):
        retrieve(library, QUESTION, documents=["nope.pdf"])


@pytest.mark.parametrize("later", LATER.values(), ids=LATER)
def test_the_event_loop_goes_on_while_a_question_is_searched(
    later: Callable[..., Coroutine[Any, Any, list[Found]]],
    library: Library,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone_on = threading.Event()

    def search(*_: object) -> list[Any]:
        assert gone_on.wait(10)
        return []

    async def both() -> list[Found]:
        searching = asyncio.create_task(later(library, QUESTION))
        await asyncio.sleep(0)
        asyncio.get_running_loop().call_later(0.05, gone_on.set)
        return await searching

    monkeypatch.setattr(library, "search", search)
    assert asyncio.run(both()) == []
