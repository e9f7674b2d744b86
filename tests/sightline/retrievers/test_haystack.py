"""Components of Haystack: the chunks of files, and pipelines that are written and read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking.assembly import line_boxes
from core.errors import InputError, InvalidOption
from core.settings import load_settings
from core.workbench import Workbench
from sightline import Library, Recipe
from sightline.results import Line
from sightline.retrievers import lines_of
from tests.sightline.conftest import QUESTION, SAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from haystack import Document
    from haystack.dataclasses import ByteStream

    from sightline.retrievers.haystack import SightlineConverter, SightlineRetriever

NAMES = ("narrative.pdf", "data_security_policy.pdf")
FIXED = Recipe.from_json({"strategy": "fixed", "options": {"max_tokens": 64, "overlap": 0.25}})
SAMPLE = (SAMPLES / NAMES[0]).read_bytes()


# Haystack is imported where it is used: it takes seconds, in every process that runs tests.


def converting(library: Library, *options: Any, **more: Any) -> SightlineConverter:
    from sightline.retrievers.haystack import SightlineConverter

    return SightlineConverter(library, *options, **more)


def retrieving(library: Library | Path, *options: Any, **more: Any) -> SightlineRetriever:
    from sightline.retrievers.haystack import SightlineRetriever

    return SightlineRetriever(library, *options, **more)


def stream_of(content: bytes, **meta: str) -> ByteStream:
    from haystack.dataclasses import ByteStream

    return ByteStream(content, meta=meta)


def documents_of(converter: SightlineConverter, *sources: Any, **more: Any) -> list[Document]:
    return converter.run(list(sources), **more)["documents"]


def test_nothing_is_sent_to_haystack_from_here() -> None:
    from haystack import telemetry

    assert os.environ["HAYSTACK_TELEMETRY_ENABLED"] == "False"
    assert telemetry._telemetry.telemetry is None


@pytest.mark.parametrize("recipe", [None, FIXED], ids=["own", "fixed"])
def test_converted_files_are_the_chunks_of_the_core_with_their_lines(
    library: Library, prepared_home: Path, recipe: Recipe | None
) -> None:
    workbench = Workbench(load_settings(home=prepared_home))
    results = [
        workbench.chunks.of(workbench.library.find(name).sha, recipe or library.recipe)
        for name in NAMES
    ]
    given = documents_of(converting(library, recipe), *(str(SAMPLES / name) for name in NAMES))
    assert [(each.id, each.content, lines_of(each.meta)) for each in given] == [
        (chunk.id, chunk.content, list(map(Line.of, line_boxes(result.stream, chunk))))
        for result in results
        for chunk in result.chunks
    ]
    assert [each.meta["document_name"] for each in (given[0], given[-1])] == list(NAMES)


@pytest.mark.parametrize(
    "meta",
    [
        {"file_name": "narrative.pdf"},
        {"file_path": "reports/narrative.pdf"},
        {"url": "https://example.org/a%20b/narrative.pdf?download=1#page=2"},
    ],
)
def test_a_stream_gives_the_same_documents_as_its_file(
    library: Library, meta: dict[str, Any]
) -> None:
    converter = converting(library)
    of_path = documents_of(converter, SAMPLES / NAMES[0])
    of_stream = documents_of(converter, stream_of(SAMPLE, **meta))
    assert [each.id for each in of_stream] == [each.id for each in of_path]
    assert [each.meta for each in of_stream] == [meta | each.meta for each in of_path]


def test_a_new_stream_is_called_by_its_name(library: Library) -> None:
    stream = stream_of(b"The ramp is closed on Mondays.", file_name="ramp.txt")
    try:
        (given,) = documents_of(converting(library), stream)
        assert given.meta["document_name"] == "ramp.txt"
        assert "The ramp is closed on Mondays." in (given.content or "")
        assert lines_of(given.meta)
    finally:
        library.delete("ramp.txt")


def test_meta_of_all_or_of_each_is_added_and_never_hides_where_a_chunk_stands(
    library: Library,
) -> None:
    converter, stream = converting(library), stream_of(SAMPLE, file_name="n.pdf")
    both = documents_of(converter, stream, SAMPLES / NAMES[1], meta={"team": "ward", "lines": 1})
    assert {each.meta["team"] for each in both} == {"ward"}
    assert all(lines_of(each.meta) for each in both)
    each_own = documents_of(converter, stream, stream, meta=[{"n": 1}, {"n": 2}])
    assert [each.meta["n"] for each in each_own] == sorted(each.meta["n"] for each in each_own)
    with pytest.raises(ValueError, match="length"):
        documents_of(converter, stream, meta=[])


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (lambda: stream_of(b"%PDF-1.7 not one"), "has no name"),
        (lambda: stream_of(b"\0\1", file_name="broken.bin"), "broken.bin"),
        (lambda: "missing.pdf", "missing.pdf"),
    ],
    ids=["nameless", "broken", "missing"],
)
def test_a_file_that_cannot_be_used_stops_it_or_is_named_in_the_log(
    library: Library,
    source: Callable[[], ByteStream | str],
    reason: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with pytest.raises(InputError, match=reason):
        documents_of(converting(library), source(), SAMPLES / NAMES[0])
    lenient = converting(library, raise_on_failure=False)
    given = documents_of(lenient, source(), SAMPLES / NAMES[0])
    assert {each.meta["document_name"] for each in given} == {NAMES[0]}
    assert reason in caplog.text


def test_lines_go_through_a_store_of_haystack(library: Library) -> None:
    from haystack import Pipeline
    from haystack.components.writers import DocumentWriter
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    store = InMemoryDocumentStore()
    pipeline = Pipeline()
    pipeline.add_component("converter", converting(library))
    pipeline.add_component("writer", DocumentWriter(store))
    pipeline.connect("converter", "writer")
    pipeline.run({"converter": {"sources": [SAMPLES / NAMES[0]]}})
    chunks = {chunk.id: chunk for chunk in library.chunks(NAMES[0])}
    stored = store.filter_documents()
    assert {each.id for each in stored} == set(chunks)
    assert all(lines_of(each.meta) == list(chunks[each.id].lines) for each in stored)


def test_a_pipeline_that_is_written_and_read_does_the_same(
    library: Library, prepared_home: Path
) -> None:
    from haystack import Pipeline
    from haystack.components.retrievers import MultiQueryTextRetriever

    pipeline = Pipeline()
    pipeline.add_component("converter", converting(library, FIXED, raise_on_failure=False))
    retriever = retrieving(prepared_home, [NAMES[1]], top_k=3, recipe=FIXED.to_json())
    pipeline.add_component("retriever", retriever)
    several = MultiQueryTextRetriever(retriever=retrieving(library))
    pipeline.add_component("several", several)
    again = Pipeline.loads(pipeline.dumps(), allowed_modules=["sightline.*"])
    asked = {
        "converter": {"sources": [str(SAMPLES / NAMES[0])]},
        "retriever": {"query": QUESTION},
        "several": {"queries": [QUESTION, "Who organised the roll call?"]},
    }
    assert again.run(asked) == pipeline.run(asked)
    assert again.dumps() == pipeline.dumps()
    assert len(again.run(asked)["retriever"]["documents"]) == 3
    again.close()


def test_number_and_documents_of_a_run_stand_for_those_of_the_component(library: Library) -> None:
    retriever = retrieving(library, [NAMES[0]], top_k=3)
    given = retriever.run(QUESTION, top_k=1, documents=[NAMES[1]])["documents"]
    assert [each.meta["document_name"] for each in given] == [NAMES[1]]


def test_filters_are_refused_rather_than_passed_over(library: Library) -> None:
    wanted = {"field": "meta.document_name", "operator": "==", "value": NAMES[0]}
    with pytest.raises(InvalidOption, match="Name the documents"):
        retrieving(library).run(QUESTION, filters=wanted)
