"""Every node of an exported tree says where it stands, as do chunks: the fields of the thesis."""

from __future__ import annotations

import json
from typing import Any

from core.export.chunks_jsonl import chunk_record
from core.export.sir_json import structure_json
from core.geometry import BoundingBox
from core.sir import LOCATIONS, ElementType, Location, Sir
from core.sir_io import from_json, to_json
from core.tokenizer import minilm_tokenizer
from core.tokens import TokenStream, tokenize
from tests.builders import Block, heading, sir_from_texts, table
from tests.cutting import cut

PARSING_RESULT = {
    "id": "id",
    "type": "type",
    "content": "text",
    "geom": "geom",
    "parent": "parent",
    "children": "children",
    "metadata": "metadata",
    "image": "image",
}
"""Fields of the thesis (figure 3.3) by what they are called in a node of the exported tree."""
BOUNDING_BOX = {"page", "left", "top", "right", "bottom", "spans"}
"""Figure 3.2."""
CHUNK = {"id": {"id"}, "content": {"content"}, "geom": {"boxes"}, "metadata": {"tokens", "pages"}}
"""Figure 3.4 (b): where each is in a line of the exported chunks."""
CHUNKING_RESULT_METADATA = {"document", "strategy", "options", "made_by"}
"""Figure 3.4 (a) and section 3.2.4: what is said of the process, on each line."""


def _stream(sir: Sir) -> TokenStream:
    return tokenize(sir, minilm_tokenizer())


def _nodes(sir: Sir) -> list[dict[str, Any]]:
    return json.loads(json.dumps(structure_json(_stream(sir))))["nodes"]


def _example() -> Sir:
    figure = Block(ElementType.FIGURE)
    sir = sir_from_texts([heading("Dose"), "Five milligrams a day.", figure, table([["a", "b"]])])
    sir.nodes[3].regions = (BoundingBox(1, 0.1, 0.2, 0.5, 0.4),)
    return sir


def test_a_node_has_every_field_of_a_parsing_result() -> None:
    for node in _nodes(_example()):
        assert set(PARSING_RESULT.values()) <= set(node)


def test_a_node_stands_where_its_lines_do() -> None:
    sir = _example()
    nodes = _nodes(sir)
    for index, node in enumerate(nodes):
        if not sir.nodes[index].text:
            continue
        (box,) = node["geom"]
        (whole,) = sir.boxes(index)
        assert set(box) == BOUNDING_BOX
        assert [round(edge, 6) for edge in whole.edges] == [
            box[side] for side in ("left", "top", "right", "bottom")
        ]
        assert [span["location"] for span in box["spans"]] == ["exact"] * len(whole.spans)
    assert nodes[0]["geom"] == []


def test_a_table_stands_around_its_cells_and_a_figure_in_its_region() -> None:
    sir = _example()
    nodes = _nodes(sir)
    figure = next(node for node in nodes if node["type"] == "figure")
    assert (figure["geom"][0]["top"], figure["geom"][0]["bottom"]) == (0.2, 0.4)
    cells = [node["geom"][0] for node in nodes if node["type"] == "table_cell"]
    (whole,) = next(node for node in nodes if node["type"] == "table")["geom"]
    assert whole["left"] == min(cell["left"] for cell in cells)
    assert whole["right"] == max(cell["right"] for cell in cells)


def test_a_place_that_is_only_approximate_is_exported_as_such() -> None:
    sir = _example()
    sir.lines.location[:] = LOCATIONS.index(Location.APPROXIMATE)
    (box,) = _nodes(sir)[2]["geom"]
    assert {span["location"] for span in box["spans"]} == {"approximate"}


def test_the_tree_is_read_back_as_it_was() -> None:
    sir = _example()
    assert to_json(from_json(structure_json(_stream(sir)))) == to_json(sir)


def test_a_line_of_chunks_has_every_field_of_a_chunk_and_of_its_result() -> None:
    result = cut(_stream(_example()), "fixed", max_tokens=64)
    record = chunk_record(result, result.chunks[0], "a.pdf")
    for names in (*CHUNK.values(), CHUNKING_RESULT_METADATA):
        assert names <= set(record)
    assert record["tokens"]["total"] == result.chunks[0].token_count
    assert {"page", "box"} <= set(record["boxes"][0])
