from __future__ import annotations

import pymupdf

from tests.core.parsing.papers import Paper, check, subtree_text, texts

LABELS = (
    ("Suspected mass", 230, 160),
    ("Contrast CT", 230, 220),
    ("Repeat CT", 80, 290),
    ("Image-guided biopsy", 380, 290),
)


def chart(*, arrows: bool) -> Paper:
    paper = Paper()
    paper.prose(72, 60)
    for text, x, y in LABELS:
        paper.pdf[0].draw_rect(pymupdf.Rect(x, y, x + 140, y + 35), color=(0, 0.4, 0.4))
        paper.write(text, x + 20, y + 15, font="hebo")
        paper.write("as described", x + 20, y + 28, size=8)
    if arrows:
        for start, end in (((300, 195), (300, 220)), ((260, 255), (150, 290))):
            paper.pdf[0].draw_line(start, end)
    paper.prose(72, 380)
    return paper


def test_a_flow_chart_is_a_figure_that_holds_a_label_for_each_box() -> None:
    sir = chart(arrows=True).parse()
    check(sir)
    assert not texts(sir, "section_header")
    place = next(i for i, node in enumerate(sir.nodes) if node.type == "figure")
    labels = [sir.nodes[child].text for child in sir.nodes[place].children]
    assert labels == [f"{text} as described" for text, _, _ in LABELS]
    assert sir.nodes[place].locked
    assert subtree_text(sir, place).count("as described") == 4


def test_boxes_that_nothing_joins_are_no_chart() -> None:
    sir = chart(arrows=False).parse()
    assert not texts(sir, "figure")
