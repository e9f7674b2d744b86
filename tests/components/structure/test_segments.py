"""Segments in the outline, in the chart of the structure and in that of changes of topic."""

from __future__ import annotations

import pytest

from components.structure.chart import chosen
from components.structure.chart_parts import parts, section_of
from components.structure.segments import has_segments, marked, steps, threshold
from components.widgets.listbox.tree_rows import tree_rows
from core.sir import ElementType, Sir
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, heading, sir_from_texts

BEES = "Bees fly from flower to flower and carry the pollen home to the hive."
SHIPS = "“The captain steered his ship,” she said, “through the storm.”"


def segment(*texts: str) -> Block:
    return Block(
        ElementType.SEGMENT, children=tuple(Block(ElementType.PARAGRAPH, t) for t in texts)
    )


@pytest.fixture(scope="module")
def sir() -> Sir:
    """Two segments below a heading, with what the parser notes of them."""
    made = sir_from_texts([heading("Chapter I"), segment(BEES, BEES), segment(SHIPS, "She left.")])
    first, second = (n for n in made.nodes if n.type is ElementType.SEGMENT)
    first.metadata["threshold"] = "0.300"
    second.metadata |= {"threshold": "0.300", "distance": "0.900", "depth": "0.500"}
    for node, (distance, depth) in ((first, ("0.200", "0.000")), (second, ("0.400", "0.100"))):
        made.nodes[node.children[1]].metadata |= {"distance": distance, "depth": depth}
    return made


def test_a_segment_is_called_by_its_first_words(sir: Sir) -> None:
    rows = [row for row in tree_rows(sir) if row.kind == "segment"]
    assert [row.label for row in rows] == [
        "“Bees fly from flower to flower and carry the…”",
        "“The captain steered his ship,” she said, “through the…”",
    ]
    assert [row.depth for row in rows] == [1, 1]


def test_the_chart_draws_segments_with_what_they_hold(sir: Sir) -> None:
    stream = tokenize(sir, minilm_tokenizer())
    one = next(i for i, node in enumerate(sir.nodes) if node.type is ElementType.SEGMENT)
    drawn = {part.node: part for part in parts(stream, "story", one)}
    assert drawn[one].section and drawn[one].label.startswith("“Bees fly")
    assert drawn[one + 1].parent == one
    assert section_of(sir, one + 1) == one


def test_a_click_on_the_opened_segment_leads_to_its_heading(sir: Sir) -> None:
    one = next(i for i, node in enumerate(sir.nodes) if node.type is ElementType.SEGMENT)
    assert chosen(sir, [{"id": str(one)}], one) == 1


def test_steps_tell_how_far_each_change_of_topic_stands_out(sir: Sir) -> None:
    assert has_segments(sir)
    found = steps(sir)
    assert [(step.distance, step.depth, step.begins) for step in found] == [
        (0.2, 0.0, False),
        (0.9, 0.5, True),
        (0.4, 0.1, False),
    ]
    assert threshold(sir) == 0.3
    assert marked(sir, found, found[2].node) == (1, 3)
