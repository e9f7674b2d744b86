"""What was read closely once is not read again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.evaluation.cached_reader import CachedReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Counting:
    """A reader that counts how often it is asked; a text reads as well as it is long."""

    times = 0

    def read(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Reader.read`."""
        self.times += 1
        return np.array([len(text) for text in texts], np.float32)

    def nearness(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """See `Reader.nearness`."""
        return self.read(question, texts) - 2


def test_the_same_question_with_the_same_texts_is_read_once() -> None:
    reader = Counting()
    kept = CachedReader(reader)
    first = kept.read("Dose?", ["5 mg", "none"])
    made = kept.seconds
    assert kept.read("Dose?", ["5 mg", "none"]).tolist() == first.tolist() == [4.0, 4.0]
    assert reader.times == 1
    assert kept.seconds == 2 * made


def test_texts_in_other_company_are_read_anew() -> None:
    reader = Counting()
    kept = CachedReader(reader)
    kept.read("Dose?", ["5 mg"])
    kept.read("Dose?", ["5 mg", "none"])
    kept.read("Why?", ["5 mg"])
    assert reader.times == 3


def test_how_near_texts_are_is_remembered_by_itself() -> None:
    reader = Counting()
    kept = CachedReader(reader)
    kept.read("Dose?", ["5 mg"])
    assert kept.nearness("Dose?", ["5 mg"]).tolist() == kept.nearness("Dose?", ["5 mg"]) == [2.0]
    assert reader.times == 2
