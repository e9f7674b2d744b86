"""A SIR goes to JSON and to a folder and comes back the same."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import NotFound
from core.geometry import BoundingBox
from core.sir import ElementType, Location, Node
from core.sir_io import from_json, load, save, to_json
from tests.builders import aside, sir_from_texts, table
from tests.strategies import sirs

if TYPE_CHECKING:
    from core.sir import Sir

FRACTIONS = st.floats(0, 1, width=32)


def assert_same(one: Sir, other: Sir) -> None:
    assert (one.document, one.pages, one.flow) == (other.document, other.pages, other.flow)
    assert (one.nodes, one.metadata) == (other.nodes, other.metadata)
    for table_of_one, table_of_other in (
        (one.words, other.words),
        (one.lines, other.lines),
        (one.pieces, other.pieces),
    ):
        for name in type(table_of_one).__slots__:
            column, again = getattr(table_of_one, name), getattr(table_of_other, name)
            assert column.dtype == again.dtype
            np.testing.assert_array_equal(column, again)


@st.composite
def unusual_sirs(draw: st.DrawFn) -> Sir:
    """Documents whose nodes also have figures, odd text and every kind of place."""
    sir = draw(sirs())
    edges = st.builds(BoundingBox, st.just(1), FRACTIONS, FRACTIONS, FRACTIONS, FRACTIONS)
    text = st.text(st.characters(exclude_categories=()), max_size=20)
    extra = Node(
        draw(text),
        draw(st.sampled_from(list(ElementType))),
        draw(text),
        level=draw(st.none() | st.integers(1, 9)),
        locked=draw(st.booleans()),
        location=draw(st.sampled_from(list(Location))),
        regions=(replace(draw(edges), spans=tuple(draw(st.lists(edges, max_size=2)))),),
        metadata={draw(text): draw(text)},
    )
    sir.nodes.append(extra)
    first = np.append(sir.pieces.first, sir.pieces.first[-1])
    return replace(sir, pieces=replace(sir.pieces, first=first))


@given(unusual_sirs())
def test_the_json_form_is_lossless(sir: Sir) -> None:
    assert_same(sir, from_json(json.loads(json.dumps(to_json(sir)))))


@given(unusual_sirs())
def test_the_folder_form_is_lossless(sir: Sir) -> None:
    with tempfile.TemporaryDirectory() as folder:
        save(sir, Path(folder))
        assert_same(sir, load(Path(folder)))


def test_a_document_without_words_keeps_its_empty_tables(tmp_path: Path) -> None:
    sir = sir_from_texts([])
    save(sir, tmp_path)
    assert_same(sir, load(tmp_path))
    assert_same(sir, from_json(to_json(sir)))


def test_the_same_document_is_saved_as_the_same_json(tmp_path: Path) -> None:
    blocks = ["Some text.", table([["a", "b"]]), aside("Page 1")]
    contents = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        save(sir_from_texts(blocks), tmp_path / name)
        contents.append((tmp_path / name / "sir.json").read_bytes())
    assert contents[0] == contents[1]


@pytest.mark.parametrize("name", ["sir.json", "tables.npz"])
@pytest.mark.parametrize("damage", ["missing", "empty", "cut"])
def test_a_damaged_folder_is_not_found_so_that_it_is_parsed_again(
    tmp_path: Path, name: str, damage: str
) -> None:
    save(sir_from_texts(["Some text."]), tmp_path)
    content = (tmp_path / name).read_bytes()
    (tmp_path / name).unlink()
    if damage != "missing":
        (tmp_path / name).write_bytes(content[: len(content) // 2] if damage == "cut" else b"")
    with pytest.raises(NotFound, match="Parse it again"):
        load(tmp_path)


@pytest.mark.parametrize("schema", ["sightline.sir/1", "sightline.sir/99"])
def test_another_schema_is_refused_and_what_to_do_is_said(schema: str) -> None:
    content = {**to_json(sir_from_texts(["Some text."])), "schema": schema}
    with pytest.raises(ValueError, match=f"{schema}.*Export the document again"):
        from_json(content)


def test_a_folder_of_an_older_version_is_not_found_so_that_it_is_parsed_again(
    tmp_path: Path,
) -> None:
    save(sir_from_texts(["Some text."]), tmp_path)
    content = (tmp_path / "sir.json").read_text()
    (tmp_path / "sir.json").write_text(content.replace("sightline.sir/2", "sightline.sir/1"))
    with pytest.raises(NotFound, match="Parse it again"):
        load(tmp_path)


def test_how_a_page_was_read_goes_with_it() -> None:
    sir = sir_from_texts(["Some text."])
    page = replace(sir.pages[0], route="visual_topology", reason="no text layer", ocr="rapidocr")
    again = from_json(json.loads(json.dumps(to_json(replace(sir, pages=(page,))))))
    assert again.pages == (page,)
