"""From lines of evidence to the words and tokens of a tree, whatever parser made it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from core.evaluation.questions.base import Evidence, GoldLine
    from core.sir import Sir
    from core.tokens import TokenStream


def gold_words(sir: Sir, lines: Iterable[GoldLine]) -> NDArray[np.bool_]:
    """(words,) Which words have their middle inside one of the lines."""
    is_gold = np.zeros(len(sir.words.line), bool)
    middle_x = (sir.words.boxes[:, 0] + sir.words.boxes[:, 2]) / 2
    middle_y = (sir.words.boxes[:, 1] + sir.words.boxes[:, 3]) / 2
    page = sir.lines.page[sir.words.line]
    for line in lines:
        is_gold |= (
            (page == line.page)
            & (line.left <= middle_x)
            & (middle_x <= line.right)
            & (line.top <= middle_y)
            & (middle_y <= line.bottom)
        )
    return is_gold


def gold_tokens(stream: TokenStream, pieces: Iterable[Evidence]) -> NDArray[np.bool_]:
    """(tokens,) Which tokens of a document's flow touch a word of its evidence.

    `pieces` are of this document. All false where the parser lost the words.
    """
    words = gold_words(stream.sir, [line for piece in pieces for line in piece.lines])
    low, high = stream.pieces
    sums = np.concatenate([[0], np.cumsum(words[stream.sir.pieces.word])])
    return sums[high] > sums[low]
