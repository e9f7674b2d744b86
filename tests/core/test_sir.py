"""The tree and the places of its words."""

from __future__ import annotations

import numpy as np
import pytest

from core.sir import ElementType, LineTable, Location, Node, Page, PieceTable, Sir, WordTable
from tests.builders import heading, sir_from_texts


def line_of(*spans: tuple[float, float]) -> Sir:
    """One line of words at these horizontal places, on a page twice as high as wide."""
    boxes = np.array([(left, 0.10, right, 0.11) for left, right in spans], np.float32)
    count = len(spans)
    ends = np.arange(1, count + 1, dtype=np.int32) * 2
    nodes = [Node("r", ElementType.ROOT), Node("p", ElementType.PARAGRAPH, "a " * count, parent=0)]
    nodes[0].children = [1]
    return Sir(
        "0" * 64,
        (Page(1, 400.0, 800.0, "1"),),
        nodes,
        2,
        WordTable(boxes, np.zeros(count, np.int32)),
        LineTable(np.array([1], np.int32), np.zeros(1, np.uint8)),
        PieceTable(
            np.array([0, 0, count], np.int32), ends - 2, ends - 1, np.arange(count, dtype=np.int32)
        ),
    )


def spans_of(sir: Sir, *words: int) -> list[tuple[float, float]]:
    boxes = sir.line_boxes(np.array(words, np.int32))
    return [(round(box.left, 3), round(box.right, 3)) for box in boxes]


def test_neighbouring_words_share_a_box() -> None:
    sir = line_of((0.1, 0.2), (0.21, 0.3), (0.31, 0.4))
    assert spans_of(sir, 0, 1, 2) == [(0.1, 0.4)]
    assert spans_of(sir, 2, 0, 1) == [(0.1, 0.4)], "the order of the question does not matter"


def test_a_box_never_reaches_over_a_word_that_is_not_meant() -> None:
    sir = line_of((0.1, 0.2), (0.21, 0.3), (0.31, 0.4))
    assert spans_of(sir, 0, 2) == [(0.1, 0.2), (0.31, 0.4)]


def test_a_box_ends_at_a_gap_of_more_than_five_line_heights() -> None:
    # A line is 8 points high, so 40 points, a tenth of the width, are the widest gap.
    sir = line_of((0.1, 0.2), (0.29, 0.4), (0.51, 0.6))
    assert spans_of(sir, 0, 1, 2) == [(0.1, 0.4), (0.51, 0.6)]


def askew_line(slope: float, words: int = 12) -> Sir:
    """A line of words of 20 by 8 points on a page of 400 by 800, `slope` points down per point."""
    sir = line_of(*((0.06 * at, 0.06 * at + 0.05) for at in range(words)))
    for at in range(words):
        top = 200 + 24 * at * slope
        sir.words.boxes[at, [1, 3]] = top / 800, (top + 8) / 800
    return sir


@pytest.mark.parametrize("slope", [0.05, -0.08])
def test_boxes_of_a_line_askew_follow_it_and_leave_the_lines_beside_it_alone(slope: float) -> None:
    sir = askew_line(slope)
    boxes = sir.line_boxes(np.arange(12, dtype=np.int32))
    assert len(boxes) > 1
    assert all((box.bottom - box.top) * 800 < 8 * 1.5 for box in boxes)
    counts = [
        sum(box.left <= left and right <= box.right + 1e-6 for box in boxes)
        for left, _, right, _ in sir.words.boxes.tolist()
    ]
    assert counts == [1] * 12


def test_a_line_that_is_about_level_has_one_box() -> None:
    words = np.arange(12, dtype=np.int32)
    assert len(askew_line(0.01).line_boxes(words)) == 1
    raised = askew_line(0.0)
    raised.words.boxes[7, [1, 3]] -= 6 / 800
    assert len(raised.line_boxes(words)) == 1


def test_no_words_have_no_boxes() -> None:
    assert spans_of(line_of((0.1, 0.2))) == []


def test_words_of_a_character_range_are_those_it_touches() -> None:
    sir = sir_from_texts(["alpha beta gamma"])
    assert sir.words_between(1, 0, 5).tolist() == [0]
    assert sir.words_between(1, 4, 7).tolist() == [0, 1]
    assert sir.words_between(1, 5, 6).tolist() == []
    assert sir.words_between(1, 0, 16).tolist() == [0, 1, 2]


def test_lineage_is_the_path_of_headings() -> None:
    sir = sir_from_texts([heading("A"), heading("B", 2), "text", heading("C"), "more"])
    texts = {node.text: index for index, node in enumerate(sir.nodes)}
    assert [sir.nodes[i].text for i in sir.lineage(texts["text"])] == ["A", "B"]
    assert [sir.nodes[i].text for i in sir.lineage(texts["more"])] == ["C"]
    assert [sir.nodes[i].text for i in sir.walk(texts["A"])] == ["A", "B", "text"]


def test_boxes_of_a_node_come_by_page_with_lines_as_spans() -> None:
    sir = sir_from_texts([" ".join(["word"] * 8 * 35)])
    first, second = sir.boxes(1)
    assert (first.page, len(first.spans)) == (1, 30)
    assert (second.page, len(second.spans)) == (2, 5)
    assert sir.nodes[1].location is Location.EXACT
