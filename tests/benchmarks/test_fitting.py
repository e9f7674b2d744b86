"""What a unit is right by: the words of a passage lie in its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.fitting import gold_words, hold
from core.geometry import from_points
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

SENTENCE = "Wait four weeks before the next test."


def test_a_line_holds_the_words_of_a_passage_that_it_states_and_the_next_line_does_not(
    tmp_path: Path,
) -> None:
    path = tmp_path / "guide.pdf"
    path.write_bytes(pdf_bytes([f"{SENTENCE}\nAnother line."]))
    words = gold_words(path, 0, 0, len("Waitfourweeksbeforethenexttest"))
    assert len(words) == len(SENTENCE.split())
    left, top, right, bottom = (
        min(word.left for word in words),
        words[0].top,
        max(word.right for word in words),
        words[0].bottom,
    )
    line = from_points(1, (left, top, right, bottom), 1, 1)
    below = from_points(1, (left, bottom, right, bottom + bottom - top), 1, 1)
    assert hold([line], words)
    assert not hold([below], words)
