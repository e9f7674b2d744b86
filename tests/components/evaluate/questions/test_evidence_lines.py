"""A click on a line takes it as evidence or leaves it; all other evidence stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from components.evaluate.questions.line_picking import on_line, page_lines, pick, strays, taken
from core.evaluation.questions.base import GoldLine
from core.evaluation.questions.locating import evidence_of_lines
from tests.builders import aside, heading, sir_from_texts

if TYPE_CHECKING:
    from core.sir import Sir

LONG = " ".join(f"word{number}" for number in range(20))


@pytest.fixture
def sir() -> Sir:
    return sir_from_texts([heading("Größe der Dosis"), LONG, "Täglich fünf Milligramm."])


def test_the_lines_of_a_page_come_in_reading_order_with_their_words(sir: Sir) -> None:
    texts = [line.text for line in page_lines(sir, 1)]
    assert texts[0] == "Größe der Dosis"
    assert texts[1] == " ".join(f"word{number}" for number in range(8))
    assert texts[-1] == "Täglich fünf Milligramm."
    assert len({line.id for line in page_lines(sir, 1)}) == len(texts) == 5


def test_what_is_kept_out_of_chunks_cannot_be_picked() -> None:
    found = sir_from_texts(["Five milligrams.", aside("Page 1 of 9"), "Twice a day."])
    assert [line.text for line in page_lines(found, 1)] == ["Five milligrams.", "Twice a day."]


def test_lines_that_are_picked_are_taken_in_reading_order(sir: Sir) -> None:
    lines = page_lines(sir, 1)
    golds = pick(lines, (), [lines[3].id, lines[1].id])
    assert taken(lines, golds) == [lines[1].id, lines[3].id]
    assert golds == (*lines[1].golds, *lines[3].golds)


def test_a_line_that_is_no_longer_picked_is_left_and_the_others_stay(sir: Sir) -> None:
    lines = page_lines(sir, 1)
    golds = pick(lines, (), [line.id for line in lines[:3]])
    assert taken(lines, pick(lines, golds, [lines[0].id, lines[2].id])) == [
        lines[0].id,
        lines[2].id,
    ]


def test_evidence_of_other_pages_is_not_touched(sir: Sir) -> None:
    lines = page_lines(sir, 1)
    elsewhere = GoldLine(page=2, left=0.1, top=0.1, right=0.9, bottom=0.12)
    golds = pick(lines, (elsewhere,), [lines[0].id])
    assert golds == (*lines[0].golds, elsewhere)
    assert pick(lines, golds, []) == (elsewhere,)


def test_a_part_of_a_line_counts_as_that_line_and_keeps_its_limits(sir: Sir) -> None:
    lines = page_lines(sir, 1)
    whole = lines[1].golds[0]
    part = whole.model_copy(update={"left": (whole.left + whole.right) / 2})
    assert taken(lines, [part]) == [lines[1].id]
    assert pick(lines, (part,), [lines[1].id]) == (part,)
    assert on_line(lines[1], [part]) == [part]
    assert pick(lines, (part,), []) == ()


def test_evidence_on_no_line_of_the_page_is_told_apart(sir: Sir) -> None:
    lines = page_lines(sir, 1)
    below = GoldLine(page=1, left=0.1, top=0.9, right=0.9, bottom=0.93)
    assert strays(lines, [below, *lines[0].golds], 1) == [below]
    assert pick(lines, (below,), [lines[0].id]) == (*lines[0].golds, below)


def test_what_is_picked_becomes_evidence_word_for_word(sir: Sir) -> None:
    lines = page_lines(sir, 1)
    piece = evidence_of_lines(sir, pick(lines, (), [lines[0].id, lines[4].id]))
    assert piece
    assert piece.text == "Größe der Dosis Täglich fünf Milligramm."
