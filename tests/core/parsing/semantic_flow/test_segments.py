from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.embedding.hashing import HashingEncoder
from core.errors import Cancelled
from core.parsing.elements import Element
from core.parsing.semantic_flow.segments import LONGEST, SHORTEST, segments
from core.reading.line import Line
from core.sir import ElementType, Sir
from tests.core.parsing.papers import Paper, check, parse_with

BEES = "bees fly from flower to flower and carry the pollen home to the hive where honey is made"
SHIPS = "the captain steered his ship through the storm while sailors took down every sail on deck"
BREAD = "knead the dough with flour and water then let it rise before the oven bakes a brown crust"


def paragraph(text: str, kind: ElementType = ElementType.PARAGRAPH) -> Element:
    words = text.split()
    line = [Line(1, words, [(0.0, 0.0, 1.0, 1.0)] * len(words), size=10.0)] if words else []
    return Element(kind, line)


def about(topic: str, count: int, words: int = 60, seed: int = 0) -> list[Element]:
    """Paragraphs of words of one topic in different order."""
    chance = random.Random(f"{topic}{seed}")
    return [paragraph(" ".join(chance.choices(topic.split(), k=words))) for _ in range(count)]


def cut(flow: list[Element]) -> list[Element]:
    return segments(flow, HashingEncoder())


def test_segments_begin_where_the_topic_changes() -> None:
    parts = [about(BEES, 6), about(SHIPS, 6), about(BREAD, 6)]
    found = cut([element for part in parts for element in part])
    assert [segment.children for segment in found] == parts
    assert all(segment.type is ElementType.SEGMENT and not segment.lines for segment in found)


def test_a_segment_tells_why_it_begins_and_how_unlike_the_text_before_is() -> None:
    first, second = cut([*about(BEES, 6), *about(SHIPS, 6)])
    assert set(first.metadata) == {"threshold"}
    assert second.metadata["break"] == "topic"
    assert float(second.metadata["depth"]) > float(second.metadata["threshold"])
    inside = [float(element.metadata["distance"]) for element in second.children[1:]]
    assert float(second.metadata["distance"]) > max(inside)


def test_a_short_text_is_left_as_it_is() -> None:
    flow = about(BEES, 3) + about(SHIPS, 3)
    assert cut(flow) == flow


def test_headings_and_tables_of_contents_stay_above_segments() -> None:
    heading = paragraph("Chapter I", ElementType.SECTION_HEADER)
    index = paragraph("Chapter I 1", ElementType.DOC_INDEX)
    short = paragraph("A word.")
    found = cut([index, short, heading, *about(BEES, 5), *about(SHIPS, 5), heading])
    kinds = [element.type.value for element in found]
    assert kinds == ["doc_index", "paragraph", "section_header", "segment", "segment", *kinds[5:]]
    assert kinds[5:] == ["section_header"]


def test_a_table_stays_in_the_segment_of_the_text_before_it() -> None:
    table = paragraph(SHIPS, ElementType.TABLE)
    first, second = cut([*about(BEES, 6), table, *about(SHIPS, 6)])
    assert first.children[-1] is table
    assert second.children[0].type is ElementType.PARAGRAPH


def test_a_mark_between_scenes_ends_a_segment() -> None:
    scene = paragraph("* * *")
    found = cut([*about(BEES, 2), scene, *about(BEES, 8, seed=1)])
    assert found[0].children[-1] is scene
    assert found[1].metadata["break"] == "scene"


def test_two_speeches_that_follow_each_other_stay_together() -> None:
    flow = [*about(BEES, 5), paragraph(f"“{BEES}”"), paragraph(f"“{SHIPS}”"), *about(SHIPS, 5)]
    assert all(segment.children[0] is not flow[6] for segment in cut(flow))


def test_a_long_segment_is_divided_although_nothing_stands_out() -> None:
    found = cut(about(BEES, 60))
    lengths = [sum(len(child.text.split()) for child in segment.children) for segment in found]
    assert min(lengths) >= SHORTEST and max(lengths) <= LONGEST


TOPICS = st.sampled_from([BEES, SHIPS, BREAD])
KINDS = st.sampled_from(
    [*[ElementType.PARAGRAPH] * 6, ElementType.TABLE, ElementType.SECTION_HEADER, ElementType.LIST]
)


@settings(max_examples=40)
@given(st.lists(st.tuples(TOPICS, KINDS, st.integers(0, 200)), max_size=40))
def test_every_element_stays_once_and_in_order(drawn: list[tuple[str, ElementType, int]]) -> None:
    flow = [about(topic, 1, words, seed)[0] for seed, (topic, _, words) in enumerate(drawn)]
    for element, (_, kind, _) in zip(flow, drawn, strict=True):
        element.type = kind
    found = cut(flow)
    parts = [e.children if e.type is ElementType.SEGMENT else [e] for e in found]
    assert [id(e) for part in parts for e in part] == [id(e) for e in flow]
    assert all(e.children for e in found if e.type is ElementType.SEGMENT)
    again = cut(flow)
    assert [e.metadata for e in again] == [e.metadata for e in found]


def test_work_can_be_cancelled_while_texts_are_embedded() -> None:
    def cancel(_done: int, _total: int) -> None:
        raise Cancelled("stopped")

    with pytest.raises(Cancelled):
        segments(about(BEES, 12), HashingEncoder(), cancel)


def story() -> bytes:
    """A PDF without headings: indented paragraphs on bees, then on ships."""
    paper = Paper(4)
    for page in range(4):
        y = 80.0
        for number in range(9):
            chance = random.Random(page * 9 + number)
            words = chance.sample((BEES if page < 2 else SHIPS).split(), 16)
            paper.write(f"{' '.join(words).capitalize()}", 90, y, page)
            paper.write(f"{' '.join(words[::-1])} and more of it.", 72, y + 13, page)
            y += 26
    return paper.pdf.tobytes()


def test_the_tree_of_a_narrative_has_segments_with_all_words_once() -> None:
    sir = parse_with("semantic_flow", story())
    check(sir)
    tops = [sir.nodes[index] for index in sir.nodes[0].children]
    assert [node.type for node in tops] == [ElementType.SEGMENT] * len(tops)
    assert any(sir.boxes(node.children[0])[0].page == 3 for node in tops)
    plain = parse_with("structural_rule", story())
    assert _texts(sir) == _texts(plain)


def _texts(sir: Sir) -> list[str]:
    return [node.text for node in sir.nodes[: sir.flow] if node.text]


def test_the_same_file_gives_the_same_segments() -> None:
    first, second = (parse_with("semantic_flow", story()) for _ in range(2))
    assert [(n.id, n.metadata) for n in first.nodes] == [(n.id, n.metadata) for n in second.nodes]
