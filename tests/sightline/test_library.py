"""A library from Python: documents, hits, answers and pages, and what cannot be done is said."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageChops

import sightline
from core.errors import InvalidOption, NotAPdf, NotFound
from sightline import Library, Recipe, recipe_text
from tests.sightline.conftest import QUESTION, SAMPLES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


NAME, OTHER = "data_security_policy.pdf", "narrative.pdf"
SAMPLE = SAMPLES / "narrative.pdf"
FIXED = Recipe.from_json({"strategy": "fixed", "options": {"max_tokens": 64, "overlap": 0.0}})


def test_documents_are_listed_and_found_by_name_id_and_its_beginning(library: Library) -> None:
    names = {document.name for document in library.documents()}
    assert names == {NAME, OTHER}
    document = library.document(NAME)
    assert library.document(document.id) == library.document(document.id[:8]) == document
    assert document.pages == 6


def test_hits_come_best_first_and_only_from_the_documents_that_are_named(library: Library) -> None:
    hits = library.search(QUESTION, limit=4)
    assert len(hits) == 4
    assert hits[0].chunk.document_name == NAME
    assert "Passwords" in hits[0].chunk.text
    elsewhere = library.search(QUESTION, documents=[OTHER], limit=2)
    assert {hit.chunk.document_name for hit in elsewhere} == {OTHER}
    assert library.search(QUESTION, documents=OTHER, limit=2) == elsewhere


def test_the_lines_of_a_citation_stand_inside_a_chunk_of_its_page(library: Library) -> None:
    answer = library.ask(QUESTION)
    assert not answer.abstained
    citation = answer.citations[0]
    assert citation.document_name == NAME
    chunk = library.chunk(citation.document, citation.chunk)
    on_page = [line for line in chunk.lines if line.page == citation.page]
    assert {round(line.top, 4) for line in citation.lines} <= {round(o.top, 4) for o in on_page}


def test_a_recipe_of_a_call_cuts_otherwise_and_that_of_the_library_stays(library: Library) -> None:
    assert max(chunk.tokens for chunk in library.chunks(NAME, FIXED)) == 64
    assert max(chunk.tokens for chunk in library.chunks(NAME)) > 64


def test_a_library_opened_with_a_recipe_file_uses_it(prepared_home: Path, tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text(recipe_text(FIXED), encoding="utf-8")
    with sightline.open(prepared_home, path) as opened:
        assert opened.recipe == FIXED
        assert max(chunk.tokens for chunk in opened.chunks(NAME)) == 64


def test_marks_change_a_page_where_the_lines_are_and_nowhere_else(library: Library) -> None:
    chunk = library.search(QUESTION, limit=1)[0].chunk
    page, first = chunk.lines[0].page, chunk.lines[0]
    plain = library.page_picture(chunk.document, page)
    marked = library.page_picture(chunk.document, page, chunk.lines)
    assert (plain.width, plain.mime) == (1000, "image/jpeg")
    pictures = [Image.open(io.BytesIO(one.data)).convert("L") for one in (plain, marked)]
    changed = ImageChops.difference(*pictures).point(lambda value: 255 * (value > 20))
    left, top, right, bottom = changed.getbbox() or (0, 0, 0, 0)
    lines = [line for line in chunk.lines if line.page == page]
    assert left >= min(line.left for line in lines) * plain.width - 10
    assert right <= max(line.right for line in lines) * plain.width + 10
    assert abs(top - first.top * plain.height) < 15
    assert abs(bottom - max(line.bottom for line in lines) * plain.height) < 15


def test_a_file_is_added_once_and_deleted(tmp_path: Path) -> None:
    with sightline.open(tmp_path / "home") as library:
        text = b"Tide lamps are lights.\n\nThey draw their power from the sea.\n"
        document = library.add(text, "lamps.txt")
        assert library.add(text, "again.txt").id == document.id
        assert "sea" in library.chunks("lamps.txt")[0].text
        library.delete("lamps.txt")
        assert library.documents() == []
        with pytest.raises(NotFound, match="Add one first"):
            library.search("lamps")


def test_a_cited_table_row_says_what_its_columns_are(tmp_path: Path) -> None:
    rows = b"People,Starting dose\nAdults,40 mg\nChildren,10 mg\nOlder people,20 mg\n"
    with sightline.open(tmp_path / "home") as library:
        library.add(rows, "calverin.csv")
        first = library.ask("What is the starting dose of calverin for children?").citations[0]
        assert "10 mg" in first.text
        assert "Starting dose" not in first.text
        assert first.columns.split(" │ ") == ["People", "Starting dose"]


def test_a_document_whose_record_is_damaged_is_named_where_all_are_searched(
    tmp_path: Path,
) -> None:
    with sightline.open(tmp_path / "home") as library:
        library.add(b"Tide lamps draw their power from the sea.\n", "lamps.txt")
        lost = library.add(b"Tide mills grind the corn of the coast.\n", "mills.txt")
        (tmp_path / "home" / "documents" / lost.id / "document.json").write_text("{")
        notices: list[str] = []
        assert library.search("Where does the power come from?", notify=notices.append)
        assert [lost.id[:8] in notice for notice in notices] == [True]
        assert "Not searched" in library.ask("Where does the power come from?").notice
        assert library.ask("Where does the power come from?", ["lamps.txt"]).notice == ""


def test_new_files_are_read_by_the_parser_of_the_recipe(tmp_path: Path) -> None:
    recipe = Recipe.from_json({"strategy": "fixed", "parser": "structural_rule"})
    with sightline.open(tmp_path / "home", recipe) as library:
        assert library.add(SAMPLE).parser == "structural_rule"
    with pytest.raises(InvalidOption, match="names the parser"), sightline.open(tmp_path) as other:
        other.search("x", recipe=recipe)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda library: library.search(""), InvalidOption),
        (lambda library: library.ask(" \n"), InvalidOption),
        (lambda library: library.ask("?"), InvalidOption),
        (lambda library: library.ask("How often\udcff?"), InvalidOption),
        (lambda library: library.search("How often\udcff?"), InvalidOption),
        (lambda library: library.search("x", limit=0), InvalidOption),
        (lambda library: library.search("x", documents=["none.pdf"]), NotFound),
        (lambda library: library.search("x", documents=[]), InvalidOption),
        (lambda library: library.chunks("none.pdf"), NotFound),
        (lambda library: library.add(b"%PDF"), InvalidOption),
        (lambda library: library.add(b"no pdf", "no.pdf"), NotAPdf),
        (lambda library: library.add("none.pdf"), NotFound),
        (lambda library: library.page_picture(NAME, 7), NotFound),
        (lambda library: library.page_picture(NAME, 1, width=10), InvalidOption),
    ],
)
def test_what_cannot_be_done_is_an_error_with_a_next_step(
    library: Library, call: Callable[[Library], object], error: type[Exception]
) -> None:
    with pytest.raises(error) as raised:
        call(library)
    assert str(raised.value).endswith((".", "?"))
    assert len(library.documents()) == 2
