"""Gold lines are marked in the document that holds them."""

from __future__ import annotations

from components.evaluate.questions.gold_marks import GOLD, gold_marks, gold_pages
from core.evaluation.questions.base import Evidence, GoldLine, Question
from core.geometry import BoundingBox


def line(page: int) -> GoldLine:
    return GoldLine(page=page, left=0.1, top=0.2, right=0.9, bottom=0.22)


ASKED = Question(
    text="How much?",
    evidence=(
        Evidence(document="d", lines=(line(4), line(2)), text="5 mg"),
        Evidence(document="e", lines=(line(9),), text="6 mg"),
    ),
)


def test_only_lines_of_the_document_are_marked() -> None:
    assert [mark.box for mark in gold_marks(ASKED, "e")] == [BoundingBox(9, 0.1, 0.2, 0.9, 0.22)]
    assert {mark.colour for mark in gold_marks(ASKED, "d")} == {GOLD}


def test_pages_come_in_order() -> None:
    assert gold_pages(ASKED, "d") == [2, 4]
    assert gold_pages(ASKED, "f") == []
