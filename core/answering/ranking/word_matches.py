"""How closely the words of a question are met by those of a text, word by word.

A text may be about all that a question names but one word, and that word is what is asked: the
dose of another drug, the cost of what is recommended. The vectors of tokens tell a paraphrase
("kids", "children") from a word that nothing answers to.

Source: Khattab and Zaharia 2020, "ColBERT: efficient and effective passage search via
contextualized late interaction over BERT" (maximum similarity of tokens).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from core.embedding.bge_small import open_bge_small
from core.text.words import LETTERS_AND_DIGITS, searched_form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def word_matches(question: str, words: Sequence[str], texts: Sequence[str]) -> NDArray[np.float32]:
    """(texts, words) The highest cosine of each word, in its question, with a token of each text.

    `words` are words of the question in lower case. One that is not among the tokens that are
    read, as in a very long question, counts as met (1).
    """
    asked, *read = open_bge_small().token_vectors([question, *texts])
    matches = np.ones((len(texts), len(words)), np.float32)
    places = {
        searched_form(match.group()): match.span()
        for match in LETTERS_AND_DIGITS.finditer(question)
    }
    for column, word in enumerate(words):
        start, end = places.get(word, (0, 0))
        tokens = (asked.bounds[:, 0] >= start) & (asked.bounds[:, 1] <= end)
        if not tokens.any():
            continue
        for row, text in enumerate(read):
            closeness = asked.vectors[tokens] @ text.vectors.T
            matches[row, column] = closeness.max(axis=1, initial=0.0).mean()
    return matches
