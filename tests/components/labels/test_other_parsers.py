"""Other parsers in words: one sentence, and several."""

from __future__ import annotations

import pytest

from components.labels.other_parsers import alignment_in_words
from core.parsing.parse_info import parse_info
from tests.builders import sir_from_texts


@pytest.mark.parametrize(
    ("count", "total", "words"),
    [
        (1, 1, "1 of 1 sentence stands nowhere on the pages."),
        (1, 7, "1 of 7 sentences stands nowhere on the pages."),
        (2, 7, "2 of 7 sentences stand nowhere on the pages."),
    ],
)
def test_one_sentence_stands_and_several_stand(count: int, total: int, words: str) -> None:
    sir = sir_from_texts(["Text."])
    names = ("words", "exact", "aligned", "approximate", "differing", "moved", "left_out")
    values = {**dict.fromkeys(names, 1), "sentences": total, "nowhere": count}
    sir.metadata.update({f"alignment_{name}": str(value) for name, value in values.items()})
    told = alignment_in_words(sir)
    assert words in told
    assert "1 holds words that stand nowhere on the pages." in told
    assert "1 cell stands in another row or column." in told
    assert "1 word of the pages is in none of its elements." in told
    warnings = parse_info(sir, "key", "gemini", 0.0).warnings
    assert words in warnings
    assert any(" has words that stand nowhere on the pages." in each for each in warnings)
    assert any(" is a cell whose words stand in another row" in each for each in warnings)
