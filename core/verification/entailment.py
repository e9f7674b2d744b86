"""How surely sentences bear a claim out, both read together by a network trained for that.

Words that claim and lines share tell little of a claim that a language model wrote: what it adds,
turns round or generalises is said in words of the lines, and what is right often in other ones.
The cross-encoder was trained further on claims that were written beside passages, a third to a half
of them borne out, the others contradicted or not stated, so that words in common and lengths hardly
tell which (`benchmarks.fitting_entailment`). A part of what it tells is how claims are worded, and
a "not" or a figure alone moves it little: the checks of facts stand beside it.

Source: Tang et al. 2024, "MiniCheck: efficient fact-checking of LLMs on grounding documents", 3, on
training with claims that are written for it.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from core.embedding.low_rank import adapt
from core.embedding.onnx_sessions import FIRST, LAST, PackagedModel
from core.embedding.stored_weights import read_weights
from core.retrieval.answer_layers import SHAPE
from core.retrieval.cross_encoder import FOLDER, PACKAGE, SHA256, hidden_of
from core.text.language import Language
from core.verification.clauses import content, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.verification.source import Source

FILE = Path(__file__).with_suffix(".npz")
"""What training changed of the cross-encoder, and the head."""
CLAIM_TOKENS, TEXT_TOKENS = 96, 230
"""Tokens that are read of a claim, from its beginning, and of the sentences."""
_SURE = 6.0
"""Log-odds that count as sure."""


class Entailment:
    """The network and its head, which tells borne out, contradicted and not stated apart."""

    def __init__(self) -> None:
        """Loads the network.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights are not those that were tried.
        """
        weights = read_weights(FILE)
        self._head, self._bias = weights.pop("head"), weights.pop("head_bias")
        inner = hidden_of(SHAPE.layers - 1)
        self._model = PackagedModel(
            PACKAGE, FOLDER, SHA256, inner, lambda network: adapt(network, weights)
        )

    def tokens(self, text: str) -> list[int]:
        """The ids of the tokens of a text."""
        return self._model.tokenizer.encode(text, add_special_tokens=False).ids

    def log_odds(self, claim: str, text: str) -> float:
        """The log-odds that a text bears a claim out."""
        first = [FIRST, *self.tokens(claim)[:CLAIM_TOKENS], LAST]
        row = [*first, *self.tokens(text)[:TEXT_TOKENS], LAST]
        *_, hidden = self._model.outputs([row], [len(first)])
        borne_out, *others = hidden[0, 0] @ self._head + self._bias
        return float(borne_out - np.logaddexp(*others))


@lru_cache(maxsize=1)
def open_entailment() -> Entailment:
    """The network, loaded once. Raises as `Entailment`."""
    return Entailment()


def entailment(claim: str, source: Source) -> float:
    """How surely sentences bear an English claim out: log-odds from -6 to 6, as 0 to 1.

    Raises:
        SetupError: the network is missing or damaged.
    """
    reader = open_entailment()
    near = _nearest(reader, claim, source)
    return float(np.clip(reader.log_odds(claim, " ".join(near)) / _SURE / 2 + 0.5, 0, 1))


def _nearest(reader: Entailment, claim: str, source: Source) -> Sequence[str]:
    """The sentences with most of a claim's words that are read, in the order of the source."""
    texts = [part for sentence in source.told for part in _parts(reader, sentence)]
    lengths = [len(reader.tokens(text)) for text in texts]
    words = content(claim, Language.ENGLISH)
    shares = [share(words, content(text, source.language)) for text in texts]
    taken: set[int] = set()
    room = TEXT_TOKENS
    for index in sorted(range(len(lengths)), key=lambda index: -shares[index]):
        if lengths[index] <= room or not taken:
            taken.add(index)
            room -= lengths[index]
    return [texts[index] for index in sorted(taken)]


def _parts(reader: Entailment, sentence: str) -> list[str]:
    """A sentence; one that has more tokens than are read in parts of about half of that."""
    tokens = len(reader.tokens(sentence))
    if tokens <= TEXT_TOKENS:
        return [sentence]
    words = sentence.split()
    step = max(1, len(words) * TEXT_TOKENS // (2 * tokens))
    return [" ".join(words[start : start + step]) for start in range(0, len(words), step)]
